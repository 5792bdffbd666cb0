import { defineConstants } from "./constants.ts";
import { Owned } from "./handles.ts";
import { kernel32 } from "./kernel32.ts";
import { requireNonZero } from "./result.ts";

const GLOBAL_MEMORY = defineConstants({ GMEM_MOVEABLE: 0x2 });

/**
 * Movable global memory with these bytes, as the clipboard takes it; it is freed by its owner until it is released.
 *
 * @throws {Win32Error} when there is not enough memory
 * @see https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-globalalloc
 */
export function globalMemory(bytes: Uint8Array): Owned<bigint> {
  const size = BigInt(Math.max(1, bytes.length)); // a block of no bytes counts as discarded
  const handle = requireNonZero(
    "GlobalAlloc",
    kernel32.symbols.GlobalAlloc(GLOBAL_MEMORY.GMEM_MOVEABLE, size),
  );
  const memory = new Owned("globalMemory", handle, (open) => void kernel32.symbols.GlobalFree(open));
  withGlobalMemory(handle, (block) => block.set(bytes));
  return memory;
}

/**
 * Lets `use` look at the bytes of a global memory block, which are there for the length of the call alone. Undefined when
 * the handle names no such block.
 */
export function withGlobalMemory<T>(handle: bigint, use: (block: Uint8Array) => T): T | undefined {
  const size = Number(kernel32.symbols.GlobalSize(handle));
  if (size === 0) return undefined;
  const address = kernel32.symbols.GlobalLock(handle);
  if (address === null) return undefined;
  try {
    return use(new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(address, size)));
  } finally {
    kernel32.symbols.GlobalUnlock(handle);
  }
}
