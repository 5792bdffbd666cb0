/** Real programs that are bound to a name without a tool that does so. */
import type { BoundTarget, TargetBinding } from "../../src/targets/target_sessions.ts";
import type { FixtureRun } from "./fixture_run.ts";
import { post } from "./observe.ts";
import type { RealDoor } from "./real_door.ts";

const WM_COMMAND = 0x111;
const RECREATE = 170n;

/** Binds a program that runs, by this title of its main window. */
export async function bindProgram(
  door: RealDoor,
  pid: number,
  given: Partial<TargetBinding> & { readonly title: string },
): Promise<BoundTarget> {
  const process = await door.desktop.identifyProcess(pid);
  if (process === undefined) throw new Error(`process ${pid} is not there`);
  const { title, ...more } = given;
  return door.sessions.bind({
    profile: "fixture",
    process,
    rule: { processNames: ["casement_fixture.exe"], titleContains: [], title, titleMatch: "exact" },
    hwnd: undefined,
    startedByMcp: false,
    lifetime: undefined,
    ...more,
  });
}

/** Has the fixture destroy its main window and create it again; the new handle. */
export async function recreateMainWindow(run: FixtureRun): Promise<bigint> {
  post(run.hwnd, WM_COMMAND, RECREATE);
  const recreated = await run.until(({ event }) => event === "recreated", 20_000);
  if (recreated === undefined) throw new Error("the main window was not recreated");
  return BigInt(String(recreated.hwnd));
}
