import assert from "node:assert/strict";
import {
  formatHresult,
  HRESULT,
  HresultError,
  isHresult,
  requireHresult,
  requireNonZero,
  Win32Error,
} from "../../ffi/result.ts";

/** `HRESULT`s as the FFI gives them: signed 32-bit numbers. */
const S_OK = 0;
const S_FALSE = 1;
const E_ACCESSDENIED = 0x80070005 | 0;
const UIA_E_ELEMENTNOTAVAILABLE = 0x80040201 | 0;

Deno.test("requireHresult() passes every success, S_FALSE too", () => {
  assert.equal(requireHresult("CoInitializeEx", S_OK), S_OK);
  assert.equal(requireHresult("CoInitializeEx", S_FALSE), S_FALSE);
});

Deno.test("requireHresult() throws the function and the signed number", () => {
  assert.throws(() => requireHresult("GetFocusedElement", UIA_E_ELEMENTNOTAVAILABLE), (error) => {
    assert.ok(error instanceof HresultError);
    assert.equal(error.name, "HresultError");
    assert.equal(error.functionName, "GetFocusedElement");
    assert.equal(error.hresult, UIA_E_ELEMENTNOTAVAILABLE);
    assert.equal(error.message, "GetFocusedElement failed (UIA_E_ELEMENTNOTAVAILABLE, HRESULT 0x80040201)");
    return true;
  });
});

Deno.test("formatHresult() writes eight hex digits", () => {
  assert.equal(formatHresult(E_ACCESSDENIED), "0x80070005");
  assert.equal(formatHresult(S_FALSE), "0x00000001");
  assert.equal(formatHresult(-1), "0xFFFFFFFF");
});

Deno.test("isHresult() tells errors apart by the header's number, which is unsigned there", () => {
  const error = new HresultError("SetFocus", UIA_E_ELEMENTNOTAVAILABLE);
  assert.ok(isHresult(error, HRESULT.UIA_E_ELEMENTNOTAVAILABLE));
  assert.ok(isHresult(error, UIA_E_ELEMENTNOTAVAILABLE));
  assert.ok(!isHresult(error, HRESULT.E_FAIL));
  assert.ok(!isHresult(new Error("UIA_E_ELEMENTNOTAVAILABLE"), HRESULT.UIA_E_ELEMENTNOTAVAILABLE));
  assert.equal(new HresultError("F", HRESULT.E_FAIL).hresult, HRESULT.E_FAIL | 0);
});

Deno.test("HresultError gives the number alone where no name is known", () => {
  assert.equal(new HresultError("F", 0x80030001 | 0).message, "F failed (HRESULT 0x80030001)");
});

Deno.test("requireNonZero() passes what is not zero, negative numbers and handles too", () => {
  assert.equal(requireNonZero("SendInput", 1), 1);
  assert.equal(requireNonZero("GetSystemMetrics", -1), -1);
  assert.equal(requireNonZero("GetDC", 0x1000n), 0x1000n);
});

Deno.test({
  name: "requireNonZero() throws the function for both zeros",
  ignore: Deno.build.os !== "windows", // it asks Windows for the last error
  fn() {
    for (const zero of [0, 0n]) {
      assert.throws(
        () => requireNonZero("GetDC", zero),
        (error) => error instanceof Win32Error && error.functionName === "GetDC",
      );
    }
  },
});

Deno.test("Win32Error says which function failed and the hint", () => {
  const error = new Win32Error("CreateProcessW", 740);
  assert.equal(error.name, "Win32Error");
  assert.equal(error.functionName, "CreateProcessW");
  assert.equal(error.lastError, 740);
  assert.equal(error.message, "CreateProcessW failed (last error 740)");
});
