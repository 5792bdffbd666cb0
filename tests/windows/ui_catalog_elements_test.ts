import assert from "node:assert/strict";
import { elementsTest as test } from "./elements_run.ts";
import { ReadProgram } from "./ui_reading_run.ts";

/** So many recommendations are tried: each is a reading of the window. */
const TRIED = 6;

test("ui_catalog: what it recommends finds the same control again", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { controls, complete, actionableNodes } = await open.read("ui_catalog", {});
  assert.ok(complete && controls.length > 60 && actionableNodes >= controls.length);
  // deno-lint-ignore no-explicit-any -- controls of an answer
  const verified = controls.filter((control: any) => control.selectorVerified);
  const step = Math.max(1, Math.floor(verified.length / TRIED));
  for (let index = 0; index < verified.length; index += step) {
    const { recommendedSelector, ref } = verified[index];
    const got = await open.read("ui_get", { selector: recommendedSelector });
    assert.equal(got.element?.ref, ref, JSON.stringify(recommendedSelector));
  }
});

test("ui_catalog: what each control can do", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { controls } = await open.read("ui_catalog", { fields: ["supportedActions", "enabled"] });
  const of = (id: number): readonly string[] =>
    controls.find((control: { automationId: string }) => control.automationId === `${id}`)
      ?.supportedActions ?? [];
  assert.ok(of(1001).includes("invoke"));
  assert.ok(of(1021).includes("toggle"));
  assert.ok(of(1101).includes("setValue"));
  assert.ok(of(1161).includes("setRangeValue") && !of(1161).includes("setValue"));
  assert.ok(of(1112).includes("expand"));
  const summary = await open.read("ui_catalog", { summaryOnly: true });
  assert.deepEqual(summary.controls, []);
  assert.ok(summary.controlTypes.Button >= 10);
});
