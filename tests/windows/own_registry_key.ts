/** A key of the registry that a test makes for itself. */
import { fromWide, wideString } from "../../ffi/wide_string.ts";
import {
  type RegistryKey,
  registryText,
  registryValue,
  removeRegistryKey,
  setRegistryValue,
} from "./observe_registry.ts";

const advapi32 = Deno.build.os !== "windows"
  ? undefined
  : Deno.dlopen("C:\\windows\\system32\\advapi32.dll", {
    RegCreateKeyExW: {
      parameters: ["usize", "buffer", "u32", "buffer", "u32", "u32", "buffer", "buffer", "buffer"],
      result: "i32",
    },
    RegEnumValueW: {
      parameters: ["usize", "u32", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer"],
      result: "i32",
    },
    RegCloseKey: { parameters: ["usize"], result: "i32" },
  });

const HKEY_CURRENT_USER = 0xFFFFFFFF80000001n;
const KEY_READ_AND_WRITE = 0x2001F;
const REG_SZ = 1;
const NO_MORE_ITEMS = 259;
const NAME_UNITS = 16_384;

/** A text value as the registry has it. */
export interface TextValue {
  readonly name: string;
  readonly type: number;
  readonly text: string | undefined;
}

/** Below `HKEY_CURRENT_USER\Software`; it is gone, with all that is in it, after the block. */
export class OwnRegistryKey implements Disposable {
  readonly #key: RegistryKey;
  readonly #handle: bigint;

  /** @param name of the key itself */
  constructor(readonly name: string = `CasementTest${crypto.randomUUID().slice(0, 8)}`) {
    this.#key = { root: "HKEY_CURRENT_USER", path: `Software\\${name}` };
    const handle = new BigUint64Array(1);
    const path = wideString(this.#key.path);
    const code = symbols().RegCreateKeyExW(
      HKEY_CURRENT_USER,
      path,
      0,
      null,
      0,
      KEY_READ_AND_WRITE,
      null,
      handle,
      null,
    );
    if (code !== 0) throw new Error(`RegCreateKeyExW answered ${code}`);
    this.#handle = handle[0] ?? 0n;
  }

  /** Its values, in the registry's order. */
  values(): readonly TextValue[] {
    const values: TextValue[] = [];
    for (let index = 0;; index++) {
      const units = new Uint16Array(NAME_UNITS);
      const length = Uint32Array.of(NAME_UNITS);
      const code = symbols().RegEnumValueW(this.#handle, index, units, length, null, null, null, null);
      if (code === NO_MORE_ITEMS) return values;
      if (code !== 0) throw new Error(`RegEnumValueW answered ${code}`);
      const name = fromWide(units, length[0]);
      const type = registryValue(this.#key, name)?.type ?? 0;
      values.push({ name, type, text: registryText(this.#key, name) });
    }
  }

  /** Sets a text value. */
  setText(name: string, text: string): void {
    setRegistryValue(this.#key, name, { type: REG_SZ, data: new Uint8Array(wideString(text).buffer) });
  }

  [Symbol.dispose](): void {
    symbols().RegCloseKey(this.#handle);
    removeRegistryKey(this.#key);
  }
}

function symbols(): NonNullable<typeof advapi32>["symbols"] {
  if (advapi32 === undefined) throw new Error("Cannot make a key: this system is not Windows");
  return advapi32.symbols;
}
