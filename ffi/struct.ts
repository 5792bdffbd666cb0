/** The field types a struct may have: scalars of the C ABI, another struct, or a fixed array of UTF-16 units. */
export type FieldType = ScalarType | Struct<FieldTable> | WideArray;

/** Scalar field types; `pointer` and `usize` are 8 bytes on the only architecture that is supported. */
export type ScalarType = "u8" | "u16" | "i16" | "u32" | "i32" | "u64" | "i64" | "usize" | "isize" | "pointer";

/** A fixed array of UTF-16 code units, as in `WCHAR szExeFile[260]`. */
export interface WideArray {
  readonly wideUnits: number;
}

/** Field name → type, in the header's order. */
export type FieldTable = Readonly<Record<string, FieldType>>;

/** The JavaScript value of a field. 64-bit fields are bigints, nested structs objects, wide arrays strings. */
export type FieldValue<F> = F extends "u64" | "i64" | "usize" | "isize" | "pointer" ? bigint
  : F extends ScalarType ? number
  : F extends Struct<infer T> ? StructValue<T>
  : F extends WideArray ? string
  : never;

/** The JavaScript value of a whole struct. */
export type StructValue<T extends FieldTable> = { -readonly [K in keyof T]: FieldValue<T[K]> };

/** A C struct as a table of fields, laid out with natural alignment as the Windows x64 ABI does. */
export interface Struct<T extends FieldTable> {
  readonly structName: string;
  readonly fields: T;
  /** Size in bytes, padding included. */
  readonly byteLength: number;
  readonly alignment: number;
  /** Byte offset of each field. */
  readonly offsets: Readonly<Record<keyof T, number>>;
  /** New zeroed memory with the given fields set. */
  make(values?: Partial<StructValue<T>>): Uint8Array<ArrayBuffer>;
  /** The struct that lies in memory at an offset. */
  read(bytes: Uint8Array, byteOffset?: number): StructValue<T>;
  /** Writes the given fields, leaving the others as they are. */
  write(bytes: Uint8Array, values: Partial<StructValue<T>>, byteOffset?: number): void;
}

const scalarSizes: Readonly<Record<ScalarType, number>> = {
  u8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  i64: 8,
  usize: 8,
  isize: 8,
  pointer: 8,
};

const defined: Struct<FieldTable>[] = [];

/** Every struct defined by the modules loaded so far, for the ABI check. */
export function definedStructs(): readonly Struct<FieldTable>[] {
  return defined;
}

/** A fixed array of `wideUnits` UTF-16 code units. */
export function wideArray(wideUnits: number): WideArray {
  return { wideUnits };
}

function sizeOf(type: FieldType): { size: number; alignment: number } {
  if (typeof type === "string") return { size: scalarSizes[type], alignment: scalarSizes[type] };
  if ("wideUnits" in type) return { size: type.wideUnits * 2, alignment: 2 };
  return { size: type.byteLength, alignment: type.alignment };
}

/** Declares a struct under its header name; offsets follow from the field order and are checked by the ABI check. */
export function defineStruct<const T extends FieldTable>(structName: string, fields: T): Struct<T> {
  const offsets: Record<string, number> = {};
  let end = 0;
  let alignment = 1;
  for (const [name, type] of Object.entries(fields)) {
    const field = sizeOf(type);
    end = Math.ceil(end / field.alignment) * field.alignment;
    offsets[name] = end;
    end += field.size;
    alignment = Math.max(alignment, field.alignment);
  }
  const byteLength = Math.ceil(end / alignment) * alignment;
  const placed = Object.entries(fields).map(([name, type]) => ({ name, type, offset: offsets[name] ?? 0 }));
  const struct: Struct<T> = {
    structName,
    fields,
    byteLength,
    alignment,
    offsets: offsets as Record<keyof T, number>,
    make(values = {}) {
      const bytes = new Uint8Array(byteLength);
      struct.write(bytes, values);
      return bytes;
    },
    read(bytes, byteOffset = 0) {
      const view = viewOf(bytes);
      const result: Record<string, unknown> = {};
      for (const { name, type, offset } of placed) {
        result[name] = readField(bytes, view, byteOffset + offset, type);
      }
      return result as StructValue<T>;
    },
    write(bytes, values, byteOffset = 0) {
      const view = viewOf(bytes);
      for (const [name, value] of Object.entries(values)) {
        const type = fields[name];
        if (type === undefined) throw new TypeError(`Cannot write field "${name}": ${structName} has none`);
        writeField(bytes, view, byteOffset + (offsets[name] ?? 0), type, value);
      }
    },
  };
  defined.push(struct as unknown as Struct<FieldTable>); // the registry only reads layout
  return struct;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readField(bytes: Uint8Array, view: DataView, offset: number, type: FieldType): unknown {
  if (typeof type !== "string") {
    if (!("wideUnits" in type)) return type.read(bytes, offset);
    let text = "";
    for (let i = 0; i < type.wideUnits; i++) {
      const unit = view.getUint16(offset + i * 2, true);
      if (unit === 0) break;
      text += String.fromCharCode(unit);
    }
    return text;
  }
  switch (type) {
    case "u8":
      return view.getUint8(offset);
    case "u16":
      return view.getUint16(offset, true);
    case "i16":
      return view.getInt16(offset, true);
    case "u32":
      return view.getUint32(offset, true);
    case "i32":
      return view.getInt32(offset, true);
    case "i64":
    case "isize":
      return view.getBigInt64(offset, true);
    default:
      return view.getBigUint64(offset, true);
  }
}

function writeField(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  type: FieldType,
  value: unknown,
): void {
  if (typeof type !== "string") {
    if (!("wideUnits" in type)) return type.write(bytes, value as never, offset);
    const text = String(value).slice(0, type.wideUnits - 1);
    for (let i = 0; i < text.length; i++) view.setUint16(offset + i * 2, text.charCodeAt(i), true);
    view.setUint16(offset + text.length * 2, 0, true);
    return;
  }
  switch (scalarSizes[type]) {
    case 1:
      return view.setUint8(offset, Number(value));
    case 2:
      return view.setUint16(offset, Number(value), true);
    case 4:
      return view.setUint32(offset, Number(value), true);
    default:
      return view.setBigUint64(offset, BigInt.asUintN(64, BigInt(value as bigint | number)), true);
  }
}
