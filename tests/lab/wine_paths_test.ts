import assert from "node:assert/strict";
import { toHostPath, toWindowsPath } from "./wine_paths.ts";

Deno.test("toWindowsPath() puts a Linux path on drive Z", () => {
  assert.equal(toWindowsPath("/home/me/a b/main.ts", "linux"), "Z:\\home\\me\\a b\\main.ts");
  assert.equal(toWindowsPath("/", "linux"), "Z:\\");
});

for (const path of ["relative/main.ts", "/with:colon", "/with\\backslash"]) {
  Deno.test(`toWindowsPath() refuses ${path}, which has no Windows form`, () => {
    assert.throws(() => toWindowsPath(path, "linux"), TypeError);
  });
}

for (
  const [windowsPath, prefix, expected] of [
    ["Z:\\home\\me\\main.ts", undefined, "/home/me/main.ts"],
    ["z:/home/me\\main.ts", undefined, "/home/me/main.ts"],
    ["\\\\?\\Z:\\home\\me", undefined, "/home/me"],
    ["C:\\users\\me\\x.png", "/runs/1/prefix", "/runs/1/prefix/drive_c/users/me/x.png"],
  ] as const
) {
  Deno.test(`toHostPath() finds ${windowsPath}`, () => {
    assert.equal(toHostPath(windowsPath, prefix, "linux"), expected);
  });
}

for (const path of ["C:\\without\\prefix", "D:\\x", "relative\\x", "\\\\server\\share\\x"]) {
  Deno.test(`toHostPath() refuses ${path}`, () => {
    assert.throws(() => toHostPath(path, undefined, "linux"), TypeError);
  });
}

Deno.test("paths stay as they are on Windows", () => {
  assert.equal(toWindowsPath("D:\\x\\main.ts", "windows"), "D:\\x\\main.ts");
  assert.equal(toHostPath("D:\\x\\main.ts", undefined, "windows"), "D:\\x\\main.ts");
});
