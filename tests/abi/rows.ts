/** What the ABI check compares: one row for each fact that a table of `ffi/` states about the Windows headers. */

import { formatGuid, type GuidTable, parseGuid } from "../../ffi/com/guid.ts";
import { isOutParameter, type MethodTable, nativeParameters } from "../../ffi/com/interface_table.ts";
import type { OutKind } from "../../ffi/ctype.ts";
import type { ConstantTable } from "../../ffi/constants.ts";
import type { SymbolTable } from "../../ffi/library.ts";
import type { FieldTable, FieldType } from "../../ffi/struct.ts";
import type { HeaderGap } from "./not_in_headers.ts";

/** One fact and the C++ expression that is true when the headers say the same. */
export interface Row {
  /** What the fact is about, as a whole: `user32.GetWindowRect`, `RECT`. */
  readonly owner: string;
  /** The part of it: `parameter 2`, `field top`; empty for the owner itself. */
  readonly part: string;
  /** The table's side in words, as in `4 bytes`. */
  readonly tableSays: string;
  /** C++, best as `header == table`: the compiler then prints the header's side. */
  readonly test: string;
  /** Words for the number that the compiler prints for the header's side. */
  readonly headerSays: (printed: string) => string;
}

/** A library as the check needs it. */
export interface AbiLibrary {
  readonly fileName: string;
  readonly table: SymbolTable;
}

/** A struct as the check needs it. */
export interface AbiStruct {
  readonly structName: string;
  readonly fields: FieldTable;
  readonly byteLength: number;
  readonly offsets: Readonly<Record<string, number>>;
}

/** A callback type as the check needs it. */
export interface AbiCallback {
  readonly callbackName: string;
  readonly signature: Signature;
}

/** Parameters and result of a function of either direction. */
interface Signature {
  readonly parameters: readonly Deno.NativeType[];
  readonly result: Deno.NativeResultType;
}

/** A COM interface as the check needs it. */
export interface AbiInterface {
  readonly interfaceName: string;
  readonly iid: Uint8Array;
  readonly methods: MethodTable;
}

/** Everything that `ffi/` declares. */
export interface AbiTables {
  readonly libraries: readonly AbiLibrary[];
  readonly callbacks: readonly AbiCallback[];
  readonly structs: readonly AbiStruct[];
  readonly constants: readonly ConstantTable[];
  readonly interfaces: readonly AbiInterface[];
  readonly guids: readonly GuidTable[];
}

/** The C++ name of a thing: in the headers, or in the declarations that stand for what they lack. */
type Lookup = (name: string) => string;

/** One section for each kind of table. */
const sections: readonly ((tables: AbiTables, lookup: Lookup) => Row[])[] = [
  ({ libraries }, lookup) => libraries.flatMap((library) => libraryRows(library, lookup)),
  ({ callbacks }, lookup) =>
    callbacks.flatMap(({ callbackName, signature }) =>
      signatureRows(callbackName, scoped(lookup(callbackName)), signature)
    ),
  ({ structs }, lookup) => structs.flatMap((struct) => structRows(struct, lookup)),
  ({ constants }, lookup) => constants.flatMap((table) => constantRows(table, lookup)),
  ({ interfaces }) => interfaces.flatMap(interfaceRows),
  ({ guids }) =>
    guids.flatMap((table) =>
      Object.entries(table).flatMap(([name, text]) => guidRows(name, parseGuid(text)))
    ),
];

/** Every row of the tables. */
export function makeRows(tables: AbiTables, gaps: readonly HeaderGap[]): Row[] {
  const missing = new Set(gaps.map(({ name }) => name));
  const lookup = (name: string) => missing.has(name) ? `documented::${name}` : name;
  return sections.flatMap((section) => section(tables, lookup));
}

/** The kinds of `prelude.hpp`, in the order of their bits. */
const KINDS = [
  "nothing",
  "void",
  "signed integer",
  "unsigned integer",
  "enum",
  "bool",
  "floating point",
  "untyped pointer",
  "pointer to data",
  "handle",
  "function pointer",
  "struct",
  "array",
] as const;

type Kind = typeof KINDS[number];

/** Which kinds of C type a table type may stand for. Small structs travel in one register, as a number does. */
const ACCEPTED: Readonly<Record<string, readonly Kind[]>> = {
  void: ["void"],
  bool: ["bool", "unsigned integer"],
  u8: ["unsigned integer"],
  i8: ["signed integer"],
  u16: ["unsigned integer"],
  i16: ["signed integer"],
  u32: ["unsigned integer", "enum"],
  i32: ["signed integer", "enum"],
  u64: ["unsigned integer", "struct"],
  i64: ["signed integer", "struct"],
  usize: ["unsigned integer", "handle", "untyped pointer", "pointer to data", "function pointer"],
  isize: ["signed integer"],
  f32: ["floating point"],
  f64: ["floating point"],
  pointer: ["untyped pointer", "pointer to data"],
  buffer: ["untyped pointer", "pointer to data"],
  function: ["function pointer"],
};

/**
 * A second entry of the same function, under a name of its own, may give memory of ours for an integer that carries an
 * address: `LPARAM` and `WPARAM`. The size is compared all the same.
 */
const CARRIERS: readonly Kind[] = ["signed integer", "unsigned integer"];

const SIZES: Readonly<Record<string, number>> = {
  ...{ void: 0, bool: 1, u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8, usize: 8, isize: 8 },
  ...{ f32: 4, f64: 8, pointer: 8, buffer: 8, function: 8 },
};

function bytes(size: number | string): string {
  return `${size} bytes`;
}

/** How the size and the kind of a C++ type are asked for. */
interface Questions {
  readonly size: string;
  readonly wrongKind: (mask: number) => string;
}

/** That a C++ type has the size, and is of a kind, that a table type may stand for. */
function typeRows(
  owner: string,
  part: string,
  questions: Questions,
  type: Deno.NativeResultType,
  moreKinds: readonly Kind[] = [],
): Row[] {
  const { size } = nativeLayout(type);
  const kinds: readonly Kind[] = typeof type === "string"
    ? [...ACCEPTED[type] ?? [], ...moreKinds]
    : ["struct"];
  return [
    { owner, part, tableSays: bytes(size), test: `${questions.size} == ${size}`, headerSays: bytes },
    {
      owner,
      part,
      tableSays: `${typeof type === "string" ? type : "struct"} (${kinds.join(", ")})`,
      test: `${questions.wrongKind(kindMask(kinds))} == 0`,
      headerSays: kindName,
    },
  ];
}

function kindMask(kinds: readonly Kind[]): number {
  return kinds.reduce((mask, kind) => mask | (1 << KINDS.indexOf(kind)), 0);
}

function kindName(printed: string): string {
  return KINDS[Math.log2(Number(printed))] ?? printed;
}

/** By-value structs of symbol tables: the same natural alignment as `defineStruct()` gives. */
function nativeLayout(type: Deno.NativeResultType): { size: number; alignment: number } {
  if (typeof type === "string") return { size: SIZES[type] ?? 0, alignment: SIZES[type] ?? 1 };
  const up = (size: number, alignment: number) => Math.ceil(size / alignment) * alignment;
  let end = 0;
  let alignment = 1;
  for (const field of type.struct.map(nativeLayout)) {
    end = up(end, field.alignment) + field.size;
    alignment = Math.max(alignment, field.alignment);
  }
  return { size: up(end, alignment), alignment };
}

function libraryRows({ fileName, table }: AbiLibrary, lookup: Lookup): Row[] {
  return Object.entries(table).flatMap(([key, { name = key, parameters, result }]) => {
    const isAlias = name !== key;
    const owner = `${fileName.replace(/\.\w+$/, "")}.${key}${isAlias ? ` (${name})` : ""}`;
    const cpp = `decltype(&${scoped(lookup(name))})`;
    return signatureRows(owner, cpp, { parameters, result }, isAlias ? CARRIERS : []);
  });
}

/** That a function, or a type of functions, has these parameters and this result. */
function signatureRows(
  owner: string,
  cpp: string,
  { parameters, result }: Signature,
  bufferCarriers: readonly Kind[] = [],
): Row[] {
  const resultQuestions = {
    size: `abi::result_size<${cpp}>`,
    wrongKind: (mask: number) => `abi::wrong_result<${cpp}, ${mask}>`,
  };
  return [
    {
      owner,
      part: "number of parameters",
      tableSays: String(parameters.length),
      test: `abi::parameter_count<${cpp}> == ${parameters.length}`,
      headerSays: String,
    },
    ...typeRows(owner, "result", resultQuestions, result),
    ...parameters.flatMap((type, index) => {
      const questions = {
        size: `abi::parameter_size<${cpp}, ${index}>`,
        wrongKind: (mask: number) => `abi::wrong_parameter<${cpp}, ${index}, ${mask}>`,
      };
      return typeRows(
        owner,
        `parameter ${index + 1}`,
        questions,
        type,
        type === "buffer" ? bufferCarriers : [],
      );
    }),
  ];
}

function scoped(name: string): string {
  return name.includes("::") ? name : `::${name}`;
}

function structRows(struct: AbiStruct, lookup: Lookup): Row[] {
  const owner = struct.structName;
  const cpp = scoped(lookup(owner));
  const fields = Object.entries(struct.fields);
  const rows: Row[] = [{
    owner,
    part: "size",
    tableSays: bytes(struct.byteLength),
    test: `sizeof(${cpp}) == ${struct.byteLength}`,
    headerSays: bytes,
  }];
  for (const [field, type] of fields) {
    const part = `field ${field}`;
    const offset = struct.offsets[field] ?? -1;
    rows.push({
      owner,
      part,
      tableSays: `offset ${offset}`,
      test: `offsetof(${cpp}, ${field}) == ${offset}`,
      headerSays: (printed) => `offset ${printed}`,
    });
    rows.push(...fieldRows(owner, part, `decltype(${cpp}::${field})`, type, lookup));
  }
  // A field that the table forgot may hide in padding. One pair of braces fits each member, whatever its type.
  const braces = "{}, ".repeat(fields.length + 1);
  rows.push({
    owner,
    part: "",
    tableSays: `${fields.length} fields`,
    test: `![]<typename T>(T *) { return requires { T{${braces}}; }; }((${cpp} *)nullptr)`,
    headerSays: String,
  });
  return rows;
}

function fieldRows(owner: string, part: string, cppType: string, type: FieldType, lookup: Lookup): Row[] {
  if (typeof type === "string") {
    // A callback in a struct is filled in as an address.
    const questions = {
      size: `abi::size<${cppType}>`,
      wrongKind: (mask: number) => `abi::wrong_kind<${cppType}, ${mask}>`,
    };
    return typeRows(owner, part, questions, type, type === "pointer" ? ["function pointer"] : []);
  }
  if ("wideUnits" in type) {
    return [{
      owner,
      part,
      tableSays: `${type.wideUnits} wide units`,
      test:
        `std::extent_v<${cppType}> * (sizeof(std::remove_extent_t<${cppType}>) == 2) == ${type.wideUnits}`,
      headerSays: (printed) => `${printed} of them`,
    }];
  }
  return [{
    owner,
    part,
    tableSays: type.structName,
    test: `std::is_same_v<${cppType}, ${scoped(lookup(type.structName))}>`,
    headerSays: () => "another type",
  }];
}

/** The IID, and of each method the slot and the signature, the object itself first. */
function interfaceRows({ interfaceName, iid, methods }: AbiInterface): Row[] {
  const vtable = `::${interfaceName}Vtbl`;
  const methodRows = Object.entries(methods).flatMap(([name, method]) => {
    const { slot, parameters, result } = method;
    const owner = `${interfaceName}.${name}`;
    const cpp = `decltype(${vtable}::${name})`;
    const signature = { parameters: ["pointer", ...nativeParameters(method, "buffer")] as const, result };
    return [
      {
        owner,
        part: "slot",
        tableSays: String(slot),
        test: `offsetof(${vtable}, ${name}) / sizeof(void *) == ${slot}`,
        headerSays: String,
      },
      ...signatureRows(owner, cpp, signature),
      ...parameters.flatMap((parameter, index) =>
        isOutParameter(parameter) ? outRows(owner, cpp, index + 1, parameter.out) : []
      ),
    ];
  });
  return [...guidRows(`IID_${interfaceName}`, iid), ...methodRows];
}

/** The kinds of what is written that are an FFI type. */
const OUT_AS_NATIVE: Partial<Record<OutKind, Deno.NativeType>> = { DOUBLE: "f64", HWND: "usize" };

/** That what a method writes is of the kind that the bindings read. The object itself is parameter 0 here. */
function outRows(owner: string, cpp: string, index: number, kind: OutKind): Row[] {
  const part = `parameter ${index + 1} out`;
  const questions = {
    size: `abi::pointee_size<${cpp}, ${index}>`,
    wrongKind: (mask: number) => `abi::wrong_pointee<${cpp}, ${index}, ${mask}>`,
  };
  const native = OUT_AS_NATIVE[kind];
  if (native !== undefined) return typeRows(owner, part, questions, native);
  if (kind === "INT") return typeRows(owner, part, questions, "i32", ["unsigned integer"]);
  const pointee = `abi::pointee<${cpp}, ${index}>`;
  const wanted = kind === "SAFEARRAY" ? "::SAFEARRAY *" : `::${kind}`;
  const test = kind === "INTERFACE"
    ? `abi::interface_pointer<${pointee}>`
    : `std::is_same_v<${pointee}, ${wanted}>`;
  return [{ owner, part, tableSays: kind, test, headerSays: () => "another type" }];
}

/** The four words of a GUID, so that the compiler can print the one that differs. */
function guidRows(name: string, guid: Uint8Array): Row[] {
  const words = new DataView(guid.buffer, guid.byteOffset, guid.byteLength);
  const hex = (word: number) => word.toString(16).padStart(8, "0");
  return [0, 1, 2, 3].map((index) => {
    const word = words.getUint32(index * 4, true);
    return {
      owner: name,
      part: `word ${index} of ${formatGuid(guid)}`,
      tableSays: hex(word),
      test: `abi::guid_word(::${name}, ${index}) == ${word}u`,
      headerSays: (printed: string) => hex(Number.parseInt(printed)),
    };
  });
}

function constantRows(table: ConstantTable, lookup: Lookup): Row[] {
  return Object.entries(table).map(([name, value]) => {
    const isInRange = Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
    return {
      owner: name,
      part: "",
      tableSays: String(value),
      // Not `::name`: most are macros.
      test: isInRange ? `ABI_LOW_BITS(${lookup(name)}) == ${value >>> 0}u` : "false",
      headerSays: (printed) => {
        const bits = Number.parseInt(printed);
        return String(value < 0 ? bits | 0 : bits);
      },
    };
  });
}
