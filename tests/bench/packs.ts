/** What App Packs cost: reading and checking as many as there may be, and finding a control in a large one by words. */
import { readPackSet } from "../../src/packs/registry.ts";
import { type SemanticIndex, semanticIndexOf } from "../../src/packs/semantics/resolve.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { type Figure, median, ms, timed } from "./figures.ts";

const PACKS = 64;
const CONTROLS_A_PACK = 200;
const MOST_CONTROLS = 1_000;
const ALIASES = 5;
const LOADS = 5;
const QUERIES = 50;

/** A pack of controls in groups on pages, each with aliases, and each with a contract. */
function largePack(id: string, controlCount: number): Readonly<Record<string, unknown>> {
  const numbers = Array.from({ length: controlCount }, (_, index) => index);
  const page = (number: number): string => `page${Math.floor(number / 50)}`;
  const group = (number: number): string => `group${Math.floor(number / 10)}`;
  const controls = Object.fromEntries(numbers.map((number) => [`control.${number}`, {
    selectors: [
      number % 4 === 0
        ? { automationId: `panel\\.control${number}$`, match: "regex", controlType: "Button" }
        : { automationId: `main.panel.control${number}`, controlType: "Button" },
      { name: `Control ${number}`, controlType: "Button", ancestor: { automationId: "panel" } },
    ],
    description: `What control ${number} does.`,
    aliases: Array.from({ length: ALIASES }, (_, alias) => `通道 ${number} setting ${alias}`),
    page: page(number),
    group: group(number),
    role: "tab",
    controlState: { any: [{ condition: "selected" }] },
    postconditions: [{ profileControl: `control.${number}`, condition: "exists" }],
  }]));
  const groups = [...new Set(numbers.map(group))];
  return {
    "manifest.json": { schemaVersion: 1, id, displayName: id, version: "1" },
    "profile.json": { id, executableNames: [`${id}.exe`] },
    "controls.json": { controls },
    "actions.json": {
      contracts: numbers.map((number) => ({
        control: `control.${number}`,
        action: "ensureSelected",
        idempotent: true,
      })),
    },
    "pages.json": {
      pages: [...new Set(numbers.map(page))].map((id) => ({ id, displayName: id, rootControl: "control.0" })),
      selectionGroups: groups.map((id) => ({
        id,
        parent: page(Number(id.slice("group".length)) * 10),
        members: numbers.filter((number) => group(number) === id).map((number) => `control.${number}`),
      })),
    },
  };
}

async function reading(): Promise<Figure> {
  using place = new PackPlace();
  for (let number = 0; number < PACKS; number++) {
    place.write(`packs/p${number}`, largePack(`p${number}`, CONTROLS_A_PACK));
  }
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    times.push(
      await timed(async () => {
        const { packs, issues } = await readPackSet([{ source: "cli", folder: `${place.root}/packs` }]);
        if (packs.size < PACKS) throw new Error(JSON.stringify(issues[0]));
      }),
    );
  }
  const name = `reading and checking ${PACKS} App Packs of ${CONTROLS_A_PACK} controls`;
  return { name, value: `${ms(median(times))}; the first time ${ms(times[0] ?? NaN)}`, goal: "at most 1 s" };
}

async function finding(): Promise<Figure> {
  using place = new PackPlace();
  place.write("packs/large", largePack("large", MOST_CONTROLS));
  const { packs } = await readPackSet([{ source: "cli", folder: `${place.root}/packs` }]);
  const pack = packs.get("large");
  if (pack === undefined) throw new Error("The pack was not loaded");
  const query = { query: "通道 ７７ setting 3 control.77", limit: 10 };
  const ask = (index: SemanticIndex): Promise<void> => {
    if (index.resolve(query)?.matches[0]?.control !== "control.77") throw new Error("Not found");
    return Promise.resolve();
  };
  const first = await timed(() => ask(semanticIndexOf(pack)));
  const times: number[] = [];
  for (let round = 0; round < QUERIES; round++) times.push(await timed(() => ask(semanticIndexOf(pack))));
  const name = `\`resolve_semantic_control\`, ${MOST_CONTROLS} controls of ${ALIASES} aliases`;
  return { name, value: `${ms(median(times))}; the first time ${ms(first)}`, goal: "at most 10 ms" };
}

/** See the head of this file. */
export async function packFigures(): Promise<readonly Figure[]> {
  return [await reading(), await finding()];
}

if (import.meta.main) {
  for (const { name, value, goal } of await packFigures()) {
    await Deno.stdout.write(new TextEncoder().encode(`${name}: ${value} (${goal})\n`));
  }
}
