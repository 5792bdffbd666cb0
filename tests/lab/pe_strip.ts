/**
 * Turns an exe that `deno compile` made back into the bare runtime. Compiling appends one section, `.pedata`, which
 * holds the program as a resource; without it the runtime is what it was before.
 *
 * @see https://learn.microsoft.com/windows/win32/debug/pe-format
 */

/** Offsets in the PE format. */
const PE_POINTER = 0x3c;
const SECTION_COUNT = 6;
const OPTIONAL_SIZE = 20;
const OPTIONAL_HEADER = 24;
const SECTION_ALIGNMENT = 32;
const SIZE_OF_IMAGE = 56;
/** Entry 2 of the data directories of a 64-bit image: address and size of the resources. */
const RESOURCE_DIRECTORY = 112 + 2 * 8;
const SECTION_SIZE = 40;

/** The section that `deno compile` appends. */
const APPENDED = ".pedata";

interface Section {
  readonly offset: number;
  readonly name: string;
  readonly virtualSize: number;
  readonly virtualAddress: number;
  readonly fileOffset: number;
}

/** The runtime that a compiled program was made from. @throws {Error} where the exe was not made that way */
export function stripCompiledProgram(program: Uint8Array): Uint8Array {
  const bytes = program.slice();
  const view = new DataView(bytes.buffer);
  if (view.getUint16(0, true) !== 0x5a4d) throw new Error("not a Windows program: it does not begin with MZ");
  const header = view.getUint32(PE_POINTER, true);
  if (view.getUint32(header, true) !== 0x4550) throw new Error("not a Windows program: no PE header");
  const optional = header + OPTIONAL_HEADER;
  const sections = readSections(view, header);
  const appended = sections.at(-1);
  const last = sections.at(-2);
  if (appended?.name !== APPENDED || last === undefined) {
    throw new Error(`the last section is ${appended?.name ?? "missing"}, not ${APPENDED}`);
  }
  bytes.fill(0, appended.offset, appended.offset + SECTION_SIZE);
  view.setUint16(header + SECTION_COUNT, sections.length - 1, true);
  const alignment = view.getUint32(optional + SECTION_ALIGNMENT, true);
  const end = last.virtualAddress + last.virtualSize;
  view.setUint32(optional + SIZE_OF_IMAGE, Math.ceil(end / alignment) * alignment, true);
  const resources = sections.find(({ name }) => name === ".rsrc");
  view.setUint32(optional + RESOURCE_DIRECTORY, resources?.virtualAddress ?? 0, true);
  view.setUint32(optional + RESOURCE_DIRECTORY + 4, resources?.virtualSize ?? 0, true);
  return bytes.subarray(0, appended.fileOffset);
}

function readSections(view: DataView, header: number): Section[] {
  const count = view.getUint16(header + SECTION_COUNT, true);
  const start = header + OPTIONAL_HEADER + view.getUint16(header + OPTIONAL_SIZE, true);
  return Array.from({ length: count }, (_, index) => {
    const offset = start + index * SECTION_SIZE;
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + offset, 8));
    return {
      offset,
      name: name.replace(/\0+$/, ""),
      virtualSize: view.getUint32(offset + 8, true),
      virtualAddress: view.getUint32(offset + 12, true),
      fileOffset: view.getUint32(offset + 20, true),
    };
  });
}
