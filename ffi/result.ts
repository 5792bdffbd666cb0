import { getLastError } from "./last_error.ts";

/** A Win32 call that said it failed. `lastError` is a hint: the runtime may have changed it since. */
export class Win32Error extends Error {
  override readonly name = "Win32Error";
  readonly functionName: string;
  readonly lastError: number;

  constructor(functionName: string, lastError: number) {
    super(`${functionName} failed (last error ${lastError})`);
    this.functionName = functionName;
    this.lastError = lastError;
  }
}

/** A COM or DWM call whose HRESULT is negative. */
export class HresultError extends Error {
  override readonly name = "HresultError";
  readonly functionName: string;
  /** The signed 32-bit HRESULT. */
  readonly hresult: number;

  constructor(functionName: string, hresult: number) {
    super(`${functionName} failed (HRESULT ${formatHresult(hresult)})`);
    this.functionName = functionName;
    this.hresult = hresult;
  }
}

/** An HRESULT as it is looked up: `0x80070005`. */
export function formatHresult(hresult: number): string {
  return `0x${(hresult >>> 0).toString(16).toUpperCase().padStart(8, "0")}`;
}

/**
 * The result of a call for which zero means failure.
 *
 * @throws {Win32Error} when it is zero.
 */
export function requireNonZero<T extends number | bigint>(functionName: string, result: T): T {
  if (result === 0 || result === 0n) throw new Win32Error(functionName, getLastError());
  return result;
}

/**
 * A success HRESULT (zero or positive: `S_FALSE` is a success).
 *
 * @throws {HresultError} when it is negative.
 */
export function requireHresult(functionName: string, hresult: number): number {
  if (hresult < 0) throw new HresultError(functionName, hresult);
  return hresult;
}
