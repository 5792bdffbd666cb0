import assert from "node:assert/strict";
import { neededFields, projectionOf, withoutSecrets } from "../../src/pipeline/projection.ts";
import type { Step } from "../../src/steps/step.ts";

const LARGE = Array.from({ length: 1_000 }, (_, n) => ({ n }));
const LONG = "x".repeat(5_000);

function step(given: Partial<Step> = {}): Step {
  return { tool: "look", args: {}, ...given };
}

/** What is kept of the result of the first step. */
function kept(
  result: Record<string, unknown>,
  first: Partial<Step>,
  rest: { readonly steps?: readonly Step[]; readonly finally?: readonly Step[] } = {},
): Record<string, unknown> {
  const list = { steps: [step(first), ...rest.steps ?? []], finally: rest.finally ?? [] };
  return { ...projectionOf(result, neededFields(list)[0] ?? new Set()) };
}

Deno.test("projectionOf() keeps every short field, referred to or not", () => {
  const result = { pid: 7, hwnd: "0x0001002A", ok: true, nothing: null, rect: { x: 1, y: 2 }, list: [1, 2] };
  assert.deepEqual(kept(result, {}), result);
});

Deno.test("projectionOf() drops what is large and nothing refers to", () => {
  assert.deepEqual(kept({ pid: 7, items: LARGE, tree: { LARGE }, value: LONG }, {}), { pid: 7 });
});

Deno.test("projectionOf() keeps what is exactly small enough", () => {
  const edge = { text: "x".repeat(4_096), list: ["x".repeat(4_092)] };
  assert.deepEqual(kept(edge, {}), edge);
  assert.deepEqual(kept({ text: "x".repeat(4_097), list: ["x".repeat(4_093)] }, {}), {});
});

for (
  const [where, rest] of [
    ["the arguments of a later step", { steps: [step({ args: { a: ["${first.tree.LARGE}"] } })] }],
    ["what a later step expects", { steps: [step({ expect: { expectedValue: "${0.tree.LARGE.0}" } })] }],
    [
      "what a later step captures",
      {
        steps: [
          step({ captureBefore: [{ saveAs: "x", read: { tool: "ui_get", args: { a: "${0.tree}" } } }] }),
        ],
      },
    ],
    ["a step at the end", { finally: [step({ args: { a: "it is ${first.tree.LARGE.0.n}" } })] }],
  ] as const
) {
  Deno.test(`projectionOf() keeps a large field that is referred to by ${where}`, () => {
    const list = { steps: [], finally: [], ...rest };
    assert.deepEqual(kept({ tree: { LARGE }, items: LARGE }, { id: "first" }, list), { tree: { LARGE } });
  });
}

Deno.test("projectionOf() keeps a large field that is referred to by what the run captures", () => {
  const list = {
    steps: [step({ id: "first" })],
    finally: [],
    captureBefore: [{ saveAs: "x", read: { tool: "ui_get", args: { hwnd: "${first.tree.hwnd}" } } }],
  };
  assert.deepEqual(neededFields(list), [new Set(["tree"])]);
});

Deno.test("projectionOf() keeps a large field that the step hands on", () => {
  assert.deepEqual(kept({ tree: { LARGE }, items: LARGE }, { exports: { rows: "$.items" } }), {
    items: LARGE,
  });
});

Deno.test("projectionOf() keeps the items that a number means", () => {
  const steps = [step({ args: { hwnd: "${0.0.hwnd}" } })];
  assert.deepEqual(kept({ items: LARGE, tree: { LARGE } }, {}, { steps }), { items: LARGE });
});

for (
  const [what, first, steps] of [
    ["a reference to it", { id: "first-one" }, [step({ args: { all: "${first-one}" } })]],
    ["an export of it", { exports: { all: "$" } }, []],
  ] as const
) {
  Deno.test(`projectionOf() keeps the whole result for ${what}`, () => {
    const result = { items: LARGE, value: LONG };
    assert.deepEqual(kept(result, first, { steps }), result);
  });
}

Deno.test("projectionOf() never keeps what is called a secret, at any depth", () => {
  const result = {
    password: "p",
    accessToken: "t",
    isPassword: true,
    element: { isPassword: true, name: "Ann", cookies: ["c"], children: [{ clientSecret: "s", id: 1 }] },
  };
  const all = [step({ args: { all: "${0}" } })];
  assert.deepEqual(kept(result, {}, { steps: all }), {
    isPassword: true,
    element: { isPassword: true, name: "Ann", children: [{ id: 1 }] },
  });
});

Deno.test("projectionOf() changes nothing of the result itself, and nothing when it is done again", () => {
  const result = { pid: 7, items: LARGE, element: { password: "p", id: 1 } };
  const once = kept(result, {});
  assert.deepEqual(once, { pid: 7, element: { id: 1 } });
  assert.deepEqual(kept(once, {}), once);
  assert.equal(result.element.password, "p");
});

Deno.test("neededFields() does not mind references to steps that there are not", () => {
  const list = { steps: [step({ args: { a: "${9.x} ${nobody.x} ${inputs.x} ${pack.id}" } })], finally: [] };
  assert.deepEqual(neededFields(list), [new Set()]);
});

Deno.test("withoutSecrets() leaves everything else as it is", () => {
  const data = { name: "Ann", list: [1, null, { a: [true] }] };
  assert.deepEqual(withoutSecrets(data), data);
});
