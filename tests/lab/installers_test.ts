import assert from "node:assert/strict";
import { buildInstaller } from "./installers.ts";
import { setUpLab } from "./setup.ts";

const ignore = Deno.build.os === "windows";

const SCRIPT = `Unicode true
Target amd64-unicode
Name "Tiny"
OutFile "\${OUTPUT}"
SilentInstall silent
RequestExecutionLevel user
Section
  !include "exit.nsh"
SectionEnd
`;

async function withScript(exit: string, work: (script: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/tiny.nsi`, SCRIPT);
    await Deno.writeTextFile(`${folder}/exit.nsh`, exit);
    await work(`${folder}/tiny.nsi`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name:
    "buildInstaller() builds an installer that runs, and another one when a file beside the script changes",
  ignore,
  fn: async () => {
    const paths = new Set<string>();
    for (const code of [40, 41, 40]) {
      await withScript(`SetErrorLevel ${code}\nQuit`, async (script) => {
        const built = await buildInstaller(script, "tiny.exe");
        if ("skipped" in built) throw new Error(built.skipped);
        paths.add(built.path);
        const lab = await setUpLab({ only: ["run"] });
        assert.equal((await lab.run({ argv: [built.path] })).code, code);
      });
    }
    assert.equal(paths.size, 2);
  },
});

Deno.test({
  name: "buildInstaller() gives the words of NSIS for a script that is wrong",
  ignore,
  fn: () =>
    withScript("NoSuchWord", (script) => assert.rejects(buildInstaller(script, "tiny.exe"), /NoSuchWord/)),
});
