import assert from "node:assert/strict";
import { validatePack } from "../../../src/packs/validate/validate_pack.ts";
import { type Json, packWith, set } from "../changed_pack.ts";

/** What was found, as `CODE part path`. */
async function found(change: (files: Record<string, Json>) => void): Promise<readonly string[]> {
  const findings = validatePack(await packWith(change));
  for (const { message } of findings) assert.ok(message.length > 10, message);
  return findings.map(({ code, part, path }) => `${code} ${part} ${path}`);
}

Deno.test("validatePack() finds nothing in a pack that fits", async () => {
  assert.deepEqual(validatePack(await packWith()), []);
});

const ONE = "controls/channel.one";

for (
  const [file, place, value, expected] of [
    ["profile.json", "id", "another", "ID_MISMATCH profile id"],
    [
      "profile.json",
      "interaction/defaultMode",
      "foregroundDemo",
      "FOREGROUND_BY_DEFAULT profile interaction.defaultMode",
    ],
    ["controls.json", `${ONE}/page`, "none", 'UNKNOWN_CONTROL_PAGE controls controls["channel.one"].page'],
    [
      "controls.json",
      `${ONE}/parent`,
      "settings",
      'UNKNOWN_CONTROL_PARENT controls controls["channel.one"].parent',
    ],
    ["controls.json", `${ONE}/group`, "none", 'UNKNOWN_CONTROL_GROUP controls controls["channel.one"].group'],
    [
      "controls.json",
      `${ONE}/search/rootControl`,
      "none",
      'UNKNOWN_SEARCH_ROOT controls controls["channel.one"].search.rootControl',
    ],
    [
      "controls.json",
      `${ONE}/visibility/scrollContainer`,
      "none",
      'UNKNOWN_SCROLL_CONTAINER controls controls["channel.one"].visibility.scrollContainer',
    ],
    [
      "controls.json",
      `${ONE}/postconditions/0/profileControl`,
      "none",
      'UNKNOWN_POSTCONDITION_CONTROL controls controls["channel.one"].postconditions[0].profileControl',
    ],
    [
      "controls.json",
      `${ONE}/menu/panelControl`,
      "none",
      'UNKNOWN_MENU_CONTROL controls controls["channel.one"].menu.panelControl',
    ],
    ["actions.json", "contracts/0/control", "none", "UNKNOWN_CONTROL actions contracts[0].control"],
    [
      "actions.json",
      "contracts/0/action",
      "windowMessageClick",
      "UNKNOWN_ACTION actions contracts[0].action",
    ],
    ["actions.json", "contracts/0/action", "press", "UNKNOWN_ACTION actions contracts[0].action"],
    ["actions.json", "contracts/0/idempotent", false, "UNSAFE_RETRY actions contracts[0].retrySafe"],
    [
      "actions.json",
      "contracts/0/defaultExpect/profileControl",
      "none",
      "UNKNOWN_POSTCONDITION_CONTROL actions contracts[0].defaultExpect.profileControl",
    ],
    [
      "pages.json",
      "pages/0/navigationControl",
      "none",
      "UNKNOWN_NAVIGATION_CONTROL pages pages[0].navigationControl",
    ],
    ["pages.json", "pages/0/rootControl", "none", "UNKNOWN_ROOT_CONTROL pages pages[0].rootControl"],
    [
      "pages.json",
      "pages/0/readyMarkers/0/profileControl",
      "none",
      "UNKNOWN_READY_MARKER pages pages[0].readyMarkers[0].profileControl",
    ],
    [
      "pages.json",
      "pages/0/scrollContainers/0",
      "x",
      "UNKNOWN_SCROLL_CONTAINER pages pages[0].scrollContainers[0]",
    ],
    ["pages.json", "pages/0/components/0", "none", "UNKNOWN_COMPONENT pages pages[0].components[0]"],
    [
      "pages.json",
      "selectionGroups/0/parent",
      "none",
      "UNKNOWN_GROUP_PARENT pages selectionGroups[0].parent",
    ],
    [
      "pages.json",
      "selectionGroups/0/members/1",
      "x",
      "UNKNOWN_GROUP_MEMBER pages selectionGroups[0].members[1]",
    ],
    ["components.json", "components/0/page", "none", "UNKNOWN_COMPONENT_PAGE components components[0].page"],
    [
      "components.json",
      "components/0/rootControl",
      "none",
      "UNKNOWN_COMPONENT_ROOT components components[0].rootControl",
    ],
    [
      "components.json",
      "components/0/children/0",
      "none",
      "UNKNOWN_COMPONENT_CHILD components components[0].children[0]",
    ],
  ] as const
) {
  Deno.test(`validatePack() finds ${expected}`, async () => {
    assert.deepEqual(await found((files) => set(files, file, place, value)), [expected]);
  });
}

Deno.test("validatePack(): a group may be in a page, a control or a component", async () => {
  for (const parent of ["settings", "settings.page", "channels-bar"]) {
    assert.deepEqual(
      await found((files) => set(files, "pages.json", "selectionGroups/0/parent", parent)),
      [],
    );
  }
});

Deno.test("validatePack(): a control that names one group and is listed in another contradicts itself", async () => {
  const pack = await packWith((files) => {
    const pages = files["pages.json"] as { selectionGroups: Json[] };
    const [first] = pages.selectionGroups;
    pages.selectionGroups = [{ ...first, id: "first" }, { ...first, id: "other" }];
    const { controls } = files["controls.json"] as { controls: Record<string, Json> };
    for (const [name, control] of Object.entries(controls)) {
      if ("group" in control) controls[name] = { ...control, group: "first", selectionGroup: "first" };
    }
    pages.selectionGroups[0] = { ...pages.selectionGroups[0], members: ["settings.open", "settings.page"] };
  });
  const conflicts = validatePack(pack).filter(({ code }) => code === "GROUP_CONFLICT");
  assert.ok(conflicts.length > 0);
  for (const { message } of conflicts) {
    assert.equal(message, 'It is in group "first" and a member of group "other"');
  }
});

Deno.test("validatePack(): two groups of one control contradict one another", async () => {
  const findings = await found((files) => {
    const { selectionGroups } = files["pages.json"] as { selectionGroups: object[] };
    selectionGroups.push({ ...selectionGroups[0], id: "others" });
    set(files, "controls.json", `${ONE}/selectionGroup`, "others");
  });
  assert.deepEqual(findings, ['GROUP_CONFLICT controls controls["channel.one"]']);
});

Deno.test("validatePack(): the same id twice, and a contract twice, which is only told of", async () => {
  const again = (files: Record<string, Json>, file: string, list: string): void => {
    const entries = files[file]?.[list] as object[];
    entries.push(structuredClone(entries[0] ?? {}));
  };
  const findings = await found((files) => {
    again(files, "pages.json", "pages");
    again(files, "pages.json", "selectionGroups");
    again(files, "components.json", "components");
    again(files, "actions.json", "contracts");
  });
  assert.deepEqual(findings, [
    "DUPLICATE_CONTRACT actions contracts[2]",
    "DUPLICATE_PAGE_ID pages pages[1].id",
    "DUPLICATE_GROUP_ID pages selectionGroups[1].id",
    "DUPLICATE_COMPONENT_ID components components[1].id",
  ]);
  const warnings = validatePack(await packWith((files) => again(files, "actions.json", "contracts")));
  assert.deepEqual(warnings.map(({ severity }) => severity), ["warning"]);
});

Deno.test("validatePack() names the circle of components, and of controls, each once", async () => {
  const pack = await packWith((files) => {
    const components = files["components.json"]?.components as object[];
    for (const [id, child] of [["b", "c"], ["c", "d"], ["d", "b"], ["e", "b"]] as const) {
      components.push({ id, children: [child] });
    }
    const { controls } = files["controls.json"] as { controls: Json };
    for (const [id, parent] of [["x", "y"], ["y", "x"], ["z", "z"]] as const) {
      controls[id] = { selectors: [{ automationId: id }], parent };
    }
  });
  assert.deepEqual(validatePack(pack).map(({ code, part, message }) => `${code} ${part} ${message}`), [
    'RELATIONSHIP_CYCLE components Components contain one another: "b" → "c" → "d" → "b"',
    'RELATIONSHIP_CYCLE controls Controls are one another\'s parents: "x" → "y" → "x"',
    'RELATIONSHIP_CYCLE controls Controls are one another\'s parents: "z" → "z"',
  ]);
});

Deno.test("validatePack(): a component and its control that name one another are no circle", async () => {
  assert.deepEqual(await found((files) => set(files, "controls.json", `${ONE}/parent`, "channels-bar")), []);
});

Deno.test("validatePack(): a chain of a thousand controls is none either", async () => {
  const pack = await packWith((files) => {
    const { controls } = files["controls.json"] as { controls: Json };
    for (let number = 0; number < 990; number++) {
      const parent = number === 0 ? {} : { parent: `n${number - 1}` };
      controls[`n${number}`] = { selectors: [{ automationId: `${number}` }], ...parent };
    }
  });
  assert.deepEqual(validatePack(pack), []);
});

for (
  const [text, isPlace] of [
    ["C:\\Program Files\\Lab\\lab.exe", true],
    ["run d:/lab/lab.exe", true],
    ["\\\\server\\share\\lab", true],
    ["see //server/share", true],
    ["btn\\d+$", false],
    ["^\\\\\\d$", false],
    ["https://example.org/lab", false],
    ["Ratio a:b", false],
    ["A // comment", false],
    ["C: the third channel", false],
  ] as const
) {
  Deno.test(`validatePack(): ${JSON.stringify(text)} is ${isPlace ? "" : "no "}place of one machine`, async () => {
    const findings = await found((files) => set(files, "controls.json", `${ONE}/notes`, text));
    assert.deepEqual(findings, isPlace ? ['ABSOLUTE_PATH controls controls["channel.one"].notes'] : []);
  });
}

Deno.test("validatePack(): a group that several controls name is there by that, one that a single one names is a slip", async () => {
  const findings = await found((files) => {
    set(files, "controls.json", "controls/settings.open", {
      selectors: [{ automationId: "a" }],
      selectionGroup: "by-name",
    });
    set(files, "controls.json", "controls/settings.page", {
      selectors: [{ automationId: "b" }],
      selectionGroup: "by-name",
    });
    set(files, "controls.json", "controls/channel.two/selectionGroup", "chanels");
  });
  assert.deepEqual(findings, [
    'UNKNOWN_CONTROL_GROUP controls controls["channel.two"].selectionGroup',
  ]);
});
