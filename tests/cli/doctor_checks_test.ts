import assert from "node:assert/strict";
import type { Check, CheckStatus } from "../../src/cli/doctor_check.ts";
import { judge } from "../../src/cli/doctor_checks.ts";
import type { DoctorFacts } from "../../src/cli/doctor_facts.ts";
import type { SystemFacts } from "../../src/desktop/desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

const healthy = new FakeDesktop();
const GOOD: DoctorFacts = {
  settings: DEFAULT_SETTINGS,
  lanes: { value: healthy.lanes },
  system: { value: healthy.system },
  libraries: { value: healthy.libraries },
  displays: { value: healthy.layout },
  captures: {
    print: { value: "captured" },
    windowDc: { value: "captured" },
    screen: { value: "captured" },
  },
  elements: { value: { count: 12 } },
  clipboard: { value: "open" },
  capturesFolder: { value: true },
  packs: { value: { packs: new Map(), findings: new Map(), leftOut: [], issues: [] } },
};

function system(facts: Partial<SystemFacts>): Partial<DoctorFacts> {
  return { system: { value: { ...healthy.system, ...facts } } };
}

function check(name: string, facts: Partial<DoctorFacts>): Check {
  const found = judge({ ...GOOD, ...facts }).find((one) => one.name === name);
  assert.ok(found, `no check ${name}`);
  return found;
}

Deno.test("judge() finds a healthy system good in every respect, each once", () => {
  const checks = judge(GOOD);
  assert.deepEqual(checks.filter(({ status }) => status !== "good"), []);
  assert.equal(new Set(checks.map(({ name }) => name)).size, checks.length);
  assert.deepEqual(checks.map(({ name }) => name), [
    "windows",
    "session",
    "input desktop",
    "DPI awareness",
    "rights",
    "lanes",
    "system DLLs",
    "monitors",
    "capture print",
    "capture window",
    "capture screen",
    "UI Automation",
    "clipboard",
    "captures folder",
    "App Packs",
    "permissions",
  ]);
});

const [DISPLAY] = healthy.layout.displays;
assert.ok(DISPLAY);
const refused = { value: "blank" } as const;

for (
  const [name, facts, status, says] of [
    [
      "windows",
      system({ windowsVersion: { major: 10, minor: 0, build: 19_045 } }),
      "good",
      /^Windows 10, build/,
    ],
    ["windows", system({}), "good", /^Windows 11, build 22631\.$/],
    ["windows", system({ windowsVersion: { major: 6, minor: 1, build: 7_601 } }), "degraded", /6\.1.*older/],
    ["windows", { system: { failure: "It broke." } }, "missing", /could not be looked at: It broke\.$/],
    ["wine", system({ wineVersion: "10.0" }), "degraded", /Wine "10\.0", not Windows/],
    ["session", system({ remoteSession: true, sessionId: 3 }), "good", /Session 3, shown on another machine/],
    ["session", system({ sessionId: undefined }), "good", /number cannot be read/],
    ["session", system({ sessionId: 0 }), "missing", /session 0, the one of services/],
    [
      "input desktop",
      system({ inputDesktop: undefined }),
      "missing",
      /locked, disconnected, or shows a secure/,
    ],
    ["input desktop", system({ inputDesktop: "Other" }), "missing", /"Other", and Casement is on "Default"/],
    ["DPI awareness", system({ perMonitorAware: false }), "degraded", /scales coordinates/],
    ["rights", system({ integrityLevel: 0x2000 }), "good", /^Medium.*run as administrator/],
    ["rights", system({ integrityLevel: 0x3000 }), "good", /^High.*elevated/],
    ["rights", system({ integrityLevel: 0x4000 }), "good", /^System/],
    ["rights", system({ integrityLevel: 0x1000 }), "degraded", /^Low/],
    ["rights", system({ integrityLevel: undefined }), "degraded", /cannot be read/],
    ["lanes", { lanes: { value: [{ lane: "act", startedInMs: 20 }] } }, "good", /act 20 ms/],
    [
      "lanes",
      { lanes: { value: [{ lane: "act", startedInMs: 20 }, { lane: "events", failure: "It ended." }] } },
      "missing",
      /events did not start \(It ended\)/,
    ],
    ["lanes", { lanes: { failure: "no answer within 20 s" } }, "missing", /no answer within 20 s/],
    [
      "system DLLs",
      { libraries: { value: [{ fileName: "shcore.dll", functionCount: 1, missing: ["GetDpiForMonitor"] }] } },
      "degraded",
      /shcore\.dll lacks GetDpiForMonitor: the scale of monitors/,
    ],
    [
      "system DLLs",
      { libraries: { value: [{ fileName: "dwmapi.dll", functionCount: 1, missing: undefined }] } },
      "degraded",
      /dwmapi\.dll is not there: cloaked windows/,
    ],
    [
      "system DLLs",
      { libraries: { value: [{ fileName: "user32.dll", functionCount: 9, missing: ["EnumWindows"] }] } },
      "missing",
      /user32\.dll lacks EnumWindows: windows cannot/,
    ],
    ["monitors", {}, "good", /^\d: \d+x\d+ at \d+ %/],
    ["monitors", { displays: { value: { ...healthy.layout, displays: [] } } }, "missing", /no monitor/],
    [
      "monitors",
      { displays: { value: { ...healthy.layout, displays: [{ ...DISPLAY, dpi: undefined }] } } },
      "degraded",
      /at an unknown scale/,
    ],
    ["monitors", { displays: { failure: "TIMEOUT" } }, "missing", /could not be looked at/],
    [
      "capture print",
      { captures: { ...GOOD.captures, print: refused } },
      "degraded",
      /no picture: its program drew nothing\.$/,
    ],
    [
      "capture print",
      { captures: { ...GOOD.captures, print: { failure: "Windows did not answer." } } },
      "degraded",
      /Windows did not answer\.$/,
    ],
    [
      "capture screen",
      { captures: { print: refused, windowDc: refused, screen: refused } },
      "missing",
      /no picture/,
    ],
    [
      "capture screen",
      {
        captures: {
          print: { value: "noWindow" },
          windowDc: { value: "noWindow" },
          screen: { value: "noWindow" },
        },
      },
      "degraded",
      /^Not tried: no window/,
    ],
    ["UI Automation", { elements: { value: "noWindow" } }, "degraded", /^Not tried/],
    ["UI Automation", { elements: { value: { count: 0 } } }, "degraded", /no element at all\.$/],
    [
      "UI Automation",
      { elements: { failure: "It is not installed." } },
      "degraded",
      /: It is not installed\.$/,
    ],
    ["clipboard", { clipboard: { value: { heldByPid: 44 } } }, "degraded", /^Process 44 holds/],
    ["clipboard", { clipboard: { value: { heldByPid: undefined } } }, "degraded", /^Another program holds/],
    ["clipboard", { clipboard: { failure: "It hung." } }, "degraded", /cannot be opened: It hung\.$/],
    ["captures folder", { capturesFolder: { failure: "Access is denied." } }, "degraded", /denied\.$/],
    [
      "permissions",
      { settings: { ...DEFAULT_SETTINGS, isReadOnly: true } },
      "good",
      /^Only tools that look are listed \(--read-only\)\. No program/,
    ],
    [
      "permissions",
      { settings: { ...DEFAULT_SETTINGS, toolsets: ["core", "ui"] } },
      "good",
      /^Only tools of core, ui \(--toolsets\) are listed\. Any program/,
    ],
    [
      "permissions",
      { settings: { ...DEFAULT_SETTINGS, isReadOnly: true, toolsets: ["ui"] } },
      "good",
      /^Only tools of ui \(--toolsets\) that look are listed \(--read-only\)/,
    ],
    [
      "permissions",
      { settings: { ...DEFAULT_SETTINGS, allowLaunch: ["notepad.exe"] } },
      "good",
      /that fit "notepad\.exe"/,
    ],
    [
      "permissions",
      { settings: { ...DEFAULT_SETTINGS, allowLaunch: [] } },
      "good",
      /No program may be started/,
    ],
  ] as readonly (readonly [string, Partial<DoctorFacts>, CheckStatus, RegExp])[]
) {
  Deno.test(`judge() calls "${name}" ${status} where it says ${says}`, () => {
    const found = check(name, facts);
    assert.equal(found.status, status);
    assert.match(found.says, says);
    // What is not good comes with what to do about it.
    assert.equal(found.doNext === undefined, status === "good");
  });
}

Deno.test("judge() says of a system without Windows that alone", () => {
  const failed = { failure: "This system has no Windows desktop", code: "PLATFORM_UNSUPPORTED" } as const;
  const checks = judge({ ...GOOD, lanes: failed, system: failed, libraries: failed, displays: failed });
  assert.deepEqual(checks.map(({ name, status }) => [name, status]), [
    ["windows", "missing"],
    ["captures folder", "good"],
    ["App Packs", "good"],
    ["permissions", "good"],
  ]);
  assert.match(checks[0]?.says ?? "", /^PLATFORM_UNSUPPORTED: /);
});
