/** The programs that Wine ships, which nobody wrote for these tests. */
import assert from "node:assert/strict";
import { waitFor } from "../windows/fixture_run.ts";
import { Client, hex, hresult, type Pointer } from "./client.ts";
import { watchObjects } from "./counters.ts";
import { PATTERN, PROPERTY, RESULT, SCOPE, TYPE } from "./ids.ts";
import { test } from "./opened.ts";

const START_TIMEOUT_MS = 30_000;

/** Starts a program, waits for its window and looks at it; ends it afterwards. */
async function withProgram(
  program: string,
  work: (client: Client, window: Pointer) => Promise<void>,
): Promise<void> {
  const requireNoneLeft = watchObjects();
  const child = new Deno.Command(program, { stdin: "null", stdout: "null", stderr: "null" }).spawn();
  try {
    using client = new Client();
    const desktop = client.make("GetRootElement");
    const isIts = client.condition(PROPERTY.processId, child.pid);
    const window = await waitFor(
      () => client.findFirst(desktop, SCOPE.children, isIts) || undefined,
      START_TIMEOUT_MS,
    );
    assert.ok(window !== undefined, `${program} shows no window`);
    await work(client, window);
  } finally {
    child.kill();
    await child.status;
  }
  requireNoneLeft();
}

function find(client: Client, root: Pointer, property: number, value: string | number): Pointer {
  const found = client.findFirst(root, SCOPE.descendants, client.condition(property, value));
  assert.notEqual(found, 0n, `there is no element with ${property} ${value}`);
  return found;
}

test("Notepad: its edit, its menu bar, its status bar", async () => {
  await withProgram("notepad.exe", async (client, window) => {
    assert.equal(client.property(window, PROPERTY.controlType), TYPE.window);
    const edit = find(client, window, PROPERTY.className, "Edit");
    const value = client.pattern(edit, PATTERN.value);
    client.withText("typed 😀", (bstr) => {
      assert.equal(
        hex(hresult(value, "IUIAutomationValuePattern", "SetValue", ["usize"], [bstr])),
        RESULT.ok,
      );
    });
    assert.equal(client.text(edit, PROPERTY.value), "typed 😀");
    const items = client.findAll(
      find(client, window, PROPERTY.automationId, "MenuBar"),
      SCOPE.children,
      client.make("CreateTrueCondition"),
    );
    const names = items.map((item) => client.text(item, PROPERTY.name));
    assert.deepEqual(names, ["File", "Edit", "Search", "View", "Help"]);
    find(client, window, PROPERTY.controlType, TYPE.statusBar);
    await Promise.resolve();
  });
});

test("Regedit: its tree opens, its list has columns", async () => {
  await withProgram("regedit.exe", async (client, window) => {
    const tree = find(client, window, PROPERTY.controlType, TYPE.tree);
    const key = find(client, tree, PROPERTY.name, "HKEY_CURRENT_USER");
    const expand = client.pattern(key, PATTERN.expandCollapse);
    assert.equal(hex(hresult(expand, "IUIAutomationExpandCollapsePattern", "Expand")), RESULT.ok);
    const software = find(client, key, PROPERTY.name, "Software");
    const select = client.pattern(software, PATTERN.selectionItem);
    assert.equal(hex(hresult(select, "IUIAutomationSelectionItemPattern", "Select")), RESULT.ok);
    const list = find(client, window, PROPERTY.controlType, TYPE.dataGrid);
    const row = await waitFor(() => {
      const isRow = client.condition(PROPERTY.controlType, TYPE.dataItem);
      return client.findFirst(list, SCOPE.children, isRow) || undefined;
    });
    assert.ok(row !== undefined);
    const cells = client.findAll(row, SCOPE.children, client.make("CreateTrueCondition"));
    assert.equal(cells.length, 3);
    assert.equal(client.text(cells[1] ?? 0n, PROPERTY.name), "REG_SZ");
  });
});

test("winecfg: its tabs change the page, its combo box has a label's name", async () => {
  await withProgram("winecfg.exe", async (client, window) => {
    const combo = await waitFor(() =>
      client.findFirst(window, SCOPE.descendants, client.condition(PROPERTY.automationId, "1012")) ||
      undefined
    );
    assert.ok(combo !== undefined);
    assert.equal(client.text(combo, PROPERTY.name), "Windows Version:");
    assert.equal(client.property(combo, PROPERTY.controlType), TYPE.comboBox);
    const tab = find(client, window, PROPERTY.name, "Libraries");
    const select = client.pattern(tab, PATTERN.selectionItem);
    assert.equal(hex(hresult(select, "IUIAutomationSelectionItemPattern", "Select")), RESULT.ok);
    const page = await waitFor(() =>
      client.findFirst(
        window,
        SCOPE.descendants,
        client.condition(PROPERTY.name, "New override for library:"),
      ) || undefined
    );
    assert.ok(page !== undefined, "the page has not changed");
  });
});
