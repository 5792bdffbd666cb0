import { defineConstants } from "./constants.ts";
import { getLastError } from "./last_error.ts";

/** The HRESULTs that are told apart, or that a message names. */
export const HRESULT = defineConstants({
  E_NOTIMPL: 0x80004001,
  E_NOINTERFACE: 0x80004002,
  E_POINTER: 0x80004003,
  E_FAIL: 0x80004005,
  E_UNEXPECTED: 0x8000FFFF,
  E_ACCESSDENIED: 0x80070005,
  E_HANDLE: 0x80070006,
  E_OUTOFMEMORY: 0x8007000E,
  E_INVALIDARG: 0x80070057,
  CO_E_NOTINITIALIZED: 0x800401F0,
  REGDB_E_CLASSNOTREG: 0x80040154,
  RPC_E_CHANGED_MODE: 0x80010106,
  RPC_E_CALL_REJECTED: 0x80010001,
  RPC_E_DISCONNECTED: 0x80010108,
  RPC_E_SERVERFAULT: 0x80010105,
  RPC_E_TIMEOUT: 0x8001011F,
  UIA_E_ELEMENTNOTENABLED: 0x80040200,
  UIA_E_ELEMENTNOTAVAILABLE: 0x80040201,
  UIA_E_NOCLICKABLEPOINT: 0x80040202,
  UIA_E_PROXYASSEMBLYNOTLOADED: 0x80040203,
  UIA_E_NOTSUPPORTED: 0x80040204,
  UIA_E_TIMEOUT: 0x80131505,
  UIA_E_INVALIDOPERATION: 0x80131509,
});

/** The name of an HRESULT that {@link HRESULT} has; undefined for any other. */
export function hresultName(hresult: number): string | undefined {
  return Object.entries(HRESULT).find(([, value]) => value === hresult >>> 0)?.[0];
}

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
    const name = hresultName(hresult);
    super(
      `${functionName} failed (${name === undefined ? "" : `${name}, `}HRESULT ${formatHresult(hresult)})`,
    );
    this.functionName = functionName;
    this.hresult = hresult | 0;
  }
}

/** Whether what was thrown is this one of {@link HRESULT}. */
export function isHresult(error: unknown, hresult: number): error is HresultError {
  return error instanceof HresultError && error.hresult === (hresult | 0); // the header's numbers are unsigned
}

const WIN32_ERROR = defineConstants({ ERROR_TIMEOUT: 1460 });

/** As the macro `HRESULT_FROM_WIN32` makes it. */
const WIN32_TIMEOUT = 0x80070000 | WIN32_ERROR.ERROR_TIMEOUT;

const TIMEOUTS: readonly number[] = [HRESULT.UIA_E_TIMEOUT, HRESULT.RPC_E_TIMEOUT, WIN32_TIMEOUT];

/** Whether what was thrown says that another program did not answer in time, in whichever of the ways to say so. */
export function isTimeout(error: unknown): error is HresultError {
  return TIMEOUTS.some((hresult) => isHresult(error, hresult));
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
