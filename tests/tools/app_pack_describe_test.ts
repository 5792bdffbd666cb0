import assert from "node:assert/strict";
import { samplePack } from "../packs/sample_pack.ts";
import { packOf, PackWorld, smallPack } from "./pack_world.ts";

type Described = Readonly<Record<string, unknown>>;

async function describe(world: PackWorld, more: object = {}): Promise<Described> {
  return await world.door.succeed("app_pack_describe", { pack: "sensor-lab", ...more });
}

const byName = (list: unknown, field: string, name: string): Described | undefined =>
  (list as Described[]).find((one) => one[field] === name);

Deno.test("app_pack_describe: what is in a pack, without empty fields", async () => {
  using world = new PackWorld();
  const {
    pack,
    version,
    source,
    profile,
    controls,
    actions,
    workflows,
    limitations,
    defaultInteractionMode,
  } = await describe(world);
  assert.deepEqual([pack, version, source, defaultInteractionMode], [
    "sensor-lab",
    "1.2.0",
    "local",
    "background",
  ]);
  const { executableNames, mainWindow, launch, security, interaction, executableEnv } =
    samplePack()["profile.json"] ??
      {};
  assert.deepEqual(profile, { executableNames, executableEnv, mainWindow, launch, security, interaction });
  assert.deepEqual(byName(controls, "name", "channel.one"), {
    name: "channel.one",
    selectorCount: 1,
    confidence: "stable",
    description: "The first channel.",
    page: "settings",
    group: "channels",
    role: "tab",
    menu: {
      opensSubmenu: false,
      command: true,
      invokeMode: "pattern",
      panelControl: "settings.page",
      sectionControl: "settings.open",
    },
  });
  assert.deepEqual(byName(controls, "name", "settings.open"), {
    name: "settings.open",
    selectorCount: 1,
    confidence: "source-derived",
    description: "",
  });
  assert.deepEqual(byName(actions, "control", "settings.open"), {
    control: "settings.open",
    action: "invoke",
    idempotent: true,
    retrySafe: false,
    destructive: false,
    defaultExpect: false,
  });
  assert.deepEqual(workflows, [{
    id: "set_limit",
    description: "Sets the limit of a channel.",
    safe: true,
    tested: true,
    restoresState: true,
    visibility: "session",
    requiredInputs: ["limit"],
  }]);
  assert.deepEqual(limitations, ["channels-bar: The third channel is not mapped."]);
});

Deno.test("app_pack_describe: pages, groups, components and relationships unless the call says which", async () => {
  using world = new PackWorld();
  const all = await describe(world);
  assert.deepEqual(byName(all.pages, "id", "settings"), {
    id: "settings",
    displayName: "Settings",
    aliases: ["设置"],
    navigationControl: "settings.open",
    rootControl: "settings.page",
    readyMarkers: [{ control: "settings.open", condition: "exists" }],
    scrollContainers: ["settings.page"],
    components: ["channels-bar"],
  });
  assert.deepEqual(
    byName(all.selectionGroups, "id", "channels"),
    samplePack()["pages.json"]?.selectionGroups &&
      (samplePack()["pages.json"]?.selectionGroups as Described[])[0],
  );
  assert.equal(byName(all.components, "id", "channels-bar")?.mappingStatus, "partial");
  const parts = ["pages", "selectionGroups", "components", "relationships"];
  for (
    const [include, expected] of [
      ["pages", ["pages", "selectionGroups"]],
      ["components", ["components"]],
      ["controls", ["relationships"]],
      ["relationships", ["relationships"]],
    ] as const
  ) {
    const described = await describe(world, { include: [include] });
    assert.deepEqual(parts.filter((part) => part in described), expected);
  }
});

Deno.test("app_pack_describe: relationships in full, or in brief with aliases", async () => {
  using world = new PackWorld();
  const place = {
    control: "channel.one",
    page: "settings",
    parent: "settings.page",
    group: "channels",
    role: "tab",
  };
  const full = await describe(world);
  const one = samplePack()["controls.json"]?.controls as Record<string, Described>;
  const { visibility, postconditions, controlState } = one["channel.one"] ?? {};
  assert.deepEqual(byName(full.relationships, "control", "channel.one"), {
    ...place,
    visibility,
    postconditions,
    controlState,
  });
  const brief = await describe(world, { compact: true });
  assert.deepEqual(byName(brief.relationships, "control", "channel.one"), {
    ...place,
    aliases: ["channel 1", "通道1"],
    visibility: { scrollContainer: "settings.page" },
    postconditions: [{ control: "settings.open", condition: "exists" }],
  });
});

Deno.test("app_pack_describe: page leaves out other pages and components, and nothing else", async () => {
  using world = new PackWorld();
  const there = await describe(world, { page: "settings" });
  const elsewhere = await describe(world, { page: "main" });
  const counts = ({ pages, components, controls }: Described): readonly number[] =>
    [pages, components, controls].map((list) => (list as unknown[]).length);
  assert.deepEqual([counts(there), counts(elsewhere)], [[1, 1, 4], [0, 0, 4]]);
});

Deno.test("app_pack_describe: a pack without pages and components has no map", async () => {
  using world = new PackWorld({ small: smallPack("small", { a: { automationId: "a" } }) });
  const { pages, relationships, controls, defaultInteractionMode } = await world.door.succeed(
    "app_pack_describe",
    {
      pack: "small",
    },
  );
  assert.deepEqual([pages, relationships, defaultInteractionMode], [undefined, undefined, "auto"]);
  assert.equal((controls as unknown[]).length, 1);
});

Deno.test("app_pack_describe: what a control that is not supported lacks is a limitation; hidden workflows are not told", async () => {
  const [workflow] = samplePack()["workflows.json"]?.workflows as object[];
  using world = new PackWorld({
    lab: packOf("sensor-lab", {
      "controls.json": {
        controls: {
          ...(samplePack()["controls.json"]?.controls as object),
          canvas: {
            selectors: [{ automationId: "c" }],
            confidence: "unsupported",
            notes: "It draws itself.",
          },
        },
      },
      "workflows.json": { workflows: [{ ...workflow, visibility: "hidden" }] },
    }),
  });
  const { limitations, workflows } = await describe(world);
  assert.ok((limitations as string[]).includes("canvas: It draws itself."));
  assert.deepEqual(workflows, []);
});

Deno.test("app_pack_describe: guidance names only tools that this run lists, and no program", async () => {
  using world = new PackWorld(undefined, { isReadOnly: true });
  const { usageGuidance, pipeSafe } = await describe(world);
  const { recommendedOrder, antiPatterns, preferredLaunchTool, preferredTargetBinding } =
    usageGuidance as Described;
  assert.equal(preferredTargetBinding, "targetRef");
  assert.equal(preferredLaunchTool, undefined);
  assert.ok((recommendedOrder as string[]).some((line) => line.startsWith("resolve_semantic_control")));
  const text = JSON.stringify([recommendedOrder, antiPatterns, pipeSafe]);
  assert.doesNotMatch(text, /profile_launch|profile_action|launch_app|sensor/);
});

Deno.test("app_pack_describe: guidance is complete where every tool is listed, and names no program", async () => {
  using world = new PackWorld();
  const { usageGuidance, pipeSafe } = await describe(world);
  const { recommendedOrder, antiPatterns, preferredLaunchTool } = usageGuidance as Described;
  assert.equal(preferredLaunchTool, "profile_launch");
  assert.deepEqual((recommendedOrder as string[]).map((line) => line.split(" ")[0]), [
    "profile_launch",
    "resolve_semantic_control",
    "profile_action",
    "ui_query",
    "ui_catalog",
    "ui_inspect_tree",
  ]);
  assert.equal((antiPatterns as string[]).length, 7);
  // What a success may lack is not called safe: a program may have no window yet.
  assert.deepEqual(pipeSafe, {
    profile_launch: ["targetRef", "pid", "interaction"],
    profile_action: ["result", "selectorUsed", "interaction"],
    ui_wait: ["matched", "timedOut"],
  });
  assert.doesNotMatch(JSON.stringify(usageGuidance), /sensor/i);
});

Deno.test("app_pack_describe: PACK_NOT_FOUND, hidden packs by their exact id", async () => {
  using world = new PackWorld({ lab: packOf("lab", {}, { catalogVisibility: "hidden" }) });
  const error = await world.door.fail("app_pack_describe", { pack: "Lab" });
  assert.deepEqual([error.code, error.details], ["PACK_NOT_FOUND", { loaded: [] }]);
  assert.equal((await world.door.succeed("app_pack_describe", { pack: "lab" })).pack, "lab");
});
