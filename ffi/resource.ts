import { defineConstants } from "./constants.ts";
import { Owned } from "./handles.ts";
import { kernel32 } from "./kernel32.ts";
import { wideString } from "./wide_string.ts";

const LOAD = defineConstants({ LOAD_LIBRARY_AS_DATAFILE: 0x2, LOAD_LIBRARY_AS_IMAGE_RESOURCE: 0x20 });

/** `RT_MANIFEST`; numbers stand for names of resources, where names would be pointers. */
const MANIFEST_TYPE = 24n;

/** `CREATEPROCESS_MANIFEST_RESOURCE_ID`: the one that Windows looks at when it starts a program. */
const PROGRAM_MANIFEST = 1n;

/** More than any real manifest has. */
const MOST_BYTES = 1_048_576;

/**
 * The manifest inside a program, as bytes; nothing of the program runs. Undefined where it has none, is none, or is
 * damaged.
 *
 * @see https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-loadlibraryexw
 */
export function readProgramManifest(path: string): Uint8Array | undefined {
  const { symbols } = kernel32;
  const flags = LOAD.LOAD_LIBRARY_AS_DATAFILE | LOAD.LOAD_LIBRARY_AS_IMAGE_RESOURCE;
  const handle = symbols.LoadLibraryExW(wideString(path), 0n, flags);
  if (handle === 0n) return undefined;
  using module = new Owned("module", handle, (open) => void symbols.FreeLibrary(open));
  const name = Deno.UnsafePointer.create(PROGRAM_MANIFEST);
  const resource = symbols.FindResourceW(module.value, name, Deno.UnsafePointer.create(MANIFEST_TYPE));
  if (resource === 0n) return undefined;
  const size = symbols.SizeofResource(module.value, resource);
  const address = symbols.LockResource(symbols.LoadResource(module.value, resource));
  if (address === null || size === 0 || size > MOST_BYTES) return undefined;
  // Place and size are what the file says: in a damaged one they lead to where no memory is, and to read there would end
  // this process. This call refuses instead.
  const bytes = new Uint8Array(size);
  const process = symbols.GetCurrentProcess();
  const isRead =
    symbols.ReadProcessMemory(process, address, bytes, BigInt(size), new BigUint64Array(1)) !== 0;
  return isRead ? bytes : undefined;
}
