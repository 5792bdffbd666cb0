import assert from "node:assert/strict";
import { validatePack } from "../../../src/packs/validate/validate_pack.ts";
import { MADE_UP_TOOLS } from "../../steps/step_tools_of.ts";
import { type Json, packWith } from "../changed_pack.ts";

const PRESS = { tool: "profile_action", args: { control: "settings.open", action: "invoke" }, expect: false };

/** What is found in a pack with these workflows alone, as `CODE part path`. */
async function found(...workflows: readonly Json[]): Promise<readonly string[]> {
  const pack = await packWith((files) => void (files["workflows.json"] = { workflows }));
  return validatePack(pack, MADE_UP_TOOLS).map(({ code, part, path, message }) => {
    assert.ok(message.length > 10, message);
    return `${code} ${part} ${path}`;
  });
}

const workflow = (more: Json = {}): Json => ({ id: "one", steps: [PRESS], ...more });

Deno.test("validatePack() finds nothing in workflows that can work", async () => {
  assert.deepEqual(
    await found(
      workflow({
        inputSchema: { properties: { name: { type: "string" } }, required: ["name"] },
        steps: [
          { id: "find-it", tool: "start", args: {}, exports: { pid: "pid" } },
          {
            ...PRESS,
            args: {
              profile: "${pack.id}",
              control: "settings.open",
              action: "setValue",
              value: "${inputs.name}",
            },
            captureBefore: { saveAs: "before", read: { tool: "list", args: { pid: "${find-it.pid}" } } },
            expect: {
              profileControl: "settings.page",
              condition: "valueEquals",
              expectedValue: "${inputs.name}",
            },
          },
        ],
        finally: [PRESS],
      }),
      workflow({ id: "two", interactionMode: "background" }),
    ),
    [],
  );
});

for (
  const [what, change, expected] of [
    ["a mode that takes the foreground by default", { interactionMode: "foregroundDemo" }, [
      "FOREGROUND_BY_DEFAULT workflows workflows[0].interactionMode",
    ]],
    [
      "a step that takes the foreground by itself",
      { steps: [{ ...PRESS, args: { ...PRESS.args, interactionMode: "foregroundDemo" } }] },
      ["FOREGROUND_BY_DEFAULT workflows workflows[0].steps[0].args.interactionMode"],
    ],
    [
      "an unknown control that is read before all, by a tool that acts",
      { captureBefore: [{ saveAs: "a", read: { tool: "profile_action", args: { control: "none" } } }] },
      [
        "UNKNOWN_CONTROL workflows workflows[0].captureBefore[0].read.args.control",
        "CAPTURE_ACTS workflows workflows[0].captureBefore[0].read.tool",
      ],
    ],
    ["an unknown control", { steps: [{ ...PRESS, args: { control: "none", action: "invoke" } }] }, [
      "UNKNOWN_CONTROL workflows workflows[0].steps[0].args.control",
    ]],
    ["an unknown action", { steps: [{ ...PRESS, args: { control: "settings.open", action: "push" } }] }, [
      "UNKNOWN_ACTION workflows workflows[0].steps[0].args.action",
    ]],
    ["an unknown control at the end", { finally: [{ ...PRESS, args: { control: "none" } }] }, [
      "UNKNOWN_CONTROL workflows workflows[0].finally[0].args.control",
    ]],
    [
      "an unknown control in an expectation",
      { steps: [{ ...PRESS, expect: { profileControl: "none", condition: "exists" } }] },
      ["UNKNOWN_CONTROL workflows workflows[0].steps[0].expect.profileControl"],
    ],
    [
      "an unknown control that is read before, by a tool that acts",
      {
        steps: [{
          ...PRESS,
          captureBefore: [{ saveAs: "a", read: { tool: "profile_action", args: { control: "none" } } }],
        }],
      },
      [
        "UNKNOWN_CONTROL workflows workflows[0].steps[0].captureBefore[0].read.args.control",
        "CAPTURE_ACTS workflows workflows[0].steps[0].captureBefore[0].read.tool",
      ],
    ],
    ["an input that is not declared", { steps: [{ ...PRESS, args: { control: "${inputs.which}" } }] }, [
      "UNKNOWN_INPUT workflows workflows[0].steps[0].args.control",
    ]],
    ["a tool that there is not", { steps: [{ tool: "profile_press", args: {} }] }, [
      "UNKNOWN_TOOL workflows workflows[0].steps[0].tool",
    ]],
    ["retrying what is not idempotent", {
      steps: [{ ...PRESS, args: { control: "channel.one" }, retry: {} }],
    }, [
      "UNSAFE_RETRY workflows workflows[0].steps[0].retry",
    ]],
  ] as const
) {
  Deno.test(`validatePack() finds ${what} in a workflow`, async () => {
    assert.deepEqual(await found(workflow(change)), expected);
  });
}

Deno.test("validatePack(): two workflows of one id; controls of other packs are not known", async () => {
  const args = { profile: "another", control: "whatever", action: "invoke" };
  assert.deepEqual(await found(workflow(), workflow({ steps: [{ ...PRESS, args }] })), [
    "DUPLICATE_ID workflows workflows[1].id",
  ]);
});

Deno.test("validatePack(): what the pack promises of an action counts for steps", async () => {
  const pack = await packWith((files) => {
    const contract = { control: "settings.open", action: "invoke" };
    const defaultExpect = { profileControl: "settings.page", condition: "exists" };
    files["actions.json"] = { contracts: [{ ...contract, idempotent: true, defaultExpect }] };
    const { expect: _expect, ...unchecked } = PRESS;
    files["workflows.json"] = { workflows: [workflow({ steps: [{ ...unchecked, retry: {} }] })] };
  });
  assert.deepEqual(validatePack(pack, MADE_UP_TOOLS), []);
});
