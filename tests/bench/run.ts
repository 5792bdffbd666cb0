/** `deno task bench`: measures what the README's table shows, on Windows or under Wine, and prints that table. */
import { compile } from "../../src/dev/compile.ts";
import { orEnd } from "../../src/dev/script.ts";
import { fixtureProgram } from "../fixtures/fixtures.ts";
import { setUpLab } from "../lab/setup.ts";

const lab = await orEnd(setUpLab());
await orEnd(compile());
await fixtureProgram();
const { code } = await lab.run({
  argv: [lab.paths.windowsDeno, "run", "-A", "--no-check", "--cached-only", "tests/bench/measure.ts"],
  screen: "1600x1200x24",
});
Deno.exit(code);
