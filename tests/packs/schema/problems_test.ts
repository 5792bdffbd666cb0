import assert from "node:assert/strict";
import { problemsOf } from "../../../src/packs/schema/problems.ts";
import { schemasByFile } from "../../../src/packs/schema/pack_files.ts";

function problems(file: string, data: unknown): readonly string[] {
  const parsed = schemasByFile().get(file)?.safeParse(data);
  return problemsOf(parsed?.error?.issues ?? [], data).map(({ path, message }) => `${path}: ${message}`);
}

function controlProblems(control: unknown): readonly string[] {
  return problems("controls.json", { controls: { "a.b": control } });
}

Deno.test("problemsOf() names every place and says what is wrong there", () => {
  assert.deepEqual(problems("profile.json", { id: "A", executableNames: [], hue: 1, launch: { speed: 2 } }), [
    "id: An id is 1 to 64 of a–z, 0–9, '.', '_' and '-', and begins with a letter",
    "executableNames: Too small: expected array to have >=1 items",
    "launch.speed: Unknown field",
    "hue: Unknown field",
  ]);
});

Deno.test("problemsOf() says of a control what is wrong with the form in which it was written", () => {
  assert.deepEqual(controlProblems({ selectors: [{ automationId: "a", x: 3 }] }), [
    'controls["a.b"].selectors[0].x: Unknown field',
  ]);
  assert.deepEqual(controlProblems({ selectors: [{ automationId: "a" }], page: 3 }), [
    'controls["a.b"].page: Invalid input: expected string, received number',
  ]);
  assert.deepEqual(controlProblems([{ automationId: "a", y: 3 }]), ['controls["a.b"][0].y: Unknown field']);
  assert.deepEqual(controlProblems({ automationId: "a", colour: "red" }), [
    'controls["a.b"].colour: Unknown field',
  ]);
  assert.match(
    controlProblems({ automationId: "(", match: "regex" }).join(),
    /\.automationId: Not a regular/,
  );
});

Deno.test("problemsOf() says of what is no control what one would be", () => {
  assert.deepEqual(controlProblems(7), ['controls["a.b"]: Invalid input: expected object, received number']);
  assert.deepEqual(controlProblems([]), ['controls["a.b"]: Too small: expected array to have >=1 items']);
});

Deno.test("problemsOf() says of an expectation what is wrong with it, though false could stand there", () => {
  const of = (defaultExpect: unknown): readonly string[] =>
    problems("actions.json", { contracts: [{ control: "a", action: "invoke", defaultExpect }] });
  assert.deepEqual(of({ profileControl: "a", condition: "valueEquals" }), [
    "contracts[0].defaultExpect.expectedValue: It is needed for valueEquals",
  ]);
  assert.deepEqual(of({ condition: "exists" }), [
    "contracts[0].defaultExpect: An expectation needs profileControl or selector",
  ]);
  assert.deepEqual(of(true), ["contracts[0].defaultExpect: Invalid input"]);
});
