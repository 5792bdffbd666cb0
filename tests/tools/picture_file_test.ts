import assert from "node:assert/strict";
import { basename, join } from "node:path";
import type { Settings } from "../../src/core/config.ts";
import { checkOutputPath, newCaptureName, savePicture } from "../../src/tools/picture_file.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

const PICTURE = Uint8Array.of(1, 2, 3);
const isWindows = Deno.build.os === "windows";

/** A folder that is allowed, and one beside it that is not; both end with the block. */
class Folders implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "casement" }));
  readonly allowed = join(this.root, "allowed");
  readonly captures = join(this.root, "captures");
  readonly outside = join(this.root, "outside");
  readonly settings: Settings = {
    ...DEFAULT_SETTINGS,
    capturesDir: this.captures,
    outputDirs: [this.captures, this.allowed],
  };

  constructor() {
    for (const dir of [this.allowed, this.outside]) Deno.mkdirSync(dir);
  }

  /** Every file and folder, relative to the root. */
  everything(dir = this.root): string[] {
    return [...Deno.readDirSync(dir)].flatMap((entry) => {
      const path = join(dir, entry.name);
      const name = path.slice(this.root.length + 1).replaceAll("\\", "/");
      return entry.isDirectory ? [name, ...this.everything(path)] : [name];
    }).sort();
  }

  /** What a tool does: checks first, writes later. */
  async save(path: string | undefined): Promise<string> {
    return await savePicture(PICTURE, checkOutputPath(path, this.settings), this.settings);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

Deno.test("savePicture() makes the folders and writes the file whole", async () => {
  using folders = new Folders();
  const path = join(folders.allowed, "a", "b c", "picture.PNG");
  assert.equal(await folders.save(path), path);
  assert.deepEqual(await Deno.readFile(path), PICTURE);
  assert.deepEqual(folders.everything(), [
    "allowed",
    "allowed/a",
    "allowed/a/b c",
    "allowed/a/b c/picture.PNG",
    "outside",
  ]);
});

Deno.test("savePicture() replaces an older picture", async () => {
  using folders = new Folders();
  const path = join(folders.allowed, "picture.png");
  await Deno.writeTextFile(path, "older and longer");
  await folders.save(path);
  assert.deepEqual(await Deno.readFile(path), PICTURE);
});

for (
  const [name, code] of [
    ["picture.jpg", "INVALID_OUTPUT_PATH"],
    ["picture.png/", "INVALID_OUTPUT_PATH"],
    ["picture", "INVALID_OUTPUT_PATH"],
    [".png", "INVALID_OUTPUT_PATH"],
    ["picture.png.", "INVALID_OUTPUT_PATH"],
    ["picture.png ", "INVALID_OUTPUT_PATH"],
    ["CON.png", "INVALID_OUTPUT_PATH"],
    ["con.x.png", "INVALID_OUTPUT_PATH"],
    ["nul .png", "INVALID_OUTPUT_PATH"],
    ["lpt1/a.png", "INVALID_OUTPUT_PATH"],
    ["COM².png", "INVALID_OUTPUT_PATH"],
    ["conin$.png", "INVALID_OUTPUT_PATH"],
    ["file.png:stream.png", "INVALID_OUTPUT_PATH"],
    ["a*.png", "INVALID_OUTPUT_PATH"],
    ["a\u0000.png", "INVALID_OUTPUT_PATH"],
    ["a\n.png", "INVALID_OUTPUT_PATH"],
    ["half \uD83D.png", "INVALID_OUTPUT_PATH"],
    ["dots./a.png", "INVALID_OUTPUT_PATH"],
    [".. /a.png", "INVALID_OUTPUT_PATH"],
    ["a folder.png", "INVALID_OUTPUT_PATH"],
    ["../outside/a.png", "PERMISSION_DENIED"],
    ["x/../../outside/a.png", "PERMISSION_DENIED"],
    ["../allowed2/a.png", "PERMISSION_DENIED"],
    ["a file/a.png", "OUTPUT_WRITE_FAILED"],
    [`${"n".repeat(300)}.png`, "OUTPUT_WRITE_FAILED"],
  ] as const
) {
  Deno.test(`an output path of ${JSON.stringify(name.slice(0, 30))} is ${code} and leaves nothing`, async () => {
    using folders = new Folders();
    Deno.mkdirSync(join(folders.allowed, "a folder.png"));
    Deno.writeTextFileSync(join(folders.allowed, "a file"), "");
    const before = folders.everything();
    await assert.rejects(folders.save(`${folders.allowed}/${name}`), { code });
    assert.deepEqual(folders.everything(), before);
  });
}

Deno.test("a path that is not absolute is refused, wherever the program runs", () => {
  using folders = new Folders();
  const settings = { ...folders.settings, outputDirs: [Deno.cwd()] };
  for (const path of ["picture.png", "./picture.png", "sub/picture.png"]) {
    assert.throws(() => checkOutputPath(path, settings), { code: "INVALID_OUTPUT_PATH" });
  }
});

Deno.test("names that begin with two dots are names", async () => {
  using folders = new Folders();
  const path = join(folders.allowed, "..folder", "..picture.png");
  assert.equal(await folders.save(path), path);
});

Deno.test("a refusal names the allowed folders and the option", () => {
  using folders = new Folders();
  assert.throws(() => checkOutputPath(join(folders.outside, "a.png"), folders.settings), {
    code: "PERMISSION_DENIED",
    details: { option: "--output-dir", allowed: folders.settings.outputDirs },
  });
});

Deno.test("a server that only reads takes no output path", async () => {
  using folders = new Folders();
  const settings = { ...folders.settings, isReadOnly: true };
  assert.throws(() => checkOutputPath(join(folders.captures, "a.png"), settings), {
    code: "PERMISSION_DENIED",
  });
  assert.equal(checkOutputPath(undefined, settings), undefined);
  await savePicture(PICTURE, undefined, settings);
  assert.equal([...Deno.readDirSync(folders.captures)].length, 1);
});

Deno.test({
  name: "a link out of the allowed folders is not followed, and no folder is made behind it",
  ignore: isWindows,
  fn: async () => {
    using folders = new Folders();
    await Deno.symlink(folders.outside, join(folders.allowed, "link"));
    await Deno.symlink(join(folders.root, "nowhere"), join(folders.allowed, "dangling"));
    const before = folders.everything();
    for (
      const [name, code] of [
        ["link/a.png", "PERMISSION_DENIED"],
        ["link/new/deep/a.png", "PERMISSION_DENIED"],
        ["dangling/a.png", "OUTPUT_WRITE_FAILED"],
        ["dangling/new/a.png", "OUTPUT_WRITE_FAILED"],
      ] as const
    ) {
      await assert.rejects(folders.save(join(folders.allowed, name)), { code }, name);
    }
    assert.deepEqual(folders.everything(), before);
  },
});

Deno.test({
  name: "a link within the allowed folders, and an allowed folder that is a link, are followed",
  ignore: isWindows,
  fn: async () => {
    using folders = new Folders();
    await Deno.mkdir(join(folders.allowed, "real"));
    await Deno.symlink(join(folders.allowed, "real"), join(folders.allowed, "link"));
    await folders.save(join(folders.allowed, "link", "a.png"));
    const allowedLink = join(folders.root, "allowed link");
    await Deno.symlink(folders.allowed, allowedLink);
    const settings = { ...folders.settings, outputDirs: [allowedLink] };
    const path = join(allowedLink, "new", "b.png");
    await savePicture(PICTURE, checkOutputPath(path, settings), settings);
    const names = folders.everything();
    assert.ok(names.includes("allowed/real/a.png") && names.includes("allowed/new/b.png"), names.join());
  },
});

Deno.test({
  name: "a link in place of the file is replaced, and what it leads to is left alone",
  ignore: isWindows,
  fn: async () => {
    using folders = new Folders();
    const precious = join(folders.outside, "precious.txt");
    await Deno.writeTextFile(precious, "precious");
    const path = join(folders.allowed, "a.png");
    await Deno.symlink(precious, path);
    await folders.save(path);
    assert.equal(await Deno.readTextFile(precious), "precious");
    assert.deepEqual(await Deno.readFile(path), PICTURE);
  },
});

Deno.test("captures without a path get names of their time, never twice", async () => {
  const at = new Date(2026, 0, 2, 3, 4, 5);
  assert.match(newCaptureName(at), /^20260102-030405-[0-9a-z]{6}\.png$/);
  using folders = new Folders();
  const paths = await Promise.all(Array.from({ length: 50 }, () => folders.save(undefined)));
  assert.equal(new Set(paths).size, 50);
});

Deno.test("of captures without a path the newest 200 are kept, and nothing else is touched", async () => {
  using folders = new Folders();
  await Deno.mkdir(folders.captures);
  const old = Array.from({ length: 250 }, (_, i) => `20250101-000${String(i).padStart(3, "0")}-abcdef.png`);
  const foreign = ["mine.png", "20250101-000000-abcdef.png.txt", "20240101-000000-ABCDEF.png", "notes.txt"];
  for (const name of [...old, ...foreign]) await Deno.writeTextFile(join(folders.captures, name), "");
  await folders.save(undefined);
  const names = [...Deno.readDirSync(folders.captures)].map(({ name }) => name);
  assert.deepEqual(foreign.filter((name) => !names.includes(name)), []);
  const captures = names.filter((name) => !foreign.includes(name)).sort();
  assert.equal(captures.length, 200);
  assert.deepEqual(captures.slice(0, -1), old.slice(-199));
});

Deno.test("the newest 200 are kept over many captures, those of another server among them", async () => {
  using folders = new Folders();
  const captures = (): string[] => [...Deno.readDirSync(folders.captures)].map(({ name }) => name).sort();
  const own: string[] = [];
  for (let i = 0; i < 230; i++) own.push(basename(await folders.save(undefined)));
  assert.equal(captures().length, 200);
  assert.ok(captures().includes(own.at(-1) ?? ""));
  for (let i = 0; i < 40; i++) {
    await Deno.writeTextFile(join(folders.captures, `20250101-0000${i + 10}-abcdef.png`), "");
  }
  for (let i = 0; i < 60; i++) await folders.save(undefined);
  assert.equal(captures().length, 200);
  assert.deepEqual(captures().filter((name) => name.startsWith("2025")), []);
});

Deno.test("a named picture removes no older captures", async () => {
  using folders = new Folders();
  await Deno.mkdir(folders.captures);
  for (let i = 100; i < 310; i++) {
    await Deno.writeTextFile(join(folders.captures, `20250101-000${i}-abcdef.png`), "");
  }
  await folders.save(join(folders.captures, "named.png"));
  assert.equal([...Deno.readDirSync(folders.captures)].length, 211);
});
