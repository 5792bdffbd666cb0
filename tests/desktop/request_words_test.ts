import assert from "node:assert/strict";
import { requestWords } from "../../src/desktop/windows/request_words.ts";
import { windowApi } from "../../src/desktop/windows/window_api.ts";

Deno.test("requestWords() says what is done, not what it is called inside", () => {
  assert.equal(requestWords("beginReading"), "Reading the elements of the window");
  assert.equal(requestWords("goOnReading"), "Reading the elements of the window");
  assert.equal(requestWords("something new"), "A request to Windows");
  for (const method of Object.keys(windowApi)) {
    const words = requestWords(method);
    assert.match(words, /^[A-Z][a-z]+ing [A-Za-z' ]+$/, method);
    assert.ok(!words.includes(method));
  }
});
