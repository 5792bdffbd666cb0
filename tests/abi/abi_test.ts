import assert from "node:assert/strict";
import { parseGuid } from "../../ffi/com/guid.ts";
import { isOutParameter, method } from "../../ffi/com/interface_table.ts";
import { OUT } from "../../ffi/ctype.ts";
import type { FieldTable } from "../../ffi/struct.ts";
import { PROCESSENTRY32W } from "../../ffi/process.ts";
import { RECT } from "../../ffi/window.ts";
import { compileCheck } from "../lab/fixtures.ts";
import {
  CHECK_FLAGS,
  explainFailure,
  findFalseGaps,
  findUnregistered,
  generateGapSource,
  generateSource,
  loadModules,
  loadTables,
} from "./generate.ts";
import { type HeaderGap, NOT_IN_HEADERS } from "./not_in_headers.ts";
import { type AbiCallback, type AbiInterface, type AbiLibrary, type AbiTables, makeRows } from "./rows.ts";

const tables = await loadTables();

/** Why the compiler's part cannot run here, or undefined. */
const skipped = await whySkipped();

async function whySkipped(): Promise<string | undefined> {
  const answer = await compileCheck("");
  return "skipped" in answer ? answer.skipped : undefined;
}

/** A test that needs the compiler: ignored, with the reason in its title, where there is none. */
function compilerTest(name: string, fn: () => Promise<void>): void {
  Deno.test({
    name: skipped === undefined ? name : `${name} (ignored: ${skipped})`,
    ignore: skipped !== undefined,
    fn,
  });
}

async function compile(source: string): Promise<string> {
  const answer = await compileCheck(source, CHECK_FLAGS);
  assert.ok("ok" in answer);
  return answer.ok ? "" : answer.stderr;
}

const nothing: AbiTables = {
  libraries: [],
  callbacks: [],
  structs: [],
  constants: [],
  interfaces: [],
  guids: [],
};

/** What the check says about some tables. */
async function check(some: Partial<AbiTables>, gaps: readonly HeaderGap[] = []): Promise<string[]> {
  const rows = makeRows({ ...nothing, ...some }, gaps);
  const stderr = await compile(await generateSource(rows, gaps));
  const explained = explainFailure(stderr, rows);
  assert.equal(explained.length > 0, stderr !== "", stderr);
  return explained;
}

compilerTest("ABI: every table of ffi/ agrees with the headers", async () => {
  assert.deepEqual(await check(tables, NOT_IN_HEADERS), []);
});

compilerTest("ABI: what is listed as missing is missing from the headers", async () => {
  if (NOT_IN_HEADERS.length === 0) return;
  const stderr = await compile(await generateGapSource(NOT_IN_HEADERS));
  assert.deepEqual(findFalseGaps(stderr, NOT_IN_HEADERS), []);
});

Deno.test("ABI: nothing is listed as missing that no table uses", () => {
  const owners = makeRows(tables, NOT_IN_HEADERS).map(({ owner }) => owner);
  for (const { name } of NOT_IN_HEADERS) {
    assert.ok(owners.some((owner) => owner === name || owner.includes(`.${name}`)), name);
  }
});

Deno.test("ABI: every binding of ffi/ is in a registry and has a row", async () => {
  assert.deepEqual(findUnregistered(await loadModules(), tables), []);
  const parts = new Set(makeRows(tables, []).map(({ owner, part }) => `${owner} ${part}`.trim()));
  for (const { structName, fields } of tables.structs) {
    for (const field of Object.keys(fields)) assert.ok(parts.has(`${structName} field ${field}`), field);
  }
  for (const name of tables.constants.flatMap(Object.keys)) assert.ok(parts.has(name), name);
  for (const { interfaceName, methods } of tables.interfaces) {
    assert.ok([...parts].some((part) => part.startsWith(`IID_${interfaceName} word 3 `)), interfaceName);
    for (const [name, { parameters }] of Object.entries(methods)) {
      const outs = parameters.flatMap((each, index) =>
        isOutParameter(each) ? [`parameter ${index + 2} out`] : []
      );
      for (const part of ["slot", "number of parameters", ...outs]) {
        assert.ok(parts.has(`${interfaceName}.${name} ${part}`), `${interfaceName}.${name} ${part}`);
      }
    }
  }
  for (const name of tables.guids.flatMap(Object.keys)) {
    assert.ok([...parts].some((part) => part.startsWith(`${name} word 3 `)), name);
  }
  const counts = [...parts].filter((part) => part.endsWith(" number of parameters"));
  for (const { callbackName } of tables.callbacks) {
    assert.ok(counts.includes(`${callbackName} number of parameters`), callbackName);
  }
  for (const name of tables.libraries.flatMap(({ table }) => Object.keys(table))) {
    assert.ok(counts.some((part) => part.split(" ")[0]?.endsWith(`.${name}`)), name);
  }
});

for (
  const [what, call, home] of [
    ["libraries open", "Deno.dlopen(", "library.ts"],
    ["callbacks are made", "Deno.UnsafeCallback(", "callback.ts"],
    ["functions are called by their address", "Deno.UnsafeFnPointer(", "com/method_call.ts"],
  ] as const
) {
  Deno.test(`ABI: ${what} in ffi/${home} alone`, async () => {
    const paths = [...(await loadModules()).keys()];
    const homes = paths.filter((path) =>
      Deno.readTextFileSync(new URL(`../../ffi/${path}`, import.meta.url)).includes(call)
    );
    assert.deepEqual(homes, [home]);
  });
}

Deno.test("findUnregistered() names every kind of binding that no registry has", () => {
  const interfaceTable = { interfaceName: "IStray", iid: new Uint8Array(16), methods: {} };
  const guid = "00000000-0000-0000-c000-000000000046";
  const strayStruct = { structName: "STRAY", fields: {}, byteLength: 0, offsets: {} };
  const modules = new Map<string, Record<string, unknown>>([
    ["window.ts", { RECT, getSomething: () => 1, Something: class {} }],
    ["stray.ts", { library: { fileName: "a.dll", table: {} }, strayStruct, FLAG: { A: 1 }, ONE: 1, BIG: 1n }],
    ["com/stray.ts", { interfaceTable, CLSID: { A: guid }, IID: guid, text: "text" }],
  ]);
  assert.deepEqual(
    findUnregistered(modules, tables),
    [
      "stray.ts library",
      "stray.ts strayStruct",
      "stray.ts FLAG",
      "stray.ts ONE",
      "stray.ts BIG",
      "com/stray.ts interfaceTable",
      "com/stray.ts CLSID",
      "com/stray.ts IID",
    ],
  );
});

/** Tables with mistakes; what the check must say about each stands below. */
const wrongFunctions: AbiLibrary = {
  fileName: "user32.dll",
  table: {
    GetWindowRect: { parameters: ["u32", "buffer"], result: "i32" },
    SetForegroundWindow: { parameters: ["usize", "u32"], result: "i32" },
    SendInput: { parameters: ["u32", "buffer"], result: "u32" },
    GetSystemMetrics: { parameters: ["u32"], result: "i32" },
    GetDpiForWindow: { parameters: ["usize"], result: "i32" },
    EnumWindows: { parameters: ["pointer", "isize"], result: "i32" },
    IsWindow: { parameters: ["buffer"], result: "i32" },
    PostMessageW: { parameters: ["usize", "u32", "usize", "buffer"], result: "i32" },
    WindowFromPoint: { parameters: [{ struct: ["i32", "i32", "i32"] }], result: "usize" },
    GetNoSuchThing: { parameters: ["usize"], result: "void" },
    GetDocumentedThing: { parameters: ["usize", "i32"], result: "u32" },
  },
};

const rightFunctions: AbiLibrary = {
  fileName: "user32.dll",
  table: {
    WindowFromPoint: { parameters: [{ struct: ["i32", "i32"] }], result: "usize" },
    PhysicalToLogicalPoint: { parameters: ["usize", "buffer"], result: "i32" },
    PostMessageMemory: {
      name: "PostMessageW",
      parameters: ["usize", "u32", "usize", "buffer"],
      result: "i32",
    },
  },
};

const wrongCallbacks: readonly AbiCallback[] = [
  { callbackName: "WNDENUMPROC", signature: { parameters: ["usize", "i32"], result: "i32" } },
  { callbackName: "WINEVENTPROC", signature: { parameters: ["usize", "u32", "usize"], result: "void" } },
];

const { th32ModuleID: _forgotten, ...withoutModuleId } = PROCESSENTRY32W.fields;

const wrongStructs = [
  { ...RECT, offsets: { ...RECT.offsets, top: 8 } },
  { ...PROCESSENTRY32W, byteLength: 560 },
  { ...PROCESSENTRY32W, structName: "tagPROCESSENTRY32W", fields: withoutModuleId as FieldTable },
  { ...RECT, structName: "RECTL", fields: { ...RECT.fields, left: "u32", right: "i16" } as FieldTable },
  {
    ...RECT,
    structName: "POINT",
    fields: { x: "i32", z: "i32" } as FieldTable,
    byteLength: 8,
    offsets: { x: 0, z: 4 },
  },
];

const rightStructs = [{
  structName: "DOCUMENTEDTHING",
  fields: { a: "u32", b: "pointer" } as FieldTable,
  byteLength: 16,
  offsets: { a: 0, b: 8 },
}];

const wrongConstants = [{
  WM_CHAR: 0x0103,
  GWL_STYLE: -15,
  TokenIntegrityLevel: 24,
  HWND_BOTTOM: 2,
  WM_NO_SUCH_THING: 1,
  WM_DOCUMENTED_THING: 8,
  WM_NULL: 0.5,
}];

const UNKNOWN_IID = parseGuid("00000000-0000-0000-c000-000000000046");

const wrongInterfaces: readonly AbiInterface[] = [
  { interfaceName: "IUIAutomationElementArray", iid: UNKNOWN_IID, methods: {} },
  {
    interfaceName: "IUIAutomation",
    iid: parseGuid("30cbe57d-d9d0-452a-ab13-7ac5ac4825ee"),
    methods: {
      ElementFromHandle: method(7, "usize", "buffer"),
      ElementFromPoint: method(7, { struct: ["i32", "i32"] }, "buffer"),
      GetRootElement: method(5, "i32", "buffer"),
      CreatePropertyCondition: method(23, "i32", "buffer", "buffer"),
      CreateNotCondition: method(31, "i32", "buffer"),
      AddRef: method(1),
      ElementFromNothing: method(99, "buffer"),
      GetRootElementBuildCache: method(9, "pointer", OUT.BSTR),
      CompareElements: method(3, "pointer", "pointer", OUT.DOUBLE),
      GetPropertyProgrammaticName: method(49, "i32", OUT.INT),
      ElementFromHandleBuildCache: method(10, "usize", OUT.INTERFACE, OUT.INTERFACE),
      GetPatternProgrammaticName: method(50, "i32", OUT.BSTR),
    },
  },
  { interfaceName: "IUIAutomationNothing", iid: UNKNOWN_IID, methods: {} },
];

const wrongGuids = [{
  CLSID_CUIAutomation: "ff48dba4-60ef-4201-aa87-54103eef5940",
  CLSID_CUIAutomation8: "e22ad333-b25f-460c-83d0-0581107395c9",
}];

/** Things of no header, as if a page described them. */
const gaps: readonly HeaderGap[] = [
  {
    name: "GetDocumentedThing",
    kind: "function",
    declaration: "DWORD GetDocumentedThing(HWND window, DWORD flags);",
    source: "made up",
  },
  {
    name: "DOCUMENTEDTHING",
    kind: "struct",
    declaration: "struct DOCUMENTEDTHING { DWORD a; void *b; };",
    source: "made up",
  },
  {
    name: "WM_DOCUMENTED_THING",
    kind: "constant",
    declaration: "constexpr int WM_DOCUMENTED_THING = 7;",
    source: "",
  },
];

let saidOfWrong: Promise<string[]> | undefined;

/** One compilation for all wrong tables, since the headers take most of its time. */
function sayOfWrong(owner: string): Promise<string[]> {
  saidOfWrong ??= check({
    libraries: [wrongFunctions, rightFunctions],
    callbacks: wrongCallbacks,
    structs: [...wrongStructs, ...rightStructs],
    constants: wrongConstants,
    interfaces: wrongInterfaces,
    guids: wrongGuids,
  }, gaps);
  return saidOfWrong.then((lines) => lines.filter((line) => line.split(/[ :]/)[0] === owner));
}

const expectations: readonly { mistake: string; owner: string; says: readonly string[] }[] = [
  {
    mistake: "a callback's parameter of the wrong width",
    owner: "WNDENUMPROC",
    says: [
      "WNDENUMPROC parameter 2: table says 4 bytes, header 8 bytes",
    ],
  },
  {
    mistake: "a callback with too few parameters",
    owner: "WINEVENTPROC",
    says: ["WINEVENTPROC number of parameters: table says 3, header 7"],
  },
  {
    mistake: "a parameter of the wrong width",
    owner: "user32.GetWindowRect",
    says: [
      "user32.GetWindowRect parameter 1: table says 4 bytes, header 8 bytes",
      "user32.GetWindowRect parameter 1: table says u32 (unsigned integer, enum), header handle",
    ],
  },
  {
    mistake: "a parameter too many",
    owner: "user32.SetForegroundWindow",
    says: ["user32.SetForegroundWindow number of parameters: table says 2, header 1"],
  },
  {
    mistake: "a missing parameter",
    owner: "user32.SendInput",
    says: ["user32.SendInput number of parameters: table says 2, header 3"],
  },
  {
    mistake: "a parameter of the wrong signedness",
    owner: "user32.GetSystemMetrics",
    says: [
      "user32.GetSystemMetrics parameter 1: table says u32 (unsigned integer, enum), header signed integer",
    ],
  },
  {
    mistake: "a result of the wrong signedness",
    owner: "user32.GetDpiForWindow",
    says: ["user32.GetDpiForWindow result: table says i32 (signed integer, enum), header unsigned integer"],
  },
  {
    mistake: "a callback given as memory",
    owner: "user32.EnumWindows",
    says: [
      "user32.EnumWindows parameter 1: table says pointer (untyped pointer, pointer to data), " +
      "header function pointer",
    ],
  },
  {
    mistake: "a handle given as memory",
    owner: "user32.IsWindow",
    says: [
      "user32.IsWindow parameter 1: table says buffer (untyped pointer, pointer to data), header handle",
    ],
  },
  {
    mistake: "an integer given as memory under the function's own name",
    owner: "user32.PostMessageW",
    says: [
      "user32.PostMessageW parameter 4: table says buffer (untyped pointer, pointer to data), " +
      "header signed integer",
    ],
  },
  {
    mistake: "a struct by value of the wrong size",
    owner: "user32.WindowFromPoint",
    says: ["user32.WindowFromPoint parameter 1: table says 12 bytes, header 8 bytes"],
  },
  { mistake: "no mistake", owner: "user32.PhysicalToLogicalPoint", says: [] },
  {
    mistake: "no mistake in an integer given as memory under a second name",
    owner: "user32.PostMessageMemory",
    says: [],
  },
  {
    mistake: "a function that does not exist",
    owner: "user32.GetNoSuchThing",
    says: ["user32.GetNoSuchThing: compiler says"],
  },
  {
    mistake: "a wrong offset",
    owner: "RECT",
    says: ["RECT field top: table says offset 8, header offset 4"],
  },
  {
    mistake: "a wrong size of a struct",
    owner: "PROCESSENTRY32W",
    says: ["PROCESSENTRY32W size: table says 560 bytes, header 568 bytes"],
  },
  {
    mistake: "a forgotten field that only padding shows",
    owner: "tagPROCESSENTRY32W",
    says: ["tagPROCESSENTRY32W: table says 9 fields, header does not"],
  },
  {
    mistake: "a field that does not exist",
    owner: "POINT",
    says: ["POINT: compiler says"],
  },
  {
    mistake: "fields of the wrong width and signedness",
    owner: "RECTL",
    says: [
      "RECTL field left: table says u32 (unsigned integer, enum), header signed integer",
      "RECTL field right: table says 2 bytes, header 4 bytes",
    ],
  },
  {
    mistake: "a wrong constant",
    owner: "WM_CHAR",
    says: ["WM_CHAR: table says 259, header 258"],
  },
  {
    mistake: "a wrong negative constant",
    owner: "GWL_STYLE",
    says: ["GWL_STYLE: table says -15, header -16"],
  },
  {
    mistake: "a wrong enum value",
    owner: "TokenIntegrityLevel",
    says: ["TokenIntegrityLevel: table says 24, header 25"],
  },
  {
    mistake: "a wrong constant that the header casts to a handle",
    owner: "HWND_BOTTOM",
    says: ["HWND_BOTTOM: table says 2, header 1"],
  },
  {
    mistake: "a constant that does not exist",
    owner: "WM_NO_SUCH_THING",
    says: ["WM_NO_SUCH_THING: compiler says"],
  },
  {
    mistake: "a constant that is no integer",
    owner: "WM_NULL",
    says: ["WM_NULL: table says 0.5, header does not"],
  },
  {
    mistake: "a signedness that the documentation contradicts",
    owner: "user32.GetDocumentedThing",
    says: [
      "user32.GetDocumentedThing parameter 2: table says i32 (signed integer, enum), header unsigned integer",
    ],
  },
  { mistake: "no mistake", owner: "DOCUMENTEDTHING", says: [] },
  {
    mistake: "a wrong slot",
    owner: "IUIAutomation.ElementFromHandle",
    says: ["IUIAutomation.ElementFromHandle slot: table says 7, header 6"],
  },
  { mistake: "no mistake", owner: "IUIAutomation.ElementFromPoint", says: [] },
  {
    mistake: "a parameter too many of a method",
    owner: "IUIAutomation.GetRootElement",
    says: ["IUIAutomation.GetRootElement number of parameters: table says 3, header 2"],
  },
  {
    mistake: "a VARIANT given as memory",
    owner: "IUIAutomation.CreatePropertyCondition",
    says: [
      "IUIAutomation.CreatePropertyCondition parameter 3: table says 8 bytes, header 24 bytes",
      "IUIAutomation.CreatePropertyCondition parameter 3: " +
      "table says buffer (untyped pointer, pointer to data), header struct",
    ],
  },
  {
    mistake: "an interface given as a number",
    owner: "IUIAutomation.CreateNotCondition",
    says: [
      "IUIAutomation.CreateNotCondition parameter 2: table says 4 bytes, header 8 bytes",
      "IUIAutomation.CreateNotCondition parameter 2: " +
      "table says i32 (signed integer, enum), header pointer to data",
    ],
  },
  {
    mistake: "a result of a method of the wrong signedness",
    owner: "IUIAutomation.AddRef",
    says: ["IUIAutomation.AddRef result: table says i32 (signed integer, enum), header unsigned integer"],
  },
  {
    mistake: "an object read as a text",
    owner: "IUIAutomation.GetRootElementBuildCache",
    says: ["IUIAutomation.GetRootElementBuildCache parameter 3 out: table says BSTR, header does not"],
  },
  {
    mistake: "a truth value read as a double",
    owner: "IUIAutomation.CompareElements",
    says: [
      "IUIAutomation.CompareElements parameter 4 out: table says 8 bytes, header 4 bytes",
      "IUIAutomation.CompareElements parameter 4 out: " +
      "table says f64 (floating point), header signed integer",
    ],
  },
  {
    mistake: "a text read as a number",
    owner: "IUIAutomation.GetPropertyProgrammaticName",
    says: [
      "IUIAutomation.GetPropertyProgrammaticName parameter 3 out: table says 4 bytes, header 8 bytes",
      "IUIAutomation.GetPropertyProgrammaticName parameter 3 out: " +
      "table says i32 (signed integer, enum, unsigned integer), header pointer to data",
    ],
  },
  {
    mistake: "an object that is given taken for one that comes back",
    owner: "IUIAutomation.ElementFromHandleBuildCache",
    says: [
      "IUIAutomation.ElementFromHandleBuildCache parameter 3 out: table says INTERFACE, header does not",
    ],
  },
  { mistake: "no mistake", owner: "IUIAutomation.GetPatternProgrammaticName", says: [] },
  {
    mistake: "a method that does not exist",
    owner: "IUIAutomation.ElementFromNothing",
    says: ["IUIAutomation.ElementFromNothing: compiler says"],
  },
  {
    mistake: "an interface that does not exist",
    owner: "IID_IUIAutomationNothing",
    says: ["IID_IUIAutomationNothing: compiler says"],
  },
  { mistake: "no mistake", owner: "IID_IUIAutomation", says: [] },
  {
    mistake: "a wrong IID",
    owner: "IID_IUIAutomationElementArray",
    says: [
      "IID_IUIAutomationElementArray word 0 of 00000000-0000-0000-c000-000000000046: " +
      "table says 00000000, header 14314595",
      "IID_IUIAutomationElementArray word 1 of 00000000-0000-0000-c000-000000000046: " +
      "table says 00000000, header 4055b4bc",
      "IID_IUIAutomationElementArray word 2 of 00000000-0000-0000-c000-000000000046: " +
      "table says 000000c0, header f258f295",
      "IID_IUIAutomationElementArray word 3 of 00000000-0000-0000-c000-000000000046: " +
      "table says 46000000, header 55982ce4",
    ],
  },
  {
    mistake: "a wrong CLSID",
    owner: "CLSID_CUIAutomation",
    says: [
      "CLSID_CUIAutomation word 3 of ff48dba4-60ef-4201-aa87-54103eef5940: " +
      "table says 4059ef3e, header 4e59ef3e",
    ],
  },
  { mistake: "no mistake", owner: "CLSID_CUIAutomation8", says: [] },
  {
    mistake: "a constant that the documentation contradicts",
    owner: "WM_DOCUMENTED_THING",
    says: ["WM_DOCUMENTED_THING: table says 8, header 7"],
  },
];

for (const { mistake, owner, says } of expectations) {
  compilerTest(`ABI: finds ${mistake} (${owner})`, async () => {
    // The compiler's own words differ between versions.
    const said = (await sayOfWrong(owner)).map((line) =>
      line.replace(/ compiler says: .*/, " compiler says")
    );
    assert.deepEqual(said, says);
  });
}

compilerTest("ABI: a listed gap that the headers fill is named", async () => {
  const filled: readonly HeaderGap[] = [
    { name: "GetWindowRect", kind: "function", declaration: "", source: "" },
    { name: "RECT", kind: "struct", declaration: "", source: "" },
    { name: "WM_CHAR", kind: "constant", declaration: "", source: "" },
    { name: "HWND_BOTTOM", kind: "constant", declaration: "", source: "" },
  ];
  const all = [...gaps, ...filled];
  assert.deepEqual(
    findFalseGaps(await compile(await generateGapSource(all)), all),
    filled.map(({ name }) => name),
  );
});

Deno.test("explainFailure() finds the row of an error that is placed in a header's macro", () => {
  const rows = makeRows({ ...nothing, constants: [{ FIRST: 1, SECOND: 2 }] }, []);
  const stderr = [
    "In file included from <stdin>:3:",
    "/include/winuser.h:12:3: error: ‘broken’ was not declared in this scope",
    "abi_rows:2:5: note: in expansion of macro ‘SECOND’",
    "",
  ].join("\n");
  assert.deepEqual(
    explainFailure(stderr, rows),
    ["SECOND: compiler says: ‘broken’ was not declared in this scope"],
  );
});

Deno.test("explainFailure() passes on an error that belongs to no row", () => {
  const stderr = "<stdin>:3:10: fatal error: dwmapi.h: No such file or directory\ncompilation terminated.\n";
  assert.deepEqual(explainFailure(stderr, []), ["dwmapi.h: No such file or directory"]);
});
