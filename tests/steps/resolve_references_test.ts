import assert from "node:assert/strict";
import fc from "fast-check";
import type { Reference } from "../../src/steps/reference.ts";
import { resolveReferences } from "../../src/steps/resolve_references.ts";
import { type PathValue, valueOnPath } from "../../src/steps/value_path.ts";

const RESULTS: Readonly<Record<string, unknown>> = {
  launch: { pid: 7, title: "Lab", window: null, list: [{ name: "first" }, { name: "second" }] },
  "0": { items: [{ hwnd: "0x1" }, { hwnd: "0x2" }] },
};

function lookup({ head, path }: Reference): PathValue {
  if (!Object.hasOwn(RESULTS, head)) return { isFound: false, message: "no such step" };
  return valueOnPath(RESULTS[head], path, { numbersMeanItems: true });
}

const resolved = (data: unknown) => resolveReferences(data, lookup, (id) => id in RESULTS);

for (
  const [data, expected] of [
    ["${launch.pid}", 7],
    [" ${launch.pid}", " 7"],
    ["${launch.title} and ${launch.list.1.name}", "Lab and second"],
    ["${launch.list}", [{ name: "first" }, { name: "second" }]],
    ["all: ${launch.list.0}", 'all: {"name":"first"}'],
    ["${launch.window}", null],
    ["is ${launch.window}", "is null"],
    ["${0.1.hwnd}", "0x2"],
    ["${0.items.1.hwnd}", "0x2"],
    [{ "${launch.pid}": ["${launch.pid}", 1, null, true] }, { "${launch.pid}": [7, 1, null, true] }],
    ["${env:PATH}", "${env:PATH}"],
  ] as const
) {
  Deno.test(`resolveReferences(): ${JSON.stringify(data)} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(resolved(data), { isResolved: true, value: expected });
  });
}

for (
  const [data, message] of [
    ["${launch.nothing}", /^the result has no "nothing"$/],
    ["${launch.pid.deep}", /^pid is a number and has no "deep"$/],
    ["${launch.window.hwnd}", /^window is null$/],
    ["${launch.list.2}", /^list has 2 items and no "2"$/],
    ["${launch.list.01}", /no "01"$/],
    ["${launch.list.name}", /no "name"$/],
    ["${launch.constructor}", /^the result has no "constructor"$/],
    ["${launch.title.length}", /^title is a string and has no "length"$/],
    ["${other.pid}", /^no such step$/],
  ] as const
) {
  Deno.test(`resolveReferences(): ${data} stands for nothing`, () => {
    const result = resolved({ fine: "${launch.pid}", wrong: [data, "${also.wrong}"] });
    assert.ok(!result.isResolved);
    assert.deepEqual([result.reference.text, message.test(result.message)], [data, true], result.message);
  });
}

Deno.test("resolveReferences(): data without references stays as it is", () => {
  fc.assert(fc.property(fc.jsonValue(), (data) => {
    const text = JSON.stringify(data);
    fc.pre(!text.includes("${"));
    assert.equal(JSON.stringify((resolved(data) as { value: unknown }).value), text);
  }));
});
