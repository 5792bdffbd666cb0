/** What is left of a client or a server that is killed while it presses keys: no key that is down, and no process. */
import assert from "node:assert/strict";
import process from "node:process";
import { denoRun } from "../stdio/client.ts";
import { isRunning } from "../stdio/running.ts";
import { type FixtureEvent, FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { keysDown } from "./keys_down.ts";
import { bringToFront, controlOf, post } from "./observe.ts";

const CANVAS = 150;
const WM_LBUTTONDOWN = 0x201;

/** What the product promises is 2 s; a busy test machine gets more. */
const END_MS = 8_000;
const STARTED_MS = 30_000;
const QUIET_MS = 3_000;

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const CHORDS = 200;

function chords(hwnd: string): readonly ToolCall[] {
  const chord = { hwnd, key: "f9", modifiers: ["ctrl", "alt", "shift"], interactionMode: "foregroundDemo" };
  return Array.from({ length: CHORDS }, () => ({ name: "send_key", arguments: chord }));
}

function longText(hwnd: string): readonly ToolCall[] {
  const typing = { hwnd, text: "Key by key. ".repeat(300), delayMs: 5, interactionMode: "foregroundDemo" };
  return [{ name: "type_text", arguments: typing }];
}

for (
  const [what, callsFor] of [["a long text", longText], ["many chords", chords]] as const
) {
  for (const victim of ["client", "server"] as const) {
    const title = `a ${victim} that is killed in ${what} leaves no key down and no server`;
    Deno.test({
      name: needsFixture(title),
      ignore,
      fn: async () => {
        await using run = await FixtureRun.start();
        bringToFront(run.hwnd);
        post(controlOf(run.hwnd, CANVAS), WM_LBUTTONDOWN, 1n);
        const isFocused = ({ event, id, focused }: FixtureEvent): boolean =>
          event === "focus" && id === CANVAS && focused === true;
        assert.ok(await run.until(isFocused));
        const [program = "", ...args] = denoRun("tests/windows/client_to_kill.ts");
        const client = new Deno.Command(program, {
          args: [...args, JSON.stringify(callsFor(run.handle))],
          stdin: "null",
          stdout: "piped",
          stderr: "inherit",
        }).spawn();
        const reader = client.stdout.getReader();
        const server = Number(new TextDecoder().decode((await reader.read()).value));
        try {
          assert.equal(isRunning(server), true);
          const pressed = async () => (await run.events()).filter(({ event }) => event === "key").length;
          const isUnderWay = async () => await pressed() >= 40 ? true : undefined;
          assert.ok(await waitFor(isUnderWay, STARTED_MS), "no keys came");

          process.kill(victim === "client" ? client.pid : server, "SIGKILL");

          const isGone = () => isRunning(server) ? undefined : true;
          assert.ok(await waitFor(isGone, END_MS), "the server is still running");
          await waitFor(() => keysDown().length === 0 ? true : undefined, 1_000);
          assert.deepEqual(keysDown(), []);
          // What Windows had taken by then arrives soon; the rest of the text alone would take many times as long.
          const isQuiet = async () => {
            const before = await pressed();
            await new Promise((resolve) => setTimeout(resolve, 500));
            return await pressed() === before ? true : undefined;
          };
          assert.ok(await waitFor(isQuiet, QUIET_MS), "keys still come");
          const keys = (await run.events()).filter(({ event }) => event === "key");
          const downs = keys.filter(({ down }) => down === true).length;
          assert.equal(downs * 2, keys.length, "every key that went down came up");
        } finally {
          for (const pid of [client.pid, server]) if (isRunning(pid)) process.kill(pid, "SIGKILL");
          await client.status;
          await reader.cancel().catch(() => {});
        }
      },
    });
  }
}
