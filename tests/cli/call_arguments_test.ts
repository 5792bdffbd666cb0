import assert from "node:assert/strict";
import { readArguments } from "../../src/cli/call_arguments.ts";
import { UsageError } from "../../src/cli/options.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";

for (
  const [what, written, stdin, expected] of [
    ["the JSON that was written", '{"pid":1}', "ignored", { pid: 1 }],
    ["stdin where nothing was written", undefined, '{"pid":2}\n', { pid: 2 }],
    ["stdin for a dash", "-", '{"text":"h\u00e9 \ud83d\ude00"}', { text: "h\u00e9 \ud83d\ude00" }],
    ["nothing where stdin brings nothing", undefined, "", {}],
    ["a value that is no object as it is", "[1]", undefined, [1]],
    ["UTF-8 with a byte order mark", "-", '\ufeff{"pid":3}', { pid: 3 }],
  ] as const
) {
  Deno.test(`readArguments() takes ${what}`, async () => {
    assert.deepEqual(await readArguments(written, fakeTerminal({ stdin })), expected);
  });
}

Deno.test("readArguments() takes UTF-16 as PowerShell writes it", async () => {
  const text = '\ufeff{"text":"\u00e9"}';
  const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
  const terminal = fakeTerminal({ stdin: new Uint8Array(units.buffer) });
  assert.deepEqual(await readArguments("-", terminal), { text: "\u00e9" });
});

Deno.test("readArguments() does not read a terminal unless it is told to", async () => {
  assert.deepEqual(await readArguments(undefined, fakeTerminal({ isStdinTerminal: true })), {});
  const typed = fakeTerminal({ isStdinTerminal: true, stdin: '{"pid":4}' });
  assert.deepEqual(await readArguments("-", typed), { pid: 4 });
});

for (
  const [what, written, stdin, message] of [
    ["broken JSON", '{"pid":', undefined, /^The arguments are no JSON: .*JSON/],
    ["an empty text", "", undefined, /^The arguments are no JSON: there is nothing$/],
    ["JSON without its quotation marks", "{pid: 1}", undefined, /shell may have taken the quotation marks/],
    ["broken JSON on stdin", undefined, '{"a', /^What stdin brought is no JSON/],
    ["an empty stdin for a dash", "-", "", /there is nothing/],
    ["bytes that are no text", "-", new Uint8Array([0x7B, 0xFF, 0xFE, 0x7D]), /no UTF-8 text/],
    ["a huge text", "-", new Uint8Array(17 * 1024 * 1024), /more than the \d+ bytes/],
  ] as const
) {
  Deno.test(`readArguments() refuses ${what} with a sentence`, async () => {
    await assert.rejects(readArguments(written, fakeTerminal({ stdin })), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      assert.ok(error.message.length < 400);
      return true;
    });
  });
}

Deno.test("readArguments() does not wait for ever for a stdin that nobody writes to", async () => {
  await assert.rejects(readArguments(undefined, fakeTerminal(), 10), /brought nothing for 0.01 s; close it/);
});
