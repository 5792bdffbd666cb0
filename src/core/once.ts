/**
 * A function that makes a value when it is first asked for, and gives the same one ever after. Schemas are made so: a
 * start would otherwise wait for those of every tool.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
