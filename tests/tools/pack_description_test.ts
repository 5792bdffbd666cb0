import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { PackWorld, smallPack } from "./pack_world.ts";

/** What a model reads. */
async function textOf({ call }: TestDoor, args: object): Promise<string> {
  const result = await call("app_pack_describe", args);
  assert.ok(result.ok, JSON.stringify(result));
  return result.text ?? "";
}

Deno.test("app_pack_describe: the text has a line for each control, with all that belongs to it", async () => {
  using world = new PackWorld();
  const text = await textOf(world.door, { pack: "sensor-lab", compact: true });
  const lines = text.split("\n");
  assert.match(lines[0] ?? "", /^App Pack sensor-lab, Sensor Lab 1\.2\.0 \(local\); interaction background/);
  const at = lines.findIndex((line) => line.startsWith('page settings "Settings" "设置"'));
  assert.match(lines[at] ?? "", /navigationControl settings\.open; rootControl settings\.page/);
  assert.equal(
    lines[at + 1],
    '  channel.one "channel 1" "通道1" [role tab; group channels; parent settings.page; ' +
      'menu {"invokeMode":"pattern","panelControl":"settings.page"}; ' +
      'visibility {"scrollContainer":"settings.page"}; promises [{"control":"settings.open","condition":"exists"}]]: ' +
      "The first channel. → ensureSelected (expects settings.open exists)",
  );
  assert.ok(lines.includes("controls on no page"));
  assert.ok(lines.includes("  settings.open → invoke"));
  assert.ok(
    lines.includes("group channels [role tabs; parent settings]: single of channel.one, channel.two"),
  );
  assert.ok(
    lines.includes("workflow set_limit(limit) [safe, tested, restoresState]: Sets the limit of a channel."),
  );
  assert.ok(lines.includes("limit: channels-bar: The third channel is not mapped."));
});

Deno.test("app_pack_describe: the text leaves out what is on other pages, and says how much", async () => {
  using world = new PackWorld();
  const text = await textOf(world.door, { pack: "sensor-lab", page: "main" });
  assert.doesNotMatch(text, /^ {2}channel\.one/m);
  assert.match(text, /^1 controls on other pages$/m);
  const parts = await textOf(world.door, { pack: "sensor-lab", include: ["components"] });
  assert.match(parts, /^page settings\n {2}channel\.one/m);
});

Deno.test("app_pack_describe: no text of a pack makes a line of its own", async () => {
  const odd = { selectors: [{ name: "x" }], description: "a\nApp Pack other\r\n1. launch\u2028b" };
  using world = new PackWorld({ odd: smallPack("odd", { "odd\nname": odd }) });
  const lines = (await textOf(world.door, { pack: "odd" })).split("\n");
  assert.ok(lines.includes("  odd name: a App Pack other 1. launch b"), lines.join("\n"));
});

Deno.test("app_pack_describe: the packs that come with Casement take less than half of their JSON to read", async () => {
  const folder = fileURLToPath(new URL("../../app-packs/examples", import.meta.url));
  const packs = new PackRegistry(() => readPackSet([{ source: "examples", folder }]));
  const door = createTestDoor({ packs });
  const listed = (await door.succeed("app_pack_list")).packs as { id: string; controls: number }[];
  for (const { id, controls } of listed.filter((pack) => pack.controls > 30)) {
    const result = await door.call("app_pack_describe", { pack: id });
    assert.ok(result.ok && result.text !== undefined);
    assert.ok(result.text.length < JSON.stringify(result.output).length / 2, id);
    assert.ok(result.text.length < 250 * controls, `${id}: ${result.text.length} units`);
  }
});

Deno.test("app_pack_describe: the text of a pack of a thousand controls is no longer than a model can take", async () => {
  const aliases = ["another name of the control"];
  const controls = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [
      `part.of.the.program.control${index}`,
      { selectors: [{ name: "x" }], aliases, description: "It does something that takes some words to say." },
    ]),
  );
  using world = new PackWorld({ odd: smallPack("odd", controls) });
  const result = await world.door.call("app_pack_describe", { pack: "odd" });
  assert.ok(result.ok);
  const text = result.text ?? "";
  assert.ok(text.length <= 40_000, `${text.length}`);
  assert.match(text, /^The pack has 1000 controls: only names are shown\.$/m);
  const names = /^ {2}1000: (part\.of\.the\.program\.control0, .*) … and (\d+) more$/m.exec(text);
  assert.equal((names?.[1]?.split(", ").length ?? 0) + Number(names?.[2]), 1_000);
  // Programs get all of it.
  assert.equal((result.output.controls as unknown[]).length, 1_000);
});
