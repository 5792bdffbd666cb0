/** Which item of a menu a text means. */
import type { MenuItem } from "../desktop/desktop.ts";

/**
 * The text of a menu item as people read it: without the shortcut after the tab and without the marks of underlined
 * letters (`&&` is a real one), three dots as one character.
 */
export function normalizedMenuText(text: string): string {
  const [left = ""] = text.split("\t");
  const [shown = ""] = left.split("\b"); // what follows stands at the right edge
  return withEllipsis(shown.replace(/&(.?)/gs, "$1"));
}

function withEllipsis(text: string): string {
  return text.trim().replace(/\s*\.\.\.$/, "…");
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function withoutEllipsis(text: string): string {
  return text.replace(/\s*…$/, "");
}

/**
 * The ways in which an item may fit, the best first. An item whose text is but a part of what is wanted does not: "Save"
 * is not what "Save As" means.
 */
const FITS: readonly ((item: string, wanted: string) => boolean)[] = [
  (item, wanted) => item === wanted,
  (item, wanted) => withoutEllipsis(item) === withoutEllipsis(wanted),
  (item, wanted) => item.includes(withoutEllipsis(wanted)),
];

/**
 * The items that a text means: those that fit best, whatever their number. Of several, those of the kind that is needed
 * count, if there are any.
 */
export function matchingItems(
  items: readonly MenuItem[],
  wanted: string,
  needed: "submenu" | "command",
): readonly MenuItem[] {
  const named = items
    .filter(({ kind }) => kind !== "separator")
    .map((item) => ({ item, text: folded(normalizedMenuText(item.text)) }))
    .filter(({ text }) => text !== "");
  // A caller may have written the `&` of an underlined letter, or a real one.
  const [shown = ""] = wanted.split("\t");
  const forms = [...new Set([folded(normalizedMenuText(wanted)), folded(withEllipsis(shown))])]
    .filter((form) => withoutEllipsis(form) !== "");
  for (const fits of FITS) {
    const found = named.filter(({ text }) => forms.some((form) => fits(text, form))).map(({ item }) => item);
    if (found.length === 0) continue;
    const ofKind = found.filter(({ kind }) => kind === needed);
    return ofKind.length > 0 ? ofKind : found;
  }
  return [];
}
