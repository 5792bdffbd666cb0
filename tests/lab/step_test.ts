import assert from "node:assert/strict";
import { startScript } from "./script_process.ts";
import { completeStep, isComplete, removeLeftovers, type Step, stepFolder } from "./step.ts";

/** A step that writes one file and counts how often it was built. */
function makeStep(recipe: string, build?: Step["build"]): Step & { builds: number } {
  const step: Step & { builds: number } = {
    name: "thing",
    what: "a thing for a test",
    usually: "no time",
    recipe: [recipe],
    builds: 0,
    build: async (folder, progress) => {
      step.builds++;
      await build?.(folder, progress);
      await Deno.writeTextFile(`${folder}/content`, recipe);
    },
  };
  return step;
}

async function withCache(work: (cache: string) => Promise<void>): Promise<void> {
  const cache = await Deno.makeTempDir();
  try {
    await work(cache);
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

Deno.test("completeStep() builds once and then finds the result", () =>
  withCache(async (cache) => {
    const step = makeStep("recipe 1");
    assert.equal(isComplete(cache, step), false);
    await completeStep(cache, step);
    await completeStep(cache, step);
    assert.equal(step.builds, 1);
    assert.equal(isComplete(cache, step), true);
    assert.deepEqual(names(cache), ["thing"]);
  }));

Deno.test("completeStep() builds anew when the recipe has changed, and replaces the old result", () =>
  withCache(async (cache) => {
    await completeStep(cache, makeStep("recipe 1"));
    const changed = makeStep("recipe 2");
    assert.equal(isComplete(cache, changed), false);
    await completeStep(cache, changed);
    assert.equal(changed.builds, 1);
    assert.equal(await Deno.readTextFile(`${stepFolder(cache, changed)}/content`), "recipe 2");
    assert.deepEqual(names(cache), ["thing"]);
  }));

Deno.test("completeStep() keeps the old result and no stamp of the new one when building fails", () =>
  withCache(async (cache) => {
    const old = makeStep("recipe 1");
    await completeStep(cache, old);
    const broken = makeStep("recipe 2", () => Promise.reject(new Error("no network")));
    await assert.rejects(completeStep(cache, broken), /no network/);
    assert.equal(isComplete(cache, broken), false);
    assert.equal(isComplete(cache, old), true);
    assert.deepEqual(names(cache), ["thing"]);
  }));

Deno.test("a set-up that is killed half way leaves an incomplete step, which the next one cleans and completes", () =>
  withCache(async (cache) => {
    const script = `
      import { completeStep } from ${JSON.stringify(new URL("./step.ts", import.meta.url).href)};
      await completeStep(Deno.args[0], {
        name: "thing", what: "a thing", usually: "for ever", recipe: ["recipe 1"],
        build: async (folder) => {
          await Deno.writeTextFile(folder + "/content", "half");
          console.log("half way");
          await new Promise(() => setInterval(() => {}, 1000));
        },
      });`;
    const child = await startScript(script, cache, /half way/);
    child.kill("SIGKILL");
    await child.status;

    const step = makeStep("recipe 1");
    assert.equal(isComplete(cache, step), false);
    assert.deepEqual(names(cache), [`thing.new-${child.pid}`]);
    await removeLeftovers(cache);
    assert.deepEqual(names(cache), []);
    await completeStep(cache, step);
    assert.equal(await Deno.readTextFile(`${cache}/thing/content`), "recipe 1");
  }));

Deno.test("a set-up that is killed between its two renames loses the old result and nothing else", () =>
  withCache(async (cache) => {
    const step = makeStep("recipe 1");
    await completeStep(cache, step);
    await Deno.rename(`${cache}/thing`, `${cache}/thing.old-4242`);
    await Deno.mkdir(`${cache}/thing.new-4242`);
    await Deno.mkdir(`${cache}/other-thing`);
    await removeLeftovers(cache);
    assert.deepEqual(names(cache), ["other-thing"]);
    assert.equal(isComplete(cache, step), false);
    await completeStep(cache, step);
    assert.equal(step.builds, 2);
  }));
