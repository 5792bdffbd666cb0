/**
 * UTF-16, exactly: JavaScript strings are UTF-16 code units and so are Windows strings, so every unit is copied as it
 * is, lone surrogates included. {@link toWellFormed} is for the JSON border alone.
 */

/** The string as NUL-terminated UTF-16 in new memory, for a `buffer` parameter (LPCWSTR). */
export function wideString(text: string): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(text.length + 1);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

/** The first `length` units of a buffer as a string; without `length`, up to the first NUL. */
export function fromWide(units: Uint16Array, length?: number): string {
  let end = length ?? units.indexOf(0);
  if (end < 0 || end > units.length) end = units.length;
  // In chunks: String.fromCharCode takes its arguments on the stack.
  let text = "";
  for (let start = 0; start < end; start += 8192) {
    // An array-like is all that it takes, and spreading it would cost four times as much.
    const chunk = units.subarray(start, Math.min(end, start + 8192)) as unknown as number[];
    text += String.fromCharCode.apply(null, chunk);
  }
  return text;
}
