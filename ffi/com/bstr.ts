import { Owned } from "../handles.ts";
import { oleaut32 } from "../oleaut32.ts";
import { HRESULT, HresultError } from "../result.ts";
import { fromWide, wideString } from "../wide_string.ts";

/** Short strings, which most are, are copied here: cheaper than a window on foreign memory for each. */
const shortUnits = new Uint16Array(512);

/**
 * A new BSTR with these UTF-16 units, NULs and lone surrogates included; it is freed by its owner.
 *
 * @throws {HresultError} when there is not enough memory
 * @see https://learn.microsoft.com/windows/win32/api/oleauto/nf-oleauto-sysallocstringlen
 */
export function bstr(text: string): Owned<Deno.PointerObject> {
  const string = oleaut32.symbols.SysAllocStringLen(wideString(text), text.length);
  if (string === null) throw new HresultError("SysAllocStringLen", HRESULT.E_OUTOFMEMORY);
  return ownBstr(string);
}

/** The text of a BSTR that stays its owner's; the empty string for NULL, as COM has it. */
export function readBstr(string: Deno.PointerValue): string {
  if (string === null) return "";
  const length = oleaut32.symbols.SysStringLen(string);
  if (length === 0) return "";
  if (length > shortUnits.length) {
    return fromWide(new Uint16Array(Deno.UnsafePointerView.getArrayBuffer(string, length * 2)), length);
  }
  const units = shortUnits.subarray(0, length);
  Deno.UnsafePointerView.copyInto(string, units);
  return fromWide(units, length);
}

/** The text of a BSTR that a call gave to us, which is then freed. */
export function takeBstr(address: bigint): string {
  const string = Deno.UnsafePointer.create(address);
  if (string === null) return "";
  try {
    return readBstr(string);
  } finally {
    oleaut32.symbols.SysFreeString(string);
  }
}

function ownBstr(string: Deno.PointerObject): Owned<Deno.PointerObject> {
  return new Owned("bstr", string, (open) => oleaut32.symbols.SysFreeString(open));
}
