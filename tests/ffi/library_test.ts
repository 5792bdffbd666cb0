import assert from "node:assert/strict";
import { defineConstants, definedConstants } from "../../ffi/constants.ts";
import { C } from "../../ffi/ctype.ts";
import { definedLibraries, defineLibrary, system32Path } from "../../ffi/library.ts";

const isWindows = Deno.build.os === "windows";

Deno.test("defineLibrary() opens nothing and enters the table in the registry", () => {
  const table = { NoSuchFunction: { parameters: [C.HWND], result: C.BOOL } } as const;
  const library = defineLibrary("no_such_library.dll", table);
  assert.equal(library.table, table);
  assert.equal(library.fileName, "no_such_library.dll");
  assert.ok((definedLibraries() as readonly unknown[]).includes(library));
});

Deno.test("the first use of a library that is not there fails", () => {
  const library = defineLibrary("no_such_library.dll", { F: { parameters: [], result: C.VOID } });
  assert.throws(() => library.symbols);
});

Deno.test({
  name: "the first use of a library fails with NotSupported where there is no Windows",
  ignore: isWindows,
  fn() {
    const library = defineLibrary("user32.dll", { GetDC: { parameters: [C.HWND], result: C.HDC } });
    assert.throws(() => library.symbols, {
      name: "NotSupported",
      message: "Cannot open user32.dll: this system is not Windows",
    });
  },
});

Deno.test({
  name: "the functions of a library can be called, and are opened once",
  ignore: !isWindows,
  fn() {
    const library = defineLibrary("kernel32.dll", {
      GetCurrentProcessId: { parameters: [], result: C.DWORD },
    });
    assert.equal(library.symbols.GetCurrentProcessId(), Deno.pid);
    assert.equal(library.symbols, library.symbols);
  },
});

Deno.test("system32Path() is absolute, so the current folder is never searched", () => {
  assert.match(system32Path("user32.dll"), /^[A-Za-z]:\\.+\\System32\\user32\.dll$/i);
});

Deno.test("defineConstants() gives the table back and enters it in the registry", () => {
  const table = { MADE_UP: -4 };
  assert.equal(defineConstants(table), table);
  assert.ok(definedConstants().includes(table));
});
