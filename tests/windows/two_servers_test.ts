/** Two servers, each with a client of its own, on one desktop at the same time. */
import assert from "node:assert/strict";
import { StdioClient } from "../stdio/client.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { controlOf, foreground, textOf } from "./observe.ts";

const ID_EDIT = 100;
const ID_CANVAS = 150;

/** Keys that are sent as one series: another program may take the foreground while they are on their way. */
const BATCH_UNITS = 40;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`two servers: ${title}`), ignore, fn: body });
}

const ALONE = "alone ";
const LETTERS = { a: "abcdefghij".repeat(30), b: "klmnopqrst".repeat(30) };

test("both type in the background at once, and each text arrives where it was meant", async () => {
  await using a = await StdioClient.start();
  await using b = await StdioClient.start();
  await using one = await FixtureRun.start("--title", "One", "--rect", "0,0,500,500");
  await using two = await FixtureRun.start("--title", "Two", "--rect", "520,0,500,500");
  const before = foreground();
  const type = (client: StdioClient, run: FixtureRun, text: string) =>
    client.callTool("type_text", { hwnd: run.handle, text, interactionMode: "background" });
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => type(a, one, LETTERS.a)),
    ...Array.from({ length: 5 }, () => type(b, two, LETTERS.b)),
  ]);
  assert.deepEqual(answers.map(({ structuredContent }) => structuredContent.verified), Array(10).fill("yes"));
  assert.equal(textOf(controlOf(one.hwnd, ID_EDIT)), LETTERS.a.repeat(5));
  assert.equal(textOf(controlOf(two.hwnd, ID_EDIT)), LETTERS.b.repeat(5));
  assert.equal(foreground(), before);
});

test("both want the keyboard at once: at most what is under way goes to the other's window, and what was lost is said", async () => {
  await using a = await StdioClient.start();
  await using b = await StdioClient.start();
  await using one = await FixtureRun.start("--title", "One", "--rect", "0,0,500,500");
  await using two = await FixtureRun.start("--title", "Two", "--rect", "520,0,500,500");
  const type = (client: StdioClient, run: FixtureRun, text: string) =>
    client.callTool("type_text", { hwnd: canvasOf(run), text, interactionMode: "foregroundDemo" });
  for (const [client, run] of [[a, one], [b, two]] as const) {
    await client.callTool("click_window", { hwnd: canvasOf(run), x: 5, y: 5 }); // which gives it the focus
    const alone = await type(client, run, ALONE);
    assert.equal(alone.structuredContent.success, true, JSON.stringify(alone.structuredContent));
  }
  const [answerA, answerB] = await Promise.all([type(a, one, LETTERS.a), type(b, two, LETTERS.b)]);
  for (
    const [run, text, { structuredContent }] of [
      [one, LETTERS.a, answerA],
      [two, LETTERS.b, answerB],
    ] as const
  ) {
    const delivered = structuredContent.success
      ? text.length
      : structuredContent.error.details?.deliveredUnits ?? 0;
    if (structuredContent.success) assert.notEqual(structuredContent.verified, "yes");
    else assert.ok(["FOCUS_FAILED", "INPUT_DELIVERY_FAILED"].includes(structuredContent.error.code));
    const isOwn = (letter: string): boolean => text.includes(letter);
    const typed = await waitFor(async () => {
      const seen = (await typedInto(run)).slice(ALONE.length);
      return [...seen].filter(isOwn).length >= delivered - BATCH_UNITS ? seen : undefined;
    }) ?? "";
    const own = [...typed].filter(isOwn).join("");
    assert.ok(Math.abs(own.length - delivered) <= BATCH_UNITS, `${own.length} of ${delivered} units`);
    assert.ok(typed.length - own.length <= BATCH_UNITS, `${typed.length - own.length} units of the other`);
  }
});

function canvasOf(run: FixtureRun): string {
  return `0x${controlOf(run.hwnd, ID_CANVAS).toString(16)}`;
}

/** The characters that the canvas was sent. */
async function typedInto(run: FixtureRun): Promise<string> {
  const units = (await run.events()).filter(({ event, id }) => event === "char" && id === ID_CANVAS);
  return units.map(({ unit }) => String.fromCharCode(Number(unit))).join("");
}
