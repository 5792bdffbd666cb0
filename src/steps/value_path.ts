/** What lies at a path of some data, as references and exports name it. */
import { quotedText } from "../core/text.ts";
import { isIndex } from "./reference.ts";

/** The value, or why there is none. */
export type PathValue =
  | { readonly isFound: true; readonly value: unknown }
  | { readonly isFound: false; readonly message: string };

/**
 * Follows a path. Only what the data itself has counts: nothing that all objects have.
 *
 * @param numbersMeanItems a number also means an item of the list in `items`, as in references to a result
 */
export function valueOnPath(
  data: unknown,
  path: readonly string[],
  { numbersMeanItems = false }: { readonly numbersMeanItems?: boolean } = {},
): PathValue {
  let here = data;
  for (const [index, segment] of path.entries()) {
    const fail = (why: string): PathValue => {
      const way = index === 0 ? "the result" : path.slice(0, index).join(".");
      return { isFound: false, message: `${way} ${why}` };
    };
    if (here === null || here === undefined) return fail(`is ${here === null ? "null" : "not there"}`);
    if (typeof here !== "object") return fail(`is a ${typeof here} and has no ${quotedText(segment)}`);
    const list = listIn(here, segment, numbersMeanItems);
    if (list !== undefined) {
      const place = isIndex(segment) ? Number(segment) : Number.NaN;
      if (!(place < list.length)) return fail(`has ${list.length} items and no ${quotedText(segment)}`);
      here = list[place];
    } else {
      if (!Object.hasOwn(here, segment)) return fail(`has no ${quotedText(segment)}`);
      here = (here as Record<string, unknown>)[segment];
    }
  }
  return here === undefined ? { isFound: false, message: "it is not there" } : { isFound: true, value: here };
}

function listIn(data: object, segment: string, numbersMeanItems: boolean): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (!numbersMeanItems || !isIndex(segment) || Object.hasOwn(data, segment)) return undefined;
  const { items } = data as { items?: unknown };
  return Array.isArray(items) ? items : undefined;
}
