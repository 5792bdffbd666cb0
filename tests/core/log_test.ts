import assert from "node:assert/strict";
import { createLog, LineQueue, LOG_LEVELS } from "../../src/core/log.ts";

for (const [index, level] of LOG_LEVELS.entries()) {
  Deno.test(`createLog() at ${level} writes that level and the more important ones`, () => {
    const lines: string[] = [];
    const log = createLog(level, (line) => lines.push(line));
    for (const wanted of LOG_LEVELS) log.write(wanted, "said");
    assert.deepEqual(lines, LOG_LEVELS.slice(0, index + 1).map((wanted) => `casement ${wanted}: said`));
    assert.deepEqual(
      LOG_LEVELS.filter((wanted) => log.isEnabled(wanted)),
      LOG_LEVELS.slice(0, index + 1),
    );
  });
}

Deno.test("createLog() never lets a message span lines", () => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).write("info", "a\r\n\ncasement error: forged\nb");
  assert.deepEqual(lines, ["casement info: a ⏎ casement error: forged ⏎ b"]);
});

Deno.test("createLog() writes no control characters, which a terminal would obey", () => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).write("info", "a\u001b[31mb\u0085c\u2028d\u0000e\tf😀");
  assert.deepEqual(lines, ["casement info: a\\u001b[31mb\\u0085c\\u2028d\\u0000e\tf😀"]);
});

Deno.test("LineQueue writes lines whole and in order through a pipe that takes little", async () => {
  const written: number[] = [];
  const queue = new LineQueue((bytes) => {
    written.push(...bytes.subarray(0, 3));
    return Promise.resolve(Math.min(3, bytes.length));
  });
  queue.add("first 😀");
  queue.add("second");
  await queue.flushed();
  assert.equal(new TextDecoder().decode(new Uint8Array(written)), "first 😀\nsecond\n");
});

Deno.test("LineQueue leaves out what nobody reads, and says so when somebody does", async () => {
  let letGo: () => void = () => {};
  const mayWrite = new Promise<void>((resolve) => letGo = resolve);
  const texts: string[] = [];
  const queue = new LineQueue(async (bytes) => {
    await mayWrite;
    texts.push(new TextDecoder().decode(bytes));
    return bytes.length;
  });
  for (let i = 0; i < 5_000; i++) queue.add("x".repeat(1_000));
  letGo();
  await queue.flushed();
  assert.ok(texts.length > 100 && texts.length < 1_000, `${texts.length} lines`);
  queue.add("again");
  await queue.flushed();
  assert.equal(
    texts.at(-1),
    `casement warning: ${5_000 - texts.length + 1} lines were left out, as nobody read them\nagain\n`,
  );
});

Deno.test("LineQueue takes a stream that is closed for one that nobody reads", async () => {
  const queue = new LineQueue(() => Promise.reject(new Deno.errors.BrokenPipe("gone")));
  queue.add("first");
  queue.add("second");
  await queue.flushed();
});

Deno.test("keepStdoutPure() sends whatever any method of console prints to stderr", async () => {
  const program = `
    import { keepStdoutPure } from ${JSON.stringify(new URL("../../src/core/log.ts", import.meta.url).href)};
    keepStdoutPure();
    for (const [method, print] of Object.entries(console)) {
      // \`Console\` is a class.
      if (typeof print === "function" && method !== "Console") print("from", method, { a: 1 });
    }
    console.time("from");
    console.timeEnd("from");
  `;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", program],
    stdin: "null",
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.equal(code, 0, said);
  assert.equal(new TextDecoder().decode(stdout), "");
  assert.match(said, /from table \{ a: 1 \}/);
  assert.match(said, /from log \{ a: 1 \}/);
});

Deno.test("createLog() lets others listen from a level of their own, on one line, until they stop", () => {
  const lines: string[] = [];
  const heard: string[] = [];
  const log = createLog("warning", (line) => lines.push(line));
  assert.equal(log.isEnabled("info"), false);
  const stop = log.listen("info", (level, line) => heard.push(`${level} ${line}`));
  assert.equal(log.isEnabled("info"), true);
  log.write("info", "one\ntwo");
  log.write("debug", "not this");
  log.write("error", "grave");
  stop();
  log.write("error", "later");
  assert.deepEqual(heard, ["info one \u23ce two", "error grave"]);
  assert.deepEqual(lines, ["casement error: grave", "casement error: later"]);
  assert.equal(log.isEnabled("info"), false);
});
