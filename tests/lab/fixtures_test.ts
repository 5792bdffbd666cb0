import assert from "node:assert/strict";
import { buildFixture, compileCheck } from "./fixtures.ts";
import { setUpLab } from "./setup.ts";

const ignore = Deno.build.os === "windows";

async function withSource(
  files: Record<string, string>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function pathOf(source: string, flags: readonly string[] = []): Promise<string> {
  const fixture = await buildFixture(source, { flags });
  if ("skipped" in fixture) throw new Error(fixture.skipped);
  return fixture.path;
}

Deno.test({
  name: "buildFixture() builds a program that runs, and another one when source, header or flags change",
  ignore,
  fn: () =>
    withSource({ "answer.c": '#include "answer.h"\nint main(void) { return ANSWER; }\n' }, async (folder) => {
      const source = `${folder}/answer.c`;
      await Deno.writeTextFile(`${folder}/answer.h`, "#define ANSWER 40\n");
      const first = await pathOf(source);
      assert.equal(await pathOf(source), first);
      const lab = await setUpLab({ only: ["run"] });
      assert.equal((await lab.run({ argv: [first] })).code, 40);

      await Deno.writeTextFile(`${folder}/answer.h`, "#define ANSWER 41\n");
      const second = await pathOf(source);
      assert.notEqual(second, first);
      assert.equal((await lab.run({ argv: [second] })).code, 41);
      assert.notEqual(await pathOf(source, ["-mwindows"]), second);
    }),
});

Deno.test({
  name: "buildFixture() gives the compiler's words for a source that does not compile, and keeps nothing",
  ignore,
  fn: () =>
    withSource({ "broken.cpp": "int main() { return undeclared_name; }\n" }, async (folder) => {
      await assert.rejects(buildFixture(`${folder}/broken.cpp`), /undeclared_name/);
      await assert.rejects(buildFixture(`${folder}/broken.cpp`), /undeclared_name/);
    }),
});

Deno.test({
  name: "compileCheck() tells a true static assertion from a false one",
  ignore,
  fn: async () => {
    const text = (size: number): string =>
      `#include <windows.h>\nstatic_assert(sizeof(RECT) == ${size}, "RECT");\n`;
    assert.deepEqual(await compileCheck(text(16)), { ok: true, stderr: "" });
    const wrong = await compileCheck(text(17));
    assert.ok("ok" in wrong && !wrong.ok);
    assert.match(wrong.stderr, /RECT/);
  },
});

Deno.test({
  name: "compileCheck() has the headers of UI Automation, and passes flags on",
  ignore,
  fn: async () => {
    const text =
      "#include <windows.h>\n#include <uiautomationclient.h>\nIUIAutomation *client = NULL;\nint x = VALUE;\n";
    assert.deepEqual(await compileCheck(text, ["-DVALUE=1"], "c"), { ok: true, stderr: "" });
  },
});

Deno.test({
  name: "buildFixture() compiles several sources as if they were one, and notices a change in any of them",
  ignore,
  fn: () =>
    withSource({
      // Only one file sees what another keeps to itself.
      "one.c": "static int answer(void) { return 42; }\n",
      "two.c": "int main(void) { return answer(); }\n",
    }, async (folder) => {
      const build = async (): Promise<string> => {
        const options = { moreSources: [`${folder}/two.c`], isOneUnit: true };
        const fixture = await buildFixture(`${folder}/one.c`, options);
        if ("skipped" in fixture) throw new Error(fixture.skipped);
        return fixture.path;
      };
      const first = await build();
      const lab = await setUpLab({ only: ["run"] });
      assert.equal((await lab.run({ argv: [first] })).code, 42);
      await Deno.writeTextFile(`${folder}/two.c`, "int main(void) { return answer() + 1; }\n");
      assert.notEqual(await build(), first);
    }),
});
