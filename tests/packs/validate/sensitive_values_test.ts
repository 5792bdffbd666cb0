import assert from "node:assert/strict";
import { validatePack } from "../../../src/packs/validate/validate_pack.ts";
import { MADE_UP_TOOLS } from "../../steps/step_tools_of.ts";
import { type Json, packWith } from "../changed_pack.ts";

const SECRET = "literal-secret";

/** Where secrets are found in a pack with a workflow like this, and what is said of them. */
async function found(
  workflow: Json,
  change: (files: Record<string, Json>) => void = () => {},
): Promise<string[]> {
  const pack = await packWith((files) => {
    const steps = [{ tool: "profile_action", args: { control: "settings.open" }, expect: false }];
    files["workflows.json"] = { workflows: [{ id: "reset_password", steps, ...workflow }] };
    change(files);
  });
  return validatePack(pack, MADE_UP_TOOLS).filter(({ code }) => code === "SENSITIVE_VALUE").map((finding) => {
    assert.equal(finding.severity, "warning");
    assert.ok(!finding.message.includes(SECRET), finding.message);
    return `${finding.part} ${finding.path}`;
  });
}

const withArgs = (args: Json): Promise<string[]> =>
  found({ steps: [{ tool: "profile_action", args: { control: "settings.open", ...args }, expect: false }] });

for (
  const [args, isFound] of [
    [{ password: SECRET }, true],
    [{ password: "$env:X" }, true],
    [{ password: "x${inputs.a}" }, true],
    [{ password: "${inputs.a}" }, false],
    [{ password: "ab" }, false],
    [{ value: "Bearer ${inputs.a}" }, false],
    [{ value: "Bearer abcdef123456" }, true],
    [{ envName: "Bearer abcdef123456" }, true],
    [{ envName: "not a valid env name" }, false],
    [{ version: "1.2.3" }, false],
    [{ selector: { automationId: "main.panel.button" } }, false],
    [{ author: SECRET }, false],
    [{ value: SECRET }, false],
  ] as const
) {
  Deno.test(`validatePack() ${isFound ? "warns of" : "passes"} ${JSON.stringify(args)} in a step`, async () => {
    const [field = ""] = Object.keys(args);
    assert.deepEqual(await withArgs(args), isFound ? [`workflows workflows[0].steps[0].args.${field}`] : []);
  });
}

Deno.test("validatePack() looks for secrets wherever a workflow has literals", async () => {
  const step = { tool: "profile_action", args: { control: "settings.open" }, expect: false };
  const secret = { password: SECRET };
  const read = { tool: "list", args: secret };
  assert.deepEqual(
    await found({
      captureBefore: [{ saveAs: "a", read }],
      steps: [{
        ...step,
        expect: {
          profileControl: "settings.page",
          condition: "valueEquals",
          expectedValue: "Bearer abcdef123456",
        },
        captureBefore: [{ saveAs: "b", read }],
      }],
      finally: [{ ...step, args: { ...step.args, ...secret } }],
      inputSchema: {
        properties: {
          password: { type: "string", default: SECRET, description: "Bearer abcdef123456" },
          list: { type: "array", items: { anyOf: [{ enum: ["sk-abcdef1234567890"] }] } },
        },
      },
    }),
    [
      "workflows workflows[0].captureBefore[0].read.args.password",
      "workflows workflows[0].steps[0].expect.expectedValue",
      "workflows workflows[0].steps[0].captureBefore[0].read.args.password",
      "workflows workflows[0].finally[0].args.password",
      "workflows workflows[0].inputSchema.properties.password.default",
      "workflows workflows[0].inputSchema.properties.list.items.anyOf[0].enum[0]",
    ],
  );
});

Deno.test("validatePack() looks for secrets in what contracts expect, and in no names or descriptions", async () => {
  const expectedValue = "Bearer abcdef123456";
  const places = await found({}, (files) => {
    const defaultExpect = { profileControl: "settings.page", condition: "valueEquals", expectedValue };
    files["actions.json"] = { contracts: [{ control: "settings.open", action: "invoke", defaultExpect }] };
    files["profile.json"] = {
      ...files["profile.json"],
      displayName: "Bearer Diagnostics",
      executableNames: ["sk-tool.exe"],
    };
  });
  assert.deepEqual(places, ["actions contracts[0].defaultExpect.expectedValue"]);
});
