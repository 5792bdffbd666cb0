import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { type Continuation, continuationOf } from "../../src/pipeline/continuation.ts";
import { keptRun } from "../../src/pipeline/kept_run.ts";
import type { Fields, Pipeline } from "../../src/pipeline/pipeline.ts";
import type { RunOutcome } from "../../src/pipeline/run_outcome.ts";
import type { Pack } from "../../src/packs/load/load_pack.ts";
import type { Step } from "../../src/steps/step.ts";
import { fakeProcess } from "../fakes/fake_window.ts";
import { packWith } from "../packs/changed_pack.ts";
import {
  type BoundWorld,
  boundWorld,
  CREATED,
  HANDLE,
  HWND,
  notesWindow,
  PID,
  TARGET_REF,
} from "../targets/bound_program.ts";
import { captured, contextOf, outcomeOf, pipelineOf, step } from "./kept_runs.ts";

/** A run that is over, and is to be gone on with. */
interface Given {
  readonly steps: readonly Step[];
  /** The first one that failed; undefined: none. */
  readonly stoppedAt: number | undefined;
  readonly pipeline?: Partial<Pipeline>;
  readonly outcome?: Partial<RunOutcome> & { readonly results?: readonly Fields[] };
  readonly packsThen?: readonly Pack[];
  readonly packsNow?: readonly Pack[];
  readonly world?: BoundWorld;
  /** What happens before the run is gone on with. */
  readonly meanwhile?: (world: BoundWorld) => void;
}

async function go(
  { steps, stoppedAt, world = boundWorld(), ...given }: Given,
  from: string | number,
): Promise<
  Continuation
> {
  const outcome = outcomeOf(pipelineOf(steps, given.pipeline), stoppedAt, given.outcome);
  const run = await keptRun(contextOf(world, ...given.packsThen ?? []), outcome);
  given.meanwhile?.(world);
  return await continuationOf(contextOf(world, ...given.packsNow ?? given.packsThen ?? []), run, from);
}

async function refusal(given: Given, from: string | number = given.stoppedAt ?? 0): Promise<ToolError> {
  try {
    await go(given, from);
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error;
  }
  assert.fail("it was not refused");
}

/** Process ids and handles of the bound program, as results tell them. */
const WINDOW = { pid: PID, hwnd: HANDLE };
const THREE = [step("one"), step("two"), step("three")];

const killed = (world: BoundWorld): void => world.end(1);
const recreated = ({ desktop }: BoundWorld): void => {
  desktop.removeWindow(HWND);
  desktop.windows.push(notesWindow({ hwnd: 0x9n }));
};
/** The handle has been given to another window of another thread. */
const reused = ({ desktop }: BoundWorld): void => {
  desktop.removeWindow(HWND);
  desktop.windows.push(notesWindow({ threadId: 4_999 }));
};
/** The process id has been given to another process. */
const pidReused = (world: BoundWorld): void => {
  world.end(0);
  world.desktop.processes.push(fakeProcess({ pid: PID, creationTime: CREATED + 5n, name: "other" }));
};

Deno.test("continuationOf() begins with what the steps before have left", async () => {
  const steps = [
    step("one", { exports: { n: "n" } }),
    step("two", { exports: { n: "n", more: "$" } }),
    step("three"),
    step("four"),
  ];
  const outcome = {
    results: [{ n: 1, list: Array(9_999) }, { n: 2 }, { n: 3 }],
    exports: { n: 2, more: { n: 2 }, left: "x" },
    captured: [captured("a")],
    interaction: { targetActivated: true },
  };
  const pipeline = { finally: [step("end", { exports: { left: "left" } })] };
  const { soFar } = await go(
    { steps, stoppedAt: 3, outcome: { ...outcome, finallyDone: new Set(["end"]) }, pipeline },
    "three",
  );
  assert.deepEqual(soFar, {
    runId: "run_0123456789ab",
    startAt: 2,
    results: [{ n: 1 }, { n: 2 }],
    completedSteps: ["one", "two"],
    exports: { n: 2, more: { n: 2 }, left: "x" },
    captured: [captured("a")],
    finallyDone: new Set(["end"]),
    interaction: { targetActivated: true },
  });
});

Deno.test("continuationOf() forgets what steps that are run again have handed on", async () => {
  const steps = [
    step("one", { exports: { x: "n", own: "n" } }),
    step("two", { exports: { x: "n", y: "n" } }),
    step("three"),
  ];
  const outcome = { results: [{ n: 1 }, { n: 2 }], exports: { x: 2, y: 2, own: 1 } };
  const { soFar } = await go({ steps, stoppedAt: 2, outcome }, 1);
  assert.deepEqual(soFar.exports, { x: 1, own: 1 });
  assert.deepEqual(soFar.completedSteps, ["one"]);
});

for (const [how, from] of [["its id", "two"], ["its number", 1], ["its number as a text", "1"]] as const) {
  Deno.test(`continuationOf() takes ${how} for the start`, async () => {
    assert.equal((await go({ steps: THREE, stoppedAt: 2, outcome: {} }, from)).soFar.startAt, 1);
  });
}

Deno.test("continuationOf() keeps the interaction mode, what is put back and the time of the run", async () => {
  const interaction = { mode: "foregroundDemo", restoresForeground: false, stepDelayMs: 7 } as const;
  const given = {
    interaction,
    restore: "always",
    maxTotalMs: 5_000,
    inputs: { a: 1 },
    foregroundBefore: 5n,
  } as const;
  const { pipeline } = await go({ steps: THREE, stoppedAt: 1, pipeline: given }, 1);
  assert.deepEqual(
    [pipeline.interaction, pipeline.restore, pipeline.maxTotalMs, pipeline.inputs, pipeline.foregroundBefore],
    [interaction, "always", 5_000, { a: 1 }, undefined],
  );
});

for (
  const [why, from, message] of [
    ["an unknown id", "nobody", /no step "nobody"; its steps are "one", "two", "three"/],
    ["a number that is too high", 9, /stopped at step "two"/],
    ["the step behind the one that failed", "three", /stopped at step "two".*leave it out/],
    ["its number as a text", "2", /stopped at step "two"/],
    ["a text that is no number", "01", /no step "01"/],
  ] as const
) {
  Deno.test(`continuationOf() refuses ${why}`, async () => {
    const error = await refusal({ steps: THREE, stoppedAt: 1 }, from);
    assert.equal(error.code, "RUN_STATE_STALE");
    assert.match(error.message, message);
    assert.deepEqual(error.details?.stepIds, ["one", "two"]);
  });
}

Deno.test("continuationOf() says how steps without an id are called", async () => {
  const bare = THREE.map(({ id: _id, ...rest }) => rest);
  assert.match((await refusal({ steps: bare, stoppedAt: 1 }, "x")).message, /numbered from 0 to 2/);
});

Deno.test("continuationOf() refuses a run of which all steps succeeded", async () => {
  const [, onProgram] = WAYS.at(-1) ?? assert.fail();
  const error = await refusal({ ...onProgram, stoppedAt: undefined, meanwhile: killed }, "one");
  assert.equal(error.code, "RUN_STATE_STALE");
  assert.match(error.message, /All steps .* succeeded/);
  assert.match(error.suggestion, /nothing to go on with/);
});

Deno.test("continuationOf() refuses a start before which something is not known", async () => {
  const world = boundWorld();
  const run = await keptRun(contextOf(world), outcomeOf(pipelineOf(THREE), 2));
  const error = await continuationOf(contextOf(world), { ...run, results: [{}] }, 2).catch((error) => error);
  assert.equal(error.code, "RUN_STATE_STALE");
  assert.equal(error.details.stepIndex, 1);
});

Deno.test("continuationOf() goes on with the pack of now where it has the same version", async () => {
  const [then, now] = [await packWith(), await packWith()];
  const { pipeline } = await go(
    { steps: THREE, stoppedAt: 1, pipeline: { pack: then }, packsThen: [then], packsNow: [now] },
    1,
  );
  assert.equal(pipeline.pack, now);
});

Deno.test("continuationOf() refuses where the pack has another version, or is gone", async () => {
  const then = await packWith();
  const changed = await packWith((files) => {
    files["manifest.json"] = { ...files["manifest.json"], version: "2" };
  });
  const given = { steps: THREE, stoppedAt: 1, pipeline: { pack: then }, packsThen: [then] };
  const error = await refusal({ ...given, packsNow: [changed] });
  assert.equal(error.code, "RUN_PACK_VERSION_CHANGED");
  assert.match(error.message, /version "2" now, and had "1.2.0"/);
  assert.match((await refusal({ ...given, packsNow: [] })).message, /not loaded any more/);
});

Deno.test("continuationOf() minds the packs that steps name as well", async () => {
  const then = await packWith();
  const steps = [...THREE, step("four", { args: { profile: "sensor-lab" } })];
  const given = { steps, stoppedAt: 1, packsThen: [then] };
  assert.equal((await refusal({ ...given, packsNow: [] })).code, "RUN_PACK_VERSION_CHANGED");
  assert.equal((await go(given, 1)).pipeline.pack, undefined);
});

/** Ways in which what is left of a run names the bound program. */
const WAYS: readonly (readonly [string, Partial<Given> & Pick<Given, "steps" | "stoppedAt">])[] = [
  ["a handle as it is written", {
    steps: [step("one"), step("two", { args: { hwnd: HANDLE } })],
    stoppedAt: 1,
  }],
  [
    "a handle of an earlier result",
    {
      steps: [step("one"), step("two", { args: { hwnd: "${one.items.0.hwnd}" } })],
      stoppedAt: 1,
      outcome: { results: [{ items: [{ hwnd: HANDLE }] }] },
    },
  ],
  [
    "a handle in a step at the end",
    {
      steps: [step("one"), step("two")],
      stoppedAt: 1,
      outcome: { results: [WINDOW] },
      pipeline: { finally: [step("end", { args: { hwnd: "${one.hwnd}" } })] },
    },
  ],
  [
    "a process id of an earlier result",
    {
      steps: [step("one"), step("two", { args: { pid: "${one.pid}" } })],
      stoppedAt: 1,
      outcome: { results: [WINDOW] },
    },
  ],
  ["its targetRef", { steps: [step("one"), step("two", { args: { targetRef: TARGET_REF } })], stoppedAt: 1 }],
  [
    "nothing but its title, after a step that told its process",
    {
      steps: [step("one"), step("two", { args: { titleContains: "Notes" } })],
      stoppedAt: 1,
      outcome: { results: [WINDOW] },
    },
  ],
  [
    "nothing but its title, after a stub that started it",
    {
      steps: [step("one"), step("two", { args: { titleContains: "Notes" } })],
      stoppedAt: 1,
      outcome: { results: [{ pid: 77, windowPid: PID }] },
    },
  ],
  [
    "nothing, in a run that was started for it",
    {
      steps: [step("one"), step("two")],
      stoppedAt: 1,
      pipeline: {
        subject: {
          profile: "notes",
          targetRef: TARGET_REF,
          process: { pid: PID, creationTime: CREATED },
          hwnd: HWND,
        },
      },
    },
  ],
];

for (const [way, given] of WAYS) {
  Deno.test(`continuationOf() goes on while the program runs that is named by ${way}`, async () => {
    assert.equal((await go({ ...given }, 1)).soFar.startAt, 1);
  });

  for (
    const [what, meanwhile] of [["has ended", killed], [
      "has ended, and its id is another's",
      pidReused,
    ]] as const
  ) {
    Deno.test(`continuationOf() refuses where the program ${what} that is named by ${way}`, async () => {
      const error = await refusal({ ...given, meanwhile });
      assert.equal(error.code, "RUN_PROCESS_EXITED");
      assert.equal(error.details?.pid, PID);
    });
  }

  Deno.test(`continuationOf() sees whether the window is the same that is named by ${way}`, async () => {
    for (const meanwhile of [recreated, reused]) {
      if (way.includes("handle")) {
        const error = await refusal({ ...given, meanwhile });
        assert.equal(error.code, "RUN_WINDOW_RECREATED");
        assert.equal(error.details?.hwnd, HANDLE);
      } else assert.equal((await go({ ...given, meanwhile }, 1)).soFar.startAt, 1);
    }
  });
}

Deno.test("continuationOf() refuses where the program had ended when the run was over", async () => {
  const world = boundWorld();
  world.end(3);
  const steps = [step("one"), step("two", { args: { hwnd: "${one.hwnd}" } })];
  const error = await refusal({ world, steps, stoppedAt: 1, outcome: { results: [WINDOW] } });
  assert.equal(error.code, "RUN_PROCESS_EXITED");
});

Deno.test("continuationOf() refuses where the window was gone when the run was over", async () => {
  const world = boundWorld();
  recreated(world);
  const steps = [step("one"), step("two", { args: { hwnd: "${one.hwnd}" } })];
  const error = await refusal({ world, steps, stoppedAt: 1, outcome: { results: [WINDOW] } });
  assert.equal(error.code, "RUN_WINDOW_RECREATED");
});

Deno.test("continuationOf() refuses where the session of the program was dropped with it", async () => {
  const world = boundWorld();
  const steps = [step("one"), step("two", { args: { targetRef: "${one.targetRef}" } })];
  const outcome = { results: [{ targetRef: "target_notes_1_2" }] };
  assert.equal((await refusal({ world, steps, stoppedAt: 1, outcome })).code, "RUN_PROCESS_EXITED");
});

Deno.test("continuationOf() does not mind a program that the run itself has closed", async () => {
  const steps = [
    step("one"),
    step("closed", { tool: "close_app", args: { pid: PID } }),
    step("other"),
    step("two", { args: { titleContains: "x" } }),
  ];
  const outcome = { results: [WINDOW, { pid: PID }, { pid: 500 }] };
  assert.equal((await go({ steps, stoppedAt: 3, outcome, meanwhile: killed }, 3)).soFar.startAt, 3);
});

Deno.test("continuationOf() does not mind what only steps that are not run again name", async () => {
  const steps = [step("one", { args: { hwnd: HANDLE } }), step("two", { args: { pid: 500 } })];
  assert.equal((await go({ steps, stoppedAt: 1, meanwhile: recreated }, 1)).soFar.startAt, 1);
});

Deno.test("continuationOf() does not mind what a step names that is done at the end already", async () => {
  const finally_ = [step("end", { args: { hwnd: HANDLE } })];
  const given = { steps: [step("one")], stoppedAt: 0, pipeline: { finally: finally_ }, meanwhile: recreated };
  assert.equal((await refusal(given)).code, "RUN_WINDOW_RECREATED");
  assert.equal((await go({ ...given, outcome: { finallyDone: new Set(["end"]) } }, 0)).soFar.startAt, 0);
});

Deno.test("continuationOf() takes what Windows does not say for the worse", async () => {
  const [, byHandle] = WAYS[0] ?? assert.fail();
  const fails = (method: "exitCode" | "windowState") => ({ desktop }: BoundWorld): void =>
    desktop.fail(method, new ToolError("TIMEOUT", "no answer"));
  assert.equal((await refusal({ ...byHandle, meanwhile: fails("exitCode") })).code, "RUN_PROCESS_EXITED");
  assert.equal(
    (await refusal({ ...byHandle, meanwhile: fails("windowState") })).code,
    "RUN_WINDOW_RECREATED",
  );
});

Deno.test("continuationOf() does not ask of a process that was closed to it", async () => {
  const world = boundWorld();
  world.desktop.before("identifyProcess", () => Promise.reject(new ToolError("TIMEOUT", "no answer")));
  const steps = [step("one", { args: { pid: PID } })];
  assert.equal((await go({ world, steps, stoppedAt: 0, meanwhile: killed }, 0)).soFar.startAt, 0);
});

Deno.test("continuationOf() follows the program of the run to the main window that it has now", async () => {
  const process = { pid: PID, creationTime: CREATED };
  const subject = { profile: "notes", targetRef: TARGET_REF, process, hwnd: HWND };
  const { pipeline } = await go(
    { steps: THREE, stoppedAt: 0, pipeline: { subject }, meanwhile: recreated },
    0,
  );
  assert.deepEqual(pipeline.subject, { ...subject, hwnd: 0x9n });
});

Deno.test("continuationOf() looks at the program before it looks at the start", async () => {
  const steps = [step("one", { args: { hwnd: HANDLE } })];
  assert.equal(
    (await refusal({ steps, stoppedAt: 0, meanwhile: killed }, "nobody")).code,
    "RUN_PROCESS_EXITED",
  );
  assert.equal((await refusal({ steps, stoppedAt: 0 }, "nobody")).code, "RUN_STATE_STALE");
});

Deno.test("continuationOf() refuses in the background what is left and cannot work there", async () => {
  const interaction = { mode: "background", restoresForeground: true, stepDelayMs: 0 } as const;
  const steps = [step("one", { tool: "capture_screen_region" }), step("two"), step("three")];
  const given = { steps, stoppedAt: 1, pipeline: { interaction } };
  assert.equal((await refusal(given, 0)).code, "PIPELINE_NOT_BACKGROUND_SAFE");
  assert.equal((await go(given, 1)).soFar.startAt, 1);
});

for (
  const [what, text, inputs] of [
    ["its arguments", "hunter2", undefined],
    ["an input", "${inputs.password}", { password: "hunter2" }],
    ["an input of another name", "${inputs.pin}", { pin: "hunter2" }],
  ] as const
) {
  Deno.test(`continuationOf() refuses a step that needs a password from ${what}, and no step behind it`, async () => {
    const typed = step("log-in", { tool: "type_text", args: { text, allowPassword: true } });
    const given = { steps: [typed, step("two")], stoppedAt: 1, pipeline: { inputs } };
    const error = await refusal(given, 0);
    assert.equal(error.code, "RUN_NOT_CONTINUABLE");
    assert.match(error.message, /needs a secret, and none is kept/);
    assert.doesNotMatch(JSON.stringify(error.toBody()), /hunter2/);
    assert.equal((await go(given, 1)).soFar.startAt, 1);
  });
}

Deno.test("continuationOf() does not do again at the end what has been done, passwords or not", async () => {
  const last = step("x", { tool: "type_text", args: { text: "hunter2", allowPassword: true } });
  const { id: _id, ...unnamed } = last;
  const key = `type_text ${JSON.stringify(unnamed.args)}`;
  const given = { steps: THREE, stoppedAt: 1, pipeline: { finally: [unnamed] } };
  const { soFar } = await go({ ...given, outcome: { finallyDone: new Set([key]) } }, 1);
  assert.deepEqual(soFar.finallyDone, new Set(["type_text {}"]));
  assert.equal((await refusal(given)).code, "RUN_NOT_CONTINUABLE");
});

Deno.test("continuationOf() says what of the steps before has been put back since", async () => {
  const steps = ["one", "two", "three"].map((id) => step(id, { captureBefore: [{ saveAs: `of-${id}` }] }));
  const states = [
    captured("of-one", { stepIndex: 0, isRestored: true }),
    captured("of-two", { stepIndex: 1, isRestored: true }),
    captured("of-three", { stepIndex: 2, isRestored: true }),
    captured("not-put-back", { stepIndex: 0 }),
    captured("of-run", { isRestored: true }),
  ];
  const given = { steps, stoppedAt: 2, outcome: { captured: states } };
  const warned = async (from: number): Promise<readonly string[]> => (await go(given, from)).warnings;
  assert.match((await warned(2)).join(), /put back as it was before: "of-one", "of-two", "of-run"$/);
  assert.match((await warned(1)).join(), /put back as it was before: "of-one", "of-run"$/);
  assert.match((await warned(0)).join(), /put back as it was before: "of-run"$/);
});
