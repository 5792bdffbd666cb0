/** Makes the source of the ABI check from the tables of `ffi/`, and reads what the compiler says about it. */

import { definedCallbacks } from "../../ffi/callback.ts";
import { definedGuids, GUID_TEXT } from "../../ffi/com/guid.ts";
import { definedInterfaces } from "../../ffi/com/interface_table.ts";
import { definedConstants } from "../../ffi/constants.ts";
import { definedLibraries } from "../../ffi/library.ts";
import { definedStructs } from "../../ffi/struct.ts";
import type { HeaderGap } from "./not_in_headers.ts";
import type { AbiTables, Row } from "./rows.ts";

/** Flags of the compiler that the check is written for. */
export const CHECK_FLAGS = ["-std=c++20", "-fno-diagnostics-show-caret"];

/** The name under which the compiler speaks of the rows, one a line. */
const ROWS_FILE = "abi_rows";

const ffiFolder = new URL("../../ffi/", import.meta.url);

/** Every module under `ffi/` by its path there, found by walking so that none can be forgotten. */
export async function loadModules(): Promise<Map<string, Record<string, unknown>>> {
  const modules = new Map<string, Record<string, unknown>>();
  const walk = async (folder: URL): Promise<void> => {
    for await (const entry of Deno.readDir(folder)) {
      if (entry.isDirectory) await walk(new URL(`${entry.name}/`, folder));
      if (!entry.isFile || !entry.name.endsWith(".ts")) continue;
      const url = new URL(entry.name, folder);
      modules.set(url.href.slice(ffiFolder.href.length), await import(url.href));
    }
  };
  await walk(ffiFolder);
  return modules;
}

/** Every table of `ffi/`. */
export async function loadTables(): Promise<AbiTables> {
  await loadModules();
  return {
    libraries: definedLibraries(),
    callbacks: definedCallbacks(),
    structs: definedStructs(),
    constants: definedConstants(),
    interfaces: definedInterfaces(),
    guids: definedGuids(),
  };
}

/**
 * Types that header macros cast numbers to, as in `((HWND)1)`. In the rows these names stand for an
 * integer, since a number cast to a pointer is no constant to C++.
 */
const CAST_TYPES = ["HANDLE", "HWND", "HINSTANCE", "DPI_AWARENESS_CONTEXT", "LPSTR", "LPWSTR"];

/** What a module of `ffi/` exports although no registry knows it, so that no row would check it. */
export function findUnregistered(
  modules: ReadonlyMap<string, Record<string, unknown>>,
  tables: AbiTables,
): string[] {
  const known = new Set<unknown>([
    ...tables.libraries,
    ...tables.callbacks,
    ...tables.structs,
    ...tables.constants,
    ...tables.interfaces,
    ...tables.guids,
  ]);
  return [...modules].flatMap(([path, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => isBinding(value) && !known.has(value))
      .map(([name]) => `${path} ${name}`)
  );
}

/**
 * Whether a value states something about Windows: a library, a callback, a struct, an interface, or a group of constants
 * or GUIDs, or a bare one.
 */
function isBinding(value: unknown): boolean {
  if (isPlainFact(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  if (["table", "callbackName", "structName", "interfaceName"].some((key) => key in value)) return true;
  const values = Object.values(value);
  return values.length > 0 && values.every(isPlainFact);
}

function isPlainFact(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint" ||
    typeof value === "string" && GUID_TEXT.test(value);
}

async function readPrelude(): Promise<string> {
  return await Deno.readTextFile(new URL("prelude.hpp", import.meta.url));
}

/** The C++ source that compiles exactly when every row holds. */
export async function generateSource(rows: readonly Row[], gaps: readonly HeaderGap[]): Promise<string> {
  const used = gaps.map(({ declaration, source }) => `${declaration} // ${source}`);
  return [
    await readPrelude(),
    `namespace documented {\nextern "C" {`,
    ...used,
    `}\n}`,
    ...CAST_TYPES.map((name) => `#define ${name} unsigned long long`),
    `#line 1 "${ROWS_FILE}"`,
    ...rows.map((row) => `static_assert(${row.test}, ${JSON.stringify(describe(row))});`),
    "",
  ].join("\n");
}

/** A source with one line for each gap, none of which may compile: the headers would have it after all. */
export async function generateGapSource(gaps: readonly HeaderGap[]): Promise<string> {
  const line = { function: (name: string) => `decltype(&::${name})`, struct: (name: string) => `::${name}` };
  return [
    await readPrelude(),
    `#line 1 "${ROWS_FILE}"`,
    ...gaps.map(({ name, kind }, index) =>
      kind === "constant" ? `auto gap_${index} = ${name};` : `using gap_${index} = ${line[kind](name)};`
    ),
    "",
  ].join("\n");
}

function describe(row: Row): string {
  return `${row.owner}${row.part === "" ? "" : ` ${row.part}`}: table says ${row.tableSays}`;
}

/** One error of the compiler: which line of the rows it is about, if any, and what it says. */
interface Complaint {
  readonly line: number | undefined;
  readonly text: string;
  /** The header's side of a comparison that failed. */
  readonly printed: string | undefined;
}

function readComplaints(stderr: string): Complaint[] {
  const complaints: Complaint[] = [];
  const place = new RegExp(`^${ROWS_FILE}:(\\d+):`);
  for (const block of stderr.split(/\n(?=[^\s].*?: (?:fatal )?error: )|^(?=[^\s].*?: (?:fatal )?error: )/m)) {
    const lines = block.split("\n");
    const text = /: (?:fatal )?error: (.*)/.exec(lines[0] ?? "")?.[1];
    if (text === undefined) continue;
    // An error inside of a macro is placed in its header; a note then names the row.
    const line = lines.map((each) => place.exec(each)?.[1]).find((found) => found !== undefined);
    const printed = /the comparison reduces to \W*\((.+) [=!]= .+\)/.exec(block)?.[1];
    complaints.push({ line: line === undefined ? undefined : Number(line), text, printed });
  }
  return complaints;
}

/** What the compiler found wrong, one line a fact: `user32.GetWindowRect parameter 2: table says 4 bytes, header 8 bytes`. */
export function explainFailure(stderr: string, rows: readonly Row[]): string[] {
  const complaints = readComplaints(stderr);
  const wrong = new Map<string, { rows: Set<Row>; lines: string[] }>();
  const stray: string[] = [];
  for (const { line, text, printed } of complaints) {
    const row = line === undefined ? undefined : rows[line - 1];
    if (row === undefined) {
      stray.push(text);
      continue;
    }
    const of = wrong.get(row.owner) ?? { rows: new Set(), lines: [] };
    wrong.set(row.owner, of);
    if (of.rows.has(row)) continue; // what follows from the first error of a line
    of.rows.add(row);
    if (!text.startsWith("static assertion failed")) {
      // The name itself is not known: one line says so for all facts about it.
      if (!of.lines.some((each) => each.startsWith(`${row.owner}: compiler`))) {
        of.lines.push(`${row.owner}: compiler says: ${text}`);
      }
    } else {
      of.lines.push(
        `${describe(row)}, header ${printed === undefined ? "does not" : row.headerSays(printed)}`,
      );
    }
  }
  const explained = [...wrong.values()].flatMap(({ lines }) => {
    // Where the numbers of parameters differ, what comes behind them is noise.
    const count = lines.filter((each) => each.includes(" number of parameters: "));
    return count.length > 0 ? count : lines;
  });
  return [...explained, ...stray];
}

/** The names of the gaps that compiled, so are none. */
export function findFalseGaps(stderr: string, gaps: readonly HeaderGap[]): string[] {
  const failed = new Set(readComplaints(stderr).map(({ line }) => line));
  return gaps.filter((_, index) => !failed.has(index + 1)).map(({ name }) => name);
}
