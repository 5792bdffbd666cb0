import { defineConstants } from "./constants.ts";
import { kernel32 } from "./kernel32.ts";
import { wideString } from "./wide_string.ts";

const CODE_PAGE = defineConstants({ CP_ACP: 0, CP_UTF8: 65001, WC_NO_BEST_FIT_CHARS: 0x400 });

/** Whether the system's ANSI code page has every character of the text, without look-alikes. */
export function fitsAnsiCodePage(text: string): boolean {
  if (text.length === 0) return true;
  // A UTF-8 code page has every character, and Windows refuses to be asked about it in this way.
  if (kernel32.symbols.GetACP() === CODE_PAGE.CP_UTF8) return text.isWellFormed();
  const usedDefault = new Int32Array(1);
  const bytes = new Uint8Array(text.length * 4);
  const written = kernel32.symbols.WideCharToMultiByte(
    CODE_PAGE.CP_ACP,
    CODE_PAGE.WC_NO_BEST_FIT_CHARS,
    wideString(text),
    text.length,
    bytes,
    bytes.length,
    null,
    usedDefault,
  );
  return written > 0 && usedDefault[0] === 0;
}
