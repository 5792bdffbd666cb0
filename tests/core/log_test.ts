import assert from "node:assert/strict";
import { createLog, LOG_LEVELS } from "../../src/core/log.ts";

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
