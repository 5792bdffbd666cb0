import assert from "node:assert/strict";
import { CommandError, findProgram, runCommand } from "./command.ts";

const ignore = Deno.build.os === "windows";

Deno.test({
  name: "runCommand() returns standard output alone",
  ignore,
  fn: async () => assert.equal(await runCommand(["sh", "-c", "echo out; echo err >&2"]), "out\n"),
});

Deno.test({
  name: "runCommand() shows the end of both streams when the program fails",
  ignore,
  fn: () =>
    assert.rejects(
      runCommand(["sh", "-c", "seq 1 100; echo the reason >&2; exit 3"]),
      (error) =>
        error instanceof CommandError && /code 3/.test(error.message) && /the reason/.test(error.message),
    ),
});

Deno.test({
  name: "runCommand() says which program cannot be started",
  ignore,
  fn: () => assert.rejects(runCommand(["/nowhere/program"]), /\/nowhere\/program cannot be started/),
});

Deno.test({
  name: "findProgram() finds what the PATH has and nothing else",
  ignore,
  fn: () => {
    assert.match(findProgram("sh") ?? "", /\/sh$/);
    assert.equal(findProgram("no-such-program-in-this-world"), undefined);
  },
});
