/** The pack for the UI fixture, which uses every part of the format; the fixture's log says what was done. */
import assert from "node:assert/strict";
import { comesToBe } from "./agent.ts";
import { elementsTest } from "./elements_run.ts";
import type { FixtureRun } from "./fixture_run.ts";
import { controlOf, outerRect } from "./observe.ts";
import { PackProgram } from "./pack_program.ts";
import { need, startUiFixture } from "./ui_fixture_run.ts";

const PACK = "casement-fixture";
const WIZARD_CONTROLS = /^wizard/;

/** The fixture, and the pack's way to it. */
async function withFixture(
  args: readonly string[],
  body: (fixture: PackProgram, run: FixtureRun) => Promise<void>,
): Promise<void> {
  await using run = await startUiFixture("--rows", "20", ...args);
  await using fixture = await PackProgram.attach(PACK, run.pid);
  await body(fixture, run);
}

elementsTest("the pack of the fixture finds everything that it names", async () => {
  await withFixture([], async (fixture) => {
    await fixture.act("place.world", "expand");
    await fixture.findPage("main");
    for (const page of ["details", "history", "general"]) {
      await fixture.act(`tab.${page}`, "ensureSelected");
      await fixture.findPage(page);
    }
    await fixture.findMenus();
    assert.equal(await fixture.follow("question dialog"), "question.dialog");
    await fixture.findPage("question");
    await fixture.act("question.cancel", "invoke");
    fixture.assertFoundAllBut(
      ...[...fixture.pack.controls.keys()].filter((name) => WIZARD_CONTROLS.test(name)),
    );
  });
});

elementsTest("words in three languages lead to a control on another page of the fixture", async () => {
  await withFixture([], async (fixture, run) => {
    const ticks = async (): Promise<readonly unknown[]> =>
      (await run.events()).filter(({ event, id }) => event === "toggle" && id === 1155).map(({ state }) =>
        state
      );
    const pages = async (): Promise<readonly unknown[]> =>
      (await run.events()).filter(({ event }) => event === "page").map(({ text }) => text);
    for (
      const [query, value] of [
        ["show details", "true"],
        ["显示详细信息", "false"],
        ["Einzelheiten anzeigen", "true"],
      ] as const
    ) {
      assert.equal(await fixture.follow(query), "details.show");
      await fixture.act("details.show", "setChecked", { value });
      await fixture.act("tab.general", "ensureSelected");
    }
    await comesToBe(ticks, [1, 0, 1]);
    await comesToBe(pages, ["Details", "General", "Details", "General", "Details", "General"]);
  });
});

elementsTest("the actions of the fixture's pack do what they say", async () => {
  await withFixture([], async (fixture, run) => {
    await fixture.act("push", "invoke");
    await need(run, "click", { id: 1001 });
    await fixture.act("check", "ensureSelected");
    await need(run, "toggle", { id: 1021, state: 1 });
    await fixture.act("text", "setValue", { value: "Größe 尺寸" });
    await need(run, "text", { id: 1101, text: "Größe 尺寸" });
    await fixture.act("colour", "selectByName", { value: "Blue" });
    await need(run, "selection", { id: 1113, index: 2 });
    await fixture.act("volume", "setRangeValue", { rangeValue: 80 });
    await need(run, "value", { id: 1161, value: 80 });
    await fixture.act("place.world", "expand");
    await need(run, "expand", { id: 1141, text: "World", expanded: true });
    await fixture.act("size.large", "ensureSelected");
    await need(run, "toggle", { id: 1033, state: 1 });
    assert.equal((await fixture.resolve("size.medium")).selected, false);
  });
});

elementsTest("a tab of the fixture is selected once, and proves it by its page", async () => {
  await withFixture([], async (fixture, run) => {
    const first = await fixture.act("tab.history", "ensureSelected");
    assert.deepEqual([first.controlStateVerified, first.businessStateVerified], [true, true]);
    const again = await fixture.act("tab.history", "ensureSelected");
    assert.deepEqual([again.method, again.alreadySelected], ["noop", true]);
    const pages = (await run.events()).filter(({ event }) => event === "page");
    assert.deepEqual(pages.map(({ text }) => text), ["History"]);
    await fixture.act("history.opened", "ensureSelected");
    await need(run, "selection", { id: 1156, index: 1 });
  });
});

elementsTest("a button of the fixture is scrolled into view by the panel that the pack names", async () => {
  await withFixture([], async (fixture, run) => {
    const panel = controlOf(run.hwnd, 1250);
    const button = controlOf(panel, 1270);
    const isInside = (): boolean => {
      const [inner, outer] = [outerRect(button), outerRect(panel)];
      return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    };
    assert.equal(isInside(), false);
    await fixture.act("scrolled.20", "ensureVisible");
    assert.equal(isInside(), true);
    await need(run, "scroll", { id: 1250 });
    await fixture.act("scrolled.20", "invoke");
    await need(run, "click", { id: 1270 });
  });
});

elementsTest("menus and the dialog of the fixture are gone through by the pack", async () => {
  await withFixture([], async (fixture, run) => {
    const { items } = await fixture.act("menu.view", "openMenu");
    assert.ok(items.some(({ name }: { name: string }) => name === "Word wrap"), JSON.stringify(items));
    await fixture.act("view.wordWrap", "invoke");
    await need(run, "menu", { id: 2021 });
    assert.equal(await fixture.follow("Erste Datei"), "recent.first");
    await fixture.act("recent.first", "invoke");
    await need(run, "menu", { id: 2011 });
    assert.equal(await fixture.follow("记住回答"), "question.remember");
    await fixture.act("question.answer", "setValue", { value: "ja" });
    await fixture.act("question.remember", "setChecked", { value: "true" });
    await fixture.act("question.ok", "invoke");
    await need(run, "dialogResult", { text: "ja", remember: true });
  });
});

elementsTest("the wizard of the fixture is gone through by the pack", async () => {
  await withFixture(["--wizard"], async (fixture, run) => {
    await fixture.findPage("wizard-who");
    for (const button of ["back", "next", "finish", "cancel"]) await fixture.resolve(`wizard.${button}`);
    await fixture.act("wizard.name", "setValue", { value: "Ann" });
    assert.equal(await fixture.follow("向导快速"), "wizard.fast");
    await fixture.findPage("wizard-what");
    await fixture.act("wizard.large", "ensureSelected");
    await fixture.act("wizard.fast", "setChecked", { value: "true" });
    assert.equal(await fixture.follow("Zusammenfassung"), "wizard.summary");
    await fixture.findPage("wizard-summary");
    fixture.assertFoundAllBut(
      ...[...fixture.pack.controls.keys()].filter((name) => !WIZARD_CONTROLS.test(name)),
    );
    await fixture.act("wizard.finish", "invoke");
    await need(run, "wizardResult", {
      result: "finish",
      summary: "Name: Ann\r\nSize: large\r\nFast: yes\r\nQuiet: no",
    });
  });
});
