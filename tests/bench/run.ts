/** `deno task bench`: measures what the README's table shows, on Windows or under Wine, and prints that table. */
import { compile } from "../../src/dev/compile.ts";
import { orEnd } from "../../src/dev/script.ts";
import { fixtureProgram, uiFixtureProgram } from "../fixtures/fixtures.ts";
import { setUpLab } from "../lab/setup.ts";
import { uiaServer } from "../uia_server/server.ts";

const lab = await orEnd(setUpLab());
await orEnd(compile());
await fixtureProgram();
await uiFixtureProgram();
const server = Deno.build.os === "windows" ? undefined : await uiaServer();
const { code } = await lab.run({
  argv: [lab.paths.windowsDeno, "run", "-A", "--no-check", "--cached-only", "tests/bench/measure.ts"],
  screen: "1600x1200x24",
  ...(server !== undefined && "path" in server ? { uiaServer: server.path } : {}),
});
Deno.exit(code);
