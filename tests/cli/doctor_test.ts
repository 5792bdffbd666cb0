import assert from "node:assert/strict";
import { diagnose, formatChecks } from "../../src/cli/doctor.ts";
import type { Check } from "../../src/cli/doctor_check.ts";
import { createLog } from "../../src/core/log.ts";
import type { Desktop } from "../../src/desktop/desktop.ts";
import { unsupportedDesktop } from "../../src/desktop/unsupported_desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

async function doctor(isJson: boolean, desktop: Desktop): Promise<{ code: number; text: string }> {
  const terminal = fakeTerminal();
  const settings = { ...DEFAULT_SETTINGS, capturesDir: Deno.makeTempDirSync({ prefix: "casement" }) };
  try {
    const code = await diagnose(
      isJson,
      { desktop, settings, log: createLog("error", () => {}), packs: noPacks() },
      terminal,
    );
    return { code, text: terminal.printed.join("") };
  } finally {
    Deno.removeSync(settings.capturesDir);
  }
}

const CHECKS: readonly Check[] = [
  { name: "windows", status: "good", says: "Fine." },
  { name: "rights", status: "degraded", says: `${"word ".repeat(30)}end.`, doNext: "Do ".repeat(40) + "it." },
  { name: "captures folder", status: "missing", says: "Gone\u001b[31m.", doNext: "Look." },
];

Deno.test("doctor ends with 0 where nothing is missing, and closes the desktop", async () => {
  const desktop = new FakeDesktop();
  const { code, text } = await doctor(false, desktop);
  assert.equal(code, 0);
  assert.match(text, /^good +windows/);
  assert.match(text, /^degraded +capture print/m);
  assert.match(text, /works here with limits: 4 degraded\.\n$/);
  assert.equal(desktop.isClosed, true);
});

Deno.test("doctor ends with 1 where something is missing", async () => {
  const desktop = new FakeDesktop();
  desktop.system = { ...desktop.system, inputDesktop: undefined };
  const { code, text } = await doctor(false, desktop);
  assert.equal(code, 1);
  assert.match(text, /^missing +input desktop/m);
  assert.match(text, /cannot do its work here: 1 missing, 4 degraded/);
});

Deno.test("doctor without Windows says PLATFORM_UNSUPPORTED", async () => {
  const { code, text } = await doctor(false, unsupportedDesktop);
  assert.equal(code, 1);
  assert.match(text, /^missing +windows +PLATFORM_UNSUPPORTED/);
});

Deno.test("doctor --json prints one object with every check", async () => {
  const { code, text } = await doctor(true, new FakeDesktop());
  assert.equal(code, 0);
  assert.equal(text.indexOf("\n"), text.length - 1);
  const { isReady, checks } = JSON.parse(text);
  assert.equal(isReady, true);
  assert.deepEqual(checks[0], { name: "windows", status: "good", says: "Windows 11, build 22631." });
});

Deno.test("formatChecks() aligns, wraps at 100 columns, and lets no text order the terminal about", () => {
  const lines = formatChecks(CHECKS, false).split("\n");
  assert.equal(lines[0], "good      windows          Fine.");
  for (const line of lines) assert.ok(line.length <= 100, line);
  assert.equal(lines.filter((line) => /^ {27}-> Do/.test(line)).length, 1);
  assert.match(lines.join("\n"), /Gone\\u001b\[31m\./);
});

Deno.test("formatChecks() colours only where it is told to, and the columns stay", () => {
  const coloured = formatChecks(CHECKS, true);
  assert.ok(coloured.startsWith("\u001b[32mgood      \u001b[39mwindows"));
  // deno-lint-ignore no-control-regex -- these are what is looked for
  assert.equal(coloured.replace(/\x1b\[\d+m/g, ""), formatChecks(CHECKS, false));
});
