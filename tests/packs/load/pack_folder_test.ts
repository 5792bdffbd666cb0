import assert from "node:assert/strict";
import { MOST_FILE_BYTES, PackFolder } from "../../../src/packs/load/pack_folder.ts";

/** A folder with a pack's folder and a file beside it; gone with the `using` block. */
class Place implements Disposable {
  readonly outside = Deno.makeTempDirSync({ prefix: "casement" });
  readonly pack = `${this.outside}/pack`;

  constructor() {
    Deno.mkdirSync(`${this.pack}/sub`, { recursive: true });
    Deno.writeTextFileSync(`${this.outside}/secret.json`, "secret");
    Deno.writeTextFileSync(`${this.pack}/a.json`, "{}");
    Deno.writeTextFileSync(`${this.pack}/sub/b.json`, "[]");
  }

  async open(folder = this.pack): Promise<PackFolder> {
    const opened = await PackFolder.open(folder);
    assert.ok(opened instanceof PackFolder);
    return opened;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.outside, { recursive: true });
  }
}

/** Whether this process may make links: on Windows not everybody may. */
const canLink = ((): boolean => {
  using place = new Place();
  try {
    Deno.symlinkSync(place.pack, `${place.outside}/try`, { type: "dir" });
    return true;
  } catch {
    return false;
  }
})();

Deno.test("PackFolder reads files in it and below, with either slash", async () => {
  using place = new Place();
  const folder = await place.open();
  for (const [name, text] of [["a.json", "{}"], ["./sub/b.json", "[]"], ["sub\\b.json", "[]"]] as const) {
    const file = await folder.read(name);
    assert.ok(file.kind === "read", name);
    assert.equal(new TextDecoder().decode(file.bytes), text);
  }
});

Deno.test("PackFolder: what is no file is absent", async () => {
  using place = new Place();
  const folder = await place.open();
  for (const name of ["none.json", "sub", ".", "a.json/b", "sub/none/c.json"]) {
    assert.equal((await folder.read(name)).kind, "absent", name);
  }
  assert.equal(await PackFolder.open(`${place.outside}/none`), undefined);
  assert.equal(await PackFolder.open(`${place.pack}/a.json`), undefined);
});

for (
  const name of [
    "../secret.json",
    "sub/../../secret.json",
    "..\\secret.json",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "c:secret.json",
    "a.json::$DATA",
    "\\\\server\\share\\a.json",
    "//server/share/a.json",
    "..",
    "CON",
    "nul.json",
    "sub/com1.txt",
    "LPT¹",
    "a\0.json",
  ]
) {
  Deno.test(`PackFolder does not read ${JSON.stringify(name)}`, async () => {
    using place = new Place();
    const file = await (await place.open()).read(name);
    assert.equal(file.kind, "escape");
    assert.ok("message" in file && file.message !== "");
  });
}

Deno.test("PackFolder: a name that only looks like a device's is read", async () => {
  using place = new Place();
  Deno.writeTextFileSync(`${place.pack}/console.json`, "1");
  Deno.writeTextFileSync(`${place.pack}/..b.json`, "1");
  for (const name of ["console.json", "..b.json"]) {
    assert.equal((await (await place.open()).read(name)).kind, "read", name);
  }
});

Deno.test({
  name: "PackFolder: links inside it are followed, those that lead out of it are not",
  ignore: !canLink,
  async fn() {
    using place = new Place();
    const { outside, pack } = place;
    Deno.symlinkSync(`${pack}/a.json`, `${pack}/inside.json`);
    Deno.symlinkSync(`${outside}/secret.json`, `${pack}/outside.json`);
    Deno.symlinkSync(outside, `${pack}/up`, { type: "dir" });
    Deno.symlinkSync(pack, `${outside}/link`, { type: "dir" });
    const folder = await place.open(`${outside}/link`);
    assert.equal((await folder.read("inside.json")).kind, "read");
    for (const name of ["outside.json", "up/secret.json"]) {
      assert.equal((await folder.read(name)).kind, "escape", name);
    }
  },
});

Deno.test("PackFolder: a file that is too large is not read", async () => {
  using place = new Place();
  Deno.writeFileSync(`${place.pack}/a.json`, new Uint8Array(MOST_FILE_BYTES));
  const folder = await place.open();
  assert.equal((await folder.read("a.json")).kind, "read");
  Deno.writeFileSync(`${place.pack}/a.json`, new Uint8Array(MOST_FILE_BYTES + 1));
  assert.equal((await folder.read("a.json")).kind, "tooLarge");
});
