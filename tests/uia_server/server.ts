/** The UI Automation server of this folder, built on first use. README.md says what it can do. */

import { join } from "node:path";
import { PROJECT_FOLDER } from "../lab/cache.ts";
import { buildFixture, type Fixture } from "../lab/fixtures.ts";

/** The library that the prefix of a run names as UI Automation's client. */
export function uiaServer(): Promise<Fixture> {
  const folder = join(PROJECT_FOLDER, "tests", "uia_server", "source");
  const sources = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(".cpp")
  );
  const [first = "", ...more] = sources.sort().map((name) => join(folder, name));
  return buildFixture(first, {
    moreSources: more,
    isOneUnit: true,
    output: "casement_uia_server.dll",
    // Optimised little: it waits for other processes most of the time, and is built often.
    flags: [
      ...["-std=c++17", "-O0", "-shared", "-DINITGUID", "-DUNICODE", "-D_UNICODE", "-D_WIN32_WINNT=0x0A00"],
      ...["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"],
    ],
    libraries: ["ole32", "oleaut32", "uuid", "user32", "psapi"],
  });
}
