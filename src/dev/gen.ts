/**
 * Writes the generated files: `deno task gen`. With `--check` it only compares, and ends with 1 where something is
 * not what it would write.
 */
import { fileURLToPath } from "node:url";
import { jsonSchemas } from "../packs/schema/json_schemas.ts";
import { goldenToolList, readmeBlocks, withBlocks } from "./generated.ts";

interface GeneratedFile {
  /** Relative to the repository. */
  readonly name: string;
  /** What it should hold, given what it holds. */
  readonly make: (present: string) => string;
}

const FILES: readonly GeneratedFile[] = [
  { name: "README.md", make: (present) => withBlocks(present, readmeBlocks()) },
  { name: "tests/house/tool_list.json", make: goldenToolList },
  ...[...jsonSchemas()].map(([file, schema]) => ({
    name: `app-packs/schemas/${file}`,
    make: () => `${JSON.stringify(schema, null, 2)}\n`,
  })),
];

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function readIfThere(path: string): Promise<string> {
  try {
    // A checkout on Windows may have turned the line ends.
    return (await Deno.readTextFile(path)).replaceAll("\r\n", "\n");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

const isCheck = Deno.args.includes("--check");
let stale = 0;
for (const { name, make } of FILES) {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const present = await readIfThere(path);
  const wanted = make(present);
  if (wanted === present) continue;
  stale++;
  if (isCheck) say(`${name} is not up to date`);
  else {
    await Deno.writeTextFile(path, wanted);
    say(`wrote ${name}`);
  }
}
if (isCheck && stale > 0) {
  say("run: deno task gen");
  Deno.exit(1);
}
