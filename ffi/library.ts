/** A symbol table: native name → C signature. */
export type SymbolTable = Readonly<Record<string, Deno.ForeignFunction>>;

/** A system DLL that opens when one of its functions is first used, so that every module imports anywhere. */
export interface Library<T extends SymbolTable> {
  /** File name, as in `user32.dll`. */
  readonly fileName: string;
  /** The table itself, which the ABI check compares with the headers. */
  readonly table: T;
  /** The functions. The first use of any opens the DLL. Throws where there is no Windows. */
  readonly symbols: Deno.DynamicLibrary<T>["symbols"];
}

const defined: Library<SymbolTable>[] = [];

/** Every library that has been defined by the modules loaded so far, for the ABI check and the doctor. */
export function definedLibraries(): readonly Library<SymbolTable>[] {
  return defined;
}

/** The absolute path of a DLL in System32: a bare name would be looked up in the current folder first. */
export function system32Path(fileName: string): string {
  const root = Deno.env.get("SystemRoot") ?? "C:\\Windows";
  return `${root}\\System32\\${fileName}`;
}

/**
 * Declares a system DLL by its symbol table.
 *
 * @throws {Deno.errors.NotSupported} on first use of `symbols` on a system that is not Windows.
 */
export function defineLibrary<const T extends SymbolTable>(fileName: string, table: T): Library<T> {
  let opened: Deno.DynamicLibrary<T> | undefined;
  const library: Library<T> = {
    fileName,
    table,
    get symbols() {
      if (opened === undefined) {
        if (Deno.build.os !== "windows") {
          throw new Deno.errors.NotSupported(`Cannot open ${fileName}: this system is not Windows`);
        }
        opened = Deno.dlopen(system32Path(fileName), table);
      }
      return opened.symbols;
    },
  };
  defined.push(library as unknown as Library<SymbolTable>); // the registry only reads names and tables
  return library;
}

/**
 * The functions of a library that this Windows lacks; undefined where it lacks the whole DLL. A DLL opens only with all
 * of them, so one is enough to stop everything that uses it.
 */
export function missingFunctions(library: Library<SymbolTable>): readonly string[] | undefined {
  const path = system32Path(library.fileName);
  const opens = (table: SymbolTable): boolean => {
    try {
      Deno.dlopen(path, table).close();
      return true;
    } catch {
      return false;
    }
  };
  if (opens(library.table)) return [];
  if (!opens({})) return undefined;
  return Object.entries(library.table).filter(([name, row]) => !opens({ [name]: row }))
    .map(([name, row]) => row.name ?? name);
}
