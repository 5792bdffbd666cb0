/** A group of constants under their header names, which the ABI check compares with the headers. */
export type ConstantTable = Readonly<Record<string, number>>;

const defined: ConstantTable[] = [];

/** Every constant group defined by the modules loaded so far, for the ABI check. */
export function definedConstants(): readonly ConstantTable[] {
  return defined;
}

/** Declares constants by their header names; values are compared with the headers modulo 2^32. */
export function defineConstants<const T extends ConstantTable>(table: T): T {
  defined.push(table);
  return table;
}
