import assert from "node:assert/strict";
import { join } from "node:path";
import { collectFacts } from "../../src/cli/doctor_facts.ts";
import { ToolError } from "../../src/core/errors.ts";
import { el } from "../elements/trees.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

const SETTINGS = { ...DEFAULT_SETTINGS, capturesDir: Deno.makeTempDirSync({ prefix: "casement" }) };
globalThis.addEventListener("unload", () => Deno.removeSync(SETTINGS.capturesDir, { recursive: true }));

Deno.test("collectFacts() looks at everything", async () => {
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n })] });
  desktop.elements.windows.set(0x1234n, el("Window", "W", {}, [el("Button", "OK")]));
  const packs = noPacks();
  const facts = await collectFacts(desktop, SETTINGS, packs);
  assert.deepEqual(facts, {
    settings: SETTINGS,
    lanes: { value: desktop.lanes },
    system: { value: desktop.system },
    libraries: { value: desktop.libraries },
    displays: { value: desktop.layout },
    captures: {
      print: { value: "captured" },
      windowDc: { value: "captured" },
      screen: { value: "captured" },
    },
    elements: { value: { count: 2 } },
    clipboard: { value: "open" },
    capturesFolder: { value: true },
    packs: { value: await packs.current() },
  });
  assert.deepEqual([...Deno.readDirSync(SETTINGS.capturesDir)], [], "the file is gone again");
});

Deno.test("collectFacts() is not stopped by anything that hangs or fails", async () => {
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n })] });
  desktop.hang("startLanes");
  desktop.fail("systemFacts", new ToolError("TIMEOUT", "Windows did not answer"));
  desktop.hang("captureWindow");
  desktop.hang("readUiTree");
  desktop.fail("libraryFacts", new Error("odd"));
  const facts = await collectFacts(desktop, SETTINGS, noPacks(), 20);
  const late = { failure: "no answer within 0.02 s" };
  assert.deepEqual(facts.lanes, late);
  assert.deepEqual(facts.system, { failure: "Windows did not answer", code: "TIMEOUT" });
  assert.deepEqual(facts.captures, { print: late, windowDc: late, screen: late });
  assert.deepEqual(facts.elements, late);
  assert.deepEqual(facts.libraries, { failure: "odd" });
  assert.deepEqual(facts.displays, { value: desktop.layout });
});

Deno.test("collectFacts() tries captures on the frontmost window that answers and may be seen", async () => {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: 1n, minimized: true }),
      fakeWindow({ hwnd: 2n, hung: true }),
      fakeWindow({ hwnd: 3n, responding: "no" }),
      fakeWindow({ hwnd: 4n, captureProtected: true }),
      fakeWindow({ hwnd: 5n, cloaked: true }),
      fakeWindow({ hwnd: 6n, captures: { print: { backend: "print", reason: "blank" } } }),
      fakeWindow({ hwnd: 7n }),
    ],
  });
  const { captures } = await collectFacts(desktop, SETTINGS, noPacks());
  assert.deepEqual(captures, {
    print: { value: "blank" },
    windowDc: { value: "captured" },
    screen: { value: "captured" },
  });
  assert.deepEqual(desktop.callsOf("captureWindow").map(([hwnd]) => hwnd), [6n, 6n, 6n]);
});

Deno.test("collectFacts() says who holds the clipboard, and reads nothing of it", async () => {
  const desktop = new FakeDesktop();
  desktop.clipboard.holder = { hwnd: 0x77n, pid: 77, processName: "holder" };
  const { clipboard } = await collectFacts(desktop, SETTINGS, noPacks());
  assert.deepEqual(clipboard, { value: { heldByPid: 77 } });
  assert.deepEqual(desktop.callsOf("readClipboard"), []);
});

Deno.test("collectFacts() says when there is no window to try", async () => {
  const { captures, elements } = await collectFacts(new FakeDesktop(), SETTINGS, noPacks());
  assert.deepEqual(captures.screen, { value: "noWindow" });
  assert.deepEqual(elements, { value: "noWindow" });
});

Deno.test("collectFacts() makes no captures folder, and tries the nearest one that is there", async () => {
  const capturesDir = join(SETTINGS.capturesDir, "not", "there");
  const { capturesFolder } = await collectFacts(new FakeDesktop(), { ...SETTINGS, capturesDir }, noPacks());
  assert.deepEqual(capturesFolder, { value: true });
  assert.deepEqual([...Deno.readDirSync(SETTINGS.capturesDir)], []);
});

Deno.test("collectFacts() says why the captures folder cannot be written", async () => {
  const file = join(SETTINGS.capturesDir, "file");
  await Deno.writeTextFile(file, "");
  const { capturesFolder } = await collectFacts(
    new FakeDesktop(),
    { ...SETTINGS, capturesDir: file },
    noPacks(),
  );
  assert.ok("failure" in capturesFolder, JSON.stringify(capturesFolder));
  await Deno.remove(file);
});
