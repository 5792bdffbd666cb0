/** A Windows without a client of UI Automation, or with a poor one. Wine's own is poor, and can be taken away. */
import assert from "node:assert/strict";
import { getWineVersion } from "../../ffi/ntdll.ts";
import { FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { createRealDoor } from "./real_door.ts";

const isWine = Deno.build.os === "windows" && getWineVersion() !== undefined;

const CLIENT_KEYS = ["{FF48DBA4-60EF-4201-AA87-54103EEF594E}", "{E22AD333-B25F-460C-83D0-0581107395C9}"]
  .map((clsid) => `HKLM\\Software\\Classes\\CLSID\\${clsid}`);

async function reg(...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("reg", { args: [...args], stdout: "null" }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

/** Takes both classes of the client out of the registry, until the block ends. */
async function withoutClient(): Promise<AsyncDisposable> {
  const kept = await Promise.all(CLIENT_KEYS.map(() => Deno.makeTempFile({ suffix: ".reg" })));
  for (const [index, key] of CLIENT_KEYS.entries()) {
    await reg("export", key, kept[index] ?? "", "/y");
    await reg("delete", key, "/f");
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const file of kept) {
        await reg("import", file);
        await Deno.remove(file);
      }
    },
  };
}

async function readsAs(code: string, message: RegExp): Promise<void> {
  await using run = await FixtureRun.start();
  using door = createRealDoor();
  const request = {
    windows: [{ hwnd: run.hwnd, title: "", className: "", processId: run.pid, isMain: true, isPopup: false }],
    maxDepth: 10,
    maxNodes: 100,
    maxChildren: 100,
    timeoutMs: 5_000,
  };
  await assert.rejects(door.desktop.readUiTree(request), { code, message });
  const point = { screenPoint: { x: 100, y: 100 }, hwnd: run.hwnd };
  await assert.rejects(door.desktop.uiElementsAt(point, 1_000), { code });
  assert.equal((await door.desktop.openCounts())["comObject"] ?? 0, 0, "nothing is left of the attempt");
  // The other lanes do not care.
  assert.ok((await door.desktop.listWindows(false)).some(({ hwnd }) => hwnd === run.hwnd));
}

Deno.test({
  name: needsFixture("a client of UI Automation that lacks what is needed: UIA_ASSEMBLY_UNAVAILABLE"),
  ignore: ignore || !isWine,
  sanitizeResources: false,
  fn: () => readsAs("UIA_ASSEMBLY_UNAVAILABLE", /UI Automation cannot be used: .*E_NOTIMPL/),
});

Deno.test({
  name: needsFixture("no client of UI Automation at all: UIA_ASSEMBLY_UNAVAILABLE"),
  ignore: ignore || !isWine,
  sanitizeResources: false,
  async fn() {
    await using _ = await withoutClient();
    await readsAs("UIA_ASSEMBLY_UNAVAILABLE", /UI Automation cannot be used: .*REGDB_E_CLASSNOTREG/);
  },
});
