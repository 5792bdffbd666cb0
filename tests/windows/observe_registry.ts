/** Reads and restores the registry by its own functions: a test must not believe the program that shows it. */
import { wideString } from "../../ffi/wide_string.ts";

const advapi32 = Deno.build.os !== "windows"
  ? undefined
  : Deno.dlopen("C:\\windows\\system32\\advapi32.dll", {
    RegGetValueW: {
      parameters: ["usize", "buffer", "buffer", "u32", "buffer", "buffer", "buffer"],
      result: "i32",
    },
    RegSetKeyValueW: { parameters: ["usize", "buffer", "buffer", "u32", "buffer", "u32"], result: "i32" },
    RegDeleteKeyValueW: { parameters: ["usize", "buffer", "buffer"], result: "i32" },
    RegDeleteTreeW: { parameters: ["usize", "buffer"], result: "i32" },
  });

function symbols(): NonNullable<typeof advapi32>["symbols"] {
  if (advapi32 === undefined) throw new Error("Cannot look into the registry: this system is not Windows");
  return advapi32.symbols;
}

/** Handles of the roots, sign-extended as the headers have them. */
const ROOT = {
  HKEY_CURRENT_USER: 0xFFFFFFFF80000001n,
  HKEY_LOCAL_MACHINE: 0xFFFFFFFF80000002n,
} as const;

/** A key: one of the roots, and the path below it. */
export interface RegistryKey {
  readonly root: keyof typeof ROOT;
  readonly path: string;
}

/** A value as it lies in the registry. */
export interface RegistryValue {
  /** `REG_SZ` and so on, as a number. */
  readonly type: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const ERROR_SUCCESS = 0;
const ERROR_FILE_NOT_FOUND = 2;
const ERROR_MORE_DATA = 234;
/** Any type, and `%…%` in it as it is. */
const RRF_ANY_UNEXPANDED = 0xFFFF | 0x10000000;

/** A value; undefined where there is no such value or no such key. The name of a key's default value is empty. */
export function registryValue({ root, path }: RegistryKey, name: string): RegistryValue | undefined {
  for (let size = 1_024;; size *= 4) {
    const data = new Uint8Array(size);
    const type = new Uint32Array(1);
    const length = new Uint32Array([size]);
    const code = symbols().RegGetValueW(
      ROOT[root],
      wideString(path),
      wideString(name),
      RRF_ANY_UNEXPANDED,
      type,
      data,
      length,
    );
    if (code === ERROR_MORE_DATA) continue;
    if (code === ERROR_FILE_NOT_FOUND) return undefined;
    requireSuccess("RegGetValueW", code);
    return { type: type[0] ?? 0, data: data.slice(0, length[0]) };
  }
}

/** A value of text. */
export function registryText(key: RegistryKey, name: string): string | undefined {
  const value = registryValue(key, name);
  return value === undefined ? undefined : new TextDecoder("utf-16le").decode(value.data).replace(/\0+$/, "");
}

/** Sets a value, making the key where it is missing; `undefined` removes it. */
export function setRegistryValue(
  { root, path }: RegistryKey,
  name: string,
  value: RegistryValue | undefined,
): void {
  const code = value === undefined
    ? symbols().RegDeleteKeyValueW(ROOT[root], wideString(path), wideString(name))
    : symbols().RegSetKeyValueW(
      ROOT[root],
      wideString(path),
      wideString(name),
      value.type,
      value.data,
      value.data.length,
    );
  if (value === undefined && code === ERROR_FILE_NOT_FOUND) return;
  requireSuccess("the change of a value", code);
}

/** Removes a key with everything in it, if it is there. */
export function removeRegistryKey({ root, path }: RegistryKey): void {
  const code = symbols().RegDeleteTreeW(ROOT[root], wideString(path));
  if (code !== ERROR_FILE_NOT_FOUND) requireSuccess("RegDeleteTreeW", code);
}

/** Remembers values, and puts them back as they were when the `using` block ends. */
export function keepRegistry(values: readonly (readonly [RegistryKey, name: string])[]): Disposable {
  const kept = values.map(([key, name]) => ({ key, name, value: registryValue(key, name) }));
  return {
    [Symbol.dispose]: () => kept.forEach(({ key, name, value }) => setRegistryValue(key, name, value)),
  };
}

function requireSuccess(what: string, code: number): void {
  if (code !== ERROR_SUCCESS) throw new Error(`${what}: error ${code}`);
}
