/** A window handle; 0n where there is none. Only 32 bits are significant, on 64-bit Windows too. */
export type Hwnd = bigint;

/** A window handle as it crosses JSON: `0x` and eight upper-case hex digits, as Spy++ and other tools print it. */
export function formatHwnd(hwnd: Hwnd): string {
  return `0x${BigInt.asUintN(32, hwnd).toString(16).toUpperCase().padStart(8, "0")}`;
}

/**
 * The handle that a caller wrote: `"0x0001002A"`, a decimal string, or a number. Undefined for anything else, and for
 * zero and what does not fit into 32 bits.
 */
export function parseHwnd(written: string | number): Hwnd | undefined {
  const text = typeof written === "number" ? String(written) : written.trim();
  if (!/^(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})$/.test(text)) return undefined;
  const value = BigInt(text);
  return value === 0n || value > 0xFFFFFFFFn ? undefined : value;
}
