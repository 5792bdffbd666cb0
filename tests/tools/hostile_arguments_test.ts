/** Whatever a client sends as the arguments of whichever tool: the answer fits the tool, or is an error of the table. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ERROR_TABLE } from "../../src/core/errors.ts";
import { createTools } from "../../src/tools/index.ts";
import { PictureEncoder } from "../../src/image/picture_encoder.ts";
import { BUTTON, el } from "../elements/trees.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeControl, fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = "0x00010070";

function world(pictures: PictureEncoder, capturesDir: string): TestDoor {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: BigInt(HWND), controls: [fakeControl({ hwnd: 0x1007An })] })],
    processes: [fakeProcess({ pid: 4_200 })],
  });
  desktop.elements.windows.set(BigInt(HWND), el("Window", "Main", {}, [el("Button", "OK", BUTTON)]));
  return createTestDoor({ desktop, pictures, settings: { capturesDir, outputDirs: [capturesDir] } });
}

/** Values at the edges of what JSON and JavaScript can say. */
const EDGES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.5,
    1,
    1e308,
    NaN,
    Infinity,
    -Infinity,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
  ],
  ...["", " ", "\0", "\uD83D", "😀", "x".repeat(100_000), "\\\\?\\C:\\con", "C:\\", "__proto__", HWND],
  ...["e1", { name: "OK" }, { controlType: "button", match: "regex" }, { ancestor: { name: "\uD83D" } }],
  ...[[], [[]], [null], {}, { x: 0 }, JSON.parse('{"__proto__": {"x": 1}}')],
];

/** Arguments of a tool's own names, now and then of others, with values of any kind. */
function argumentsOf(names: readonly string[]): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...EDGES) },
    { weight: 2, arbitrary: fc.integer({ min: -5, max: 20_000 }) },
    {
      weight: 2,
      arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: true, withBigInt: true, withDate: true }),
    },
  );
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names, "hwnd") },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  );
  // A target that exists, so that what comes after it is reached too.
  const target = fc.constantFrom({}, { hwnd: HWND }, { pid: 4_200 });
  return fc.tuple(target, fc.dictionary(name, value, { maxKeys: 6 })).map(([known, rest]) => ({
    ...rest,
    ...known,
  }));
}

for (const { name } of createTools()) {
  Deno.test(`${name}: any arguments at all are answered with a result or an error of the table`, async () => {
    const pictures = new PictureEncoder();
    const dir = await Deno.makeTempDir();
    const contract = world(pictures, dir).tools.contract(name);
    assert.ok(contract);
    const names = Object.keys(contract.inputSchema.properties ?? {});
    const args = names.length === 0
      ? fc.anything()
      : fc.oneof(argumentsOf(names), fc.anything({ maxDepth: 2 }));
    const property = fc.asyncProperty(args, async (given) => {
      const answer = await world(pictures, dir).call(name, given);
      if (answer.ok) return;
      const { code, message } = answer.error;
      assert.ok(
        code in ERROR_TABLE && code !== "INTERNAL_ERROR" && code !== "TOOL_OUTPUT_SCHEMA_MISMATCH",
        message,
      );
      assert.ok(message.length < 8_000, `${message.length}`);
    });
    try {
      await fc.assert(property, { numRuns: 150 });
    } finally {
      pictures.close();
      await Deno.remove(dir, { recursive: true });
    }
  });
}
