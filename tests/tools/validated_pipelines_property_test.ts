import assert from "node:assert/strict";
import fc from "fast-check";
import { pipelines, type Written, type WrittenPipeline } from "./generated_pipelines.ts";
import { ProfileWorld } from "./profile_world.ts";

interface Finding {
  readonly code: string;
  readonly path: string;
}

interface Failure {
  /** Of its step: `steps[0]`. */
  readonly at: string;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly step: Written;
}

/** What could have been known before: wrong whatever the windows and elements are. */
const KNOWABLE: ReadonlySet<string> = new Set([
  "INVALID_PARAMS",
  "INVALID_REFERENCES",
  "PACK_NOT_FOUND",
  "PERMISSION_DENIED",
  "PROFILE_CONTROL_NOT_FOUND",
  "PROFILE_NOT_FOUND",
  "TARGET_REQUIRED",
  "TOOL_NOT_FOUND",
]);

/** What a result lacked. */
const LACKING: ReadonlySet<string> = new Set([
  "EXPORT_PATH_NOT_FOUND",
  "EXPORT_VALUE_NULL",
  "REFERENCE_RESOLUTION_FAILED",
]);

const RUNS = 200;

const world = new ProfileWorld({
  controls: { user: { selectors: [{ automationId: "user" }] } },
});
const { door } = world;

async function checked(pipeline: WrittenPipeline): Promise<{ errors: Finding[]; warnings: Finding[] }> {
  const { errors, warnings } = await door.succeed("validate_steps", pipeline);
  return { errors: errors as Finding[], warnings: warnings as Finding[] };
}

interface Told {
  readonly index: number;
  readonly error?: {
    readonly code?: string;
    readonly message: string;
    readonly details?: Failure["details"];
  };
}

/** Every step of a run that failed. */
function failures(result: Readonly<Record<string, unknown>>, pipeline: WrittenPipeline): readonly Failure[] {
  return ([["steps", result.steps], ["finally", result.finallyResults]] as const).flatMap((
    [section, records],
  ) =>
    (records as readonly Told[]).flatMap(({ index, error }) => {
      if (error === undefined) return [];
      const { code = "none", message, details = {} } = error;
      return [{ at: `${section}[${index}]`, code, message, details, step: pipeline[section][index] ?? {} }];
    })
  );
}

/** Whether a failure could not have been known: what a reference stands for is known when it does. */
function isExcused({ at, code, message, details, step }: Failure, warnings: readonly Finding[]): boolean {
  if (LACKING.has(code)) {
    const isTold = warnings.some((warning) =>
      warning.code === "OPTIONAL_OUTPUT_PATH" && warning.path.startsWith(at)
    );
    // How long a list will be, and whether a step that a clean-up refers to has run, nobody knows.
    return isTold || / has \d+ items and no | has no result$/.test(message);
  }
  if (!KNOWABLE.has(code)) return true;
  const violations = (details.violations ?? []) as readonly { readonly path: string }[];
  return code === "INVALID_PARAMS" && violations.length > 0 &&
    violations.every(({ path }) => String(valueOn(step, path)).includes("${"));
}

function valueOn(step: Written, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  let here: unknown = first === "expect" ? step.expect : (step.args as Written)[first];
  for (const name of rest) here = (here as Written | undefined)?.[name];
  return here;
}

Deno.test("validate_steps and run_steps: what one passes does not fail for what it could have known, what it refuses the other refuses", async () => {
  const seen = { passed: 0, refused: 0, succeeded: 0 };
  await fc.assert(
    fc.asyncProperty(pipelines(door.tools.steps), async (pipeline) => {
      const { errors, warnings } = await checked(pipeline);
      // A run makes no retry that would do something twice, so it need not refuse the step.
      const fatal = errors.filter(({ code }) => code !== "UNSAFE_RETRY");
      const before = world.requests();
      const answer = await door.call("run_steps", pipeline);
      if (fatal.length > 0) {
        seen.refused++;
        assert.ok(!answer.ok, `it ran: ${JSON.stringify(fatal)}`);
        assert.match(answer.error.code, /^INVALID_(PARAMS|REFERENCES)$/);
        assert.equal(world.requests(), before, "something was done");
        return;
      }
      seen.passed++;
      assert.ok(answer.ok, `it was refused: ${JSON.stringify(answer)}`);
      const failed = failures(answer.output, pipeline);
      if (failed.length === 0) seen.succeeded++;
      const known = failed.filter((failure) => !isExcused(failure, warnings));
      assert.deepEqual(known, [], JSON.stringify(warnings));
    }),
    { numRuns: RUNS },
  );
  // Both sides have to be held.
  assert.ok(seen.passed >= RUNS / 5 && seen.refused >= RUNS / 5 && seen.succeeded >= 2, JSON.stringify(seen));
  world[Symbol.dispose]();
});
