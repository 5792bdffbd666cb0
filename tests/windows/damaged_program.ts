/** Programs whose resources are not what their directory says. */

/** Numbers of the types of resources. */
export const RESOURCE_TYPES = { version: 16, manifest: 24 } as const;

/** Sizes and places in a program's file. */
const PE = {
  header: 0x3C,
  sectionCount: 6,
  optionalHeaderSize: 20,
  sections: 24,
  sectionBytes: 40,
  rawAddress: 20,
} as const;

/** A copy of a program in which the first resource of a type has another size, or lies elsewhere, than it does. */
export function withDamagedResource(
  program: Uint8Array,
  type: number,
  { address, size }: { readonly address?: number; readonly size?: number },
): Uint8Array {
  const copy = program.slice();
  const view = new DataView(copy.buffer);
  const entry = dataEntry(view, resourceSection(copy, view), type);
  if (address !== undefined) view.setUint32(entry, address, true);
  if (size !== undefined) view.setUint32(entry + 4, size, true);
  return copy;
}

/** Where the section with the resources begins in the file. */
function resourceSection(bytes: Uint8Array, view: DataView): number {
  const header = view.getUint32(PE.header, true);
  const count = view.getUint16(header + PE.sectionCount, true);
  const first = header + PE.sections + view.getUint16(header + PE.optionalHeaderSize, true);
  for (let index = 0; index < count; index++) {
    const section = first + PE.sectionBytes * index;
    const name = new TextDecoder().decode(bytes.subarray(section, section + 8));
    if (name.startsWith(".rsrc")) return view.getUint32(section + PE.rawAddress, true);
  }
  throw new Error("the program has no resources");
}

/** Where the address and the size of the first resource of a type stand in the file: type, name, language, entry. */
function dataEntry(view: DataView, section: number, type: number): number {
  const childrenOf = (folder: number): readonly { id: number; child: number }[] => {
    const count = view.getUint16(section + folder + 12, true) + view.getUint16(section + folder + 14, true);
    return Array.from({ length: count }, (_, index) => {
      const entry = section + folder + 16 + 8 * index;
      // The highest bit says that it is a folder.
      return { id: view.getUint32(entry, true), child: view.getUint32(entry + 4, true) & 0x7FFFFFFF };
    });
  };
  const ofType = childrenOf(0).find(({ id }) => id === type)?.child;
  const ofName = ofType === undefined ? undefined : childrenOf(ofType)[0]?.child;
  const entry = ofName === undefined ? undefined : childrenOf(ofName)[0]?.child;
  if (entry === undefined) throw new Error(`the program has no resource of type ${type}`);
  return section + entry;
}
