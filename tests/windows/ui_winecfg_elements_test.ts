/** Settings that are changed on the tabs of a dialog and applied, seen in the registry. */
import assert from "node:assert/strict";
import { DrivenProgram } from "./driven_program.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { exists } from "./observe.ts";
import { keepRegistry, type RegistryKey, registryText } from "./observe_registry.ts";

const skippedFor = hasServer ? undefined : "Wine's own configuration";

const VERSION: RegistryKey = {
  root: "HKEY_LOCAL_MACHINE",
  path: "Software\\Microsoft\\Windows NT\\CurrentVersion",
};
const WINDOW: RegistryKey = { root: "HKEY_CURRENT_USER", path: "Software\\Wine\\X11 Driver" };
const WINE: RegistryKey = { root: "HKEY_CURRENT_USER", path: "Software\\Wine" };
const WINDOWS: RegistryKey = {
  root: "HKEY_LOCAL_MACHINE",
  path: "System\\CurrentControlSet\\Control\\Windows",
};
/** What winecfg writes of a version, and what the check box writes. */
const WRITTEN = [
  ...[
    ...["CSDVersion", "CurrentBuild", "CurrentBuildNumber", "CurrentVersion", "ProductName"],
    ...["CurrentMajorVersionNumber", "CurrentMinorVersionNumber", "ReleaseId", "UBR"],
  ].map((name) => [VERSION, name] as const),
  [WINDOWS, "CSDVersion"] as const,
  [WINE, "Version"] as const,
  [WINDOW, "GrabFullscreen"] as const,
];

const BUILD = { "Windows 7": "7601" } as const;
const GRAB = 'checkBox "Automatically capture the mouse';

elementsTest(
  "winecfg: a version and a check box on two tabs are in the registry once they are applied",
  async () => {
    using _kept = keepRegistry(WRITTEN);
    await using config = await DrivenProgram.start("C:\\windows\\system32\\winecfg.exe");
    const before = {
      build: registryText(VERSION, "CurrentBuildNumber"),
      grab: registryText(WINDOW, "GrabFullscreen"),
    };
    const choices = /comboBox "Windows Version:" .* value="([^"]+)"/.exec(await config.outline());
    const versionBefore = choices?.[1];
    assert.ok(versionBefore !== undefined && versionBefore !== "Windows 7", versionBefore);

    // Nothing is there to be applied before something was changed, and nothing is written before it is applied.
    const apply = await config.ref('button "Apply"');
    const early = await config.door.fail("ui_action", { ref: apply, action: "invoke" });
    assert.equal(early.code, "CONTROL_DISABLED");
    const chosen = await config.act('comboBox "Windows Version:"', "selectByName", { value: "Windows 7" });
    assert.deepEqual([chosen.verified, chosen.beforeValue, chosen.afterValue], [
      "yes",
      versionBefore,
      "Windows 7",
    ]);
    await config.until("enabled", { name: "Apply" });
    assert.equal(registryText(VERSION, "CurrentBuildNumber"), before.build);

    // The page of another tab comes and the first one goes.
    const tab = await config.act("tab ", "selectByName", { value: "Graphics" });
    assert.deepEqual([tab.verified, tab.selected.name], ["yes", "Graphics"]);
    const again = await config.act("tab ", "selectByName", { value: "Graphics" });
    assert.deepEqual([again.verified, again.selected.name], ["yes", "Graphics"]);
    const box = await config.ref(GRAB);
    assert.doesNotMatch(await config.outline(), /Windows Version:/);
    const isOn = before.grab === "Y";
    const set = await config.door.succeed("ui_action", { ref: box, action: "setChecked", value: `${!isOn}` });
    assert.deepEqual([set.verified, set.after.toggleState], ["yes", isOn ? "Off" : "On"]);
    const applied = await config.door.succeed("ui_action", { ref: apply, action: "invoke" });
    assert.deepEqual([applied.verified, applied.after.enabled], ["yes", false]);
    await waitFor(
      () => registryText(WINDOW, "GrabFullscreen") === (isOn ? "N" : "Y") ? true : undefined,
      20_000,
    );
    assert.equal(registryText(WINDOW, "GrabFullscreen"), isOn ? "N" : "Y");
    assert.equal(registryText(VERSION, "CurrentBuildNumber"), BUILD["Windows 7"]);

    // Back, as a person would; what ends the dialog is OK this time.
    await config.door.succeed("ui_action", { ref: box, action: "setChecked", value: `${isOn}` });
    const first = await config.act("tab ", "selectByIndex", { index: 0 });
    assert.equal(first.selected.name, "Applications");
    await config.act('comboBox "Windows Version:"', "selectByName", { value: versionBefore });
    const ended = await config.act('button "OK"', "invoke");
    assert.deepEqual(ended.closed.map(({ hwnd }: { hwnd: string }) => hwnd), [config.handle]);
    assert.ok(!exists(config.hwnd));
    await waitFor(
      () => registryText(VERSION, "CurrentBuildNumber") === before.build ? true : undefined,
      20_000,
    );
    assert.equal(registryText(VERSION, "CurrentBuildNumber"), before.build);
    assert.equal(registryText(WINDOW, "GrabFullscreen"), isOn ? "Y" : "N");
  },
  skippedFor,
);
