import assert from "node:assert/strict";
import { loadPacks, MOST_PACKS } from "../../../src/packs/load/load_packs.ts";
import { sourceFolders } from "../../../src/packs/load/pack_sources.ts";
import { PackPlace } from "./pack_place.ts";

/** The files of the smallest pack there is. */
function smallPack(id: string, more: object = {}): Readonly<Record<string, unknown>> {
  return {
    "manifest.json": { schemaVersion: 1, id, displayName: id, version: "1", ...more },
    "profile.json": { id, executableNames: [`${id}.exe`] },
  };
}

Deno.test("loadPacks() takes packs of all sources, in the order of sources and of names", async () => {
  using place = new PackPlace();
  for (const [folder, id] of [["one/zeta", "zeta"], ["one/alpha", "alpha"], ["two/beta", "beta"]] as const) {
    place.write(folder, smallPack(id));
  }
  Deno.mkdirSync(`${place.root}/one/no pack at all`);
  Deno.writeTextFileSync(`${place.root}/one/a file`, "");
  const { packs, leftOut, sourceIssues } = await loadPacks([
    { source: "env", folder: `${place.root}/one` },
    { source: "appdata", folder: `${place.root}/none` },
    { source: "local", folder: `${place.root}/two` },
  ]);
  assert.deepEqual([...packs.keys()], ["alpha", "zeta", "beta"]);
  assert.deepEqual([packs.get("zeta")?.source, packs.get("beta")?.source], ["env", "local"]);
  assert.deepEqual([leftOut, sourceIssues], [[], []]);
});

Deno.test("loadPacks(): what is wrong with one pack keeps no other one away", async () => {
  using place = new PackPlace();
  place.write("packs/good", smallPack("good"));
  place.write("packs/broken", { ...smallPack("broken"), "profile.json": "{" });
  place.write("packs/off", smallPack("off", { enabled: false }));
  const { packs, leftOut } = await loadPacks([{ source: "cli", folder: `${place.root}/packs` }]);
  assert.deepEqual([...packs.keys()], ["good"]);
  const shown = leftOut.map(({ folder, manifest, issues }) => [
    folder,
    manifest?.id,
    ...issues.map(({ code, folder }) => `${code} ${folder}`),
  ]);
  assert.deepEqual(shown, [["broken", "broken", "JSON_INVALID broken"], ["off", "off"]]);
});

Deno.test("loadPacks(): the first source keeps an id, and the second is told where it is", async () => {
  using place = new PackPlace();
  place.write("one/mine", smallPack("same", { displayName: "mine" }));
  place.write("two/theirs", smallPack("same", { displayName: "theirs" }));
  const { packs, leftOut } = await loadPacks([
    { source: "local", folder: `${place.root}/one` },
    { source: "examples", folder: `${place.root}/two` },
  ]);
  assert.equal(packs.get("same")?.manifest.displayName, "mine");
  assert.equal(leftOut[0]?.pack?.manifest.displayName, "theirs");
  assert.deepEqual(leftOut.flatMap(({ issues }) => issues), [{
    code: "PACK_ID_CONFLICT",
    source: "examples",
    folder: "theirs",
    message: "Pack same is there already, in folder mine of source local",
  }]);
});

Deno.test("loadPacks() takes 64 packs, and says that the next one is one too many", async () => {
  using place = new PackPlace();
  for (let number = 1; number <= MOST_PACKS + 1; number++) {
    place.write(`packs/p${String(number).padStart(3, "0")}`, smallPack(`p${number}`));
  }
  const { packs, leftOut } = await loadPacks([{ source: "cli", folder: `${place.root}/packs` }]);
  assert.equal(packs.size, MOST_PACKS);
  assert.deepEqual(leftOut.flatMap(({ issues }) => issues).map(({ code, folder }) => [code, folder]), [[
    "TOO_MANY_PACKS",
    "p065",
  ]]);
});

Deno.test("loadPacks(): what is no folder of packs is told of by its name, and the others are read", async () => {
  using place = new PackPlace();
  place.write("packs/good", smallPack("good"));
  Deno.writeTextFileSync(`${place.root}/file`, "");
  const { packs, sourceIssues } = await loadPacks([
    { source: "cli", folder: `${place.root}/file` },
    { source: "local", folder: `${place.root}/packs` },
  ]);
  assert.deepEqual([...packs.keys()], ["good"]);
  assert.deepEqual(sourceIssues.map(({ code, source, folder }) => [code, source, folder]), [
    ["SOURCE_UNREADABLE", "cli", "file"],
  ]);
  assert.ok(!sourceIssues[0]?.message.includes(place.root), sourceIssues[0]?.message);
});

Deno.test("loadPacks(): a folder that somebody has named and is not there is told of, any other may be absent", async () => {
  using place = new PackPlace();
  place.write("packs/good", smallPack("good"));
  const { packs, sourceIssues } = await loadPacks([
    { source: "cli", folder: `${place.root}/typo` },
    { source: "env", folder: `${place.root}/no/such/way` },
    { source: "env", folder: `${place.root}/packs` },
    ...(["appdata", "local", "examples"] as const).map((source) => ({
      source,
      folder: `${place.root}/none`,
    })),
  ]);
  assert.deepEqual([...packs.keys()], ["good"]);
  assert.deepEqual(
    sourceIssues,
    [["cli", "typo"], ["env", "way"]].map(([source, folder]) => ({
      code: "SOURCE_UNREADABLE",
      source,
      folder,
      message: "There is no such folder",
    })),
  );
});

Deno.test("sourceFolders(): command line, environment, application data, the current folder, the examples", () => {
  const variables: Record<string, string> = {
    CASEMENT_APP_PACK_DIRS: "C:\\a; C:\\b ;",
    SCREENSHOT_MCP_APP_PACK_DIRS: "D:\\old",
    APPDATA: "/roaming",
  };
  const settings = {
    packDirs: ["first", "second"],
    env: (name: string) => variables[name],
    separator: ";",
    currentFolder: "/here",
    examples: "/examples",
  } as const;
  // Slashes as on whichever system this runs.
  const shown = sourceFolders(settings).map(({ source, folder }) =>
    `${source} ${folder.replaceAll("\\", "/")}`
  );
  assert.deepEqual(shown, [
    "cli first",
    "cli second",
    "env C:/a",
    "env C:/b",
    "env D:/old",
    "appdata /roaming/Casement/app-packs",
    "appdata /roaming/ScreenShotTool-MCP/app-packs",
    "local /here/local-app-packs",
    "examples /examples",
  ]);
  const bare = sourceFolders({ ...settings, packDirs: [], env: () => undefined });
  assert.deepEqual(bare.map(({ source }) => source), ["local", "examples"]);
});
