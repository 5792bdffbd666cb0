/** The reading tools on programs that Wine ships, which nobody wrote for these tests. */
import assert from "node:assert/strict";
import { hasServer } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { childOf, setText, textOf } from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { childrenOf as windowsIn } from "./ui_fixture_run.ts";
import { send } from "./ui_messages.ts";

const TVM = { expand: 0x1102, getNextItem: 0x110A };
const TVE_EXPAND = 2;
const TVGN = { root: 0, next: 1, child: 4, caret: 9 };

/** Starts a program and waits for its window; ends it afterwards. */
async function withProgram(
  program: string,
  work: (door: RealDoor, hwnd: bigint, target: { readonly hwnd: string }) => Promise<void>,
): Promise<void> {
  using door = createRealDoor();
  const child = new Deno.Command(program, { stdin: "null", stdout: "null", stderr: "null" }).spawn();
  try {
    const window = await waitFor(async () => {
      const { items } = await door.succeed("list_windows", { pid: child.pid });
      return items.find(({ title }: { title: string }) => title !== "");
    }, 30_000);
    assert.ok(window !== undefined, `${program} shows no window`);
    await work(door, BigInt(window.hwnd), { hwnd: window.hwnd });
  } finally {
    child.kill();
    await child.status;
  }
}

function test(title: string, body: () => Promise<void>): void {
  const reason = hasServer ? "" : " (skipped: programs of Wine with the test server)";
  Deno.test({
    name: `elements: ${title}${reason}`,
    ignore: !hasServer,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: body,
  });
}

test("Notepad: its text as it is, its menu bar, and no control that it has not", async () => {
  await withProgram("notepad.exe", async (door, hwnd, target) => {
    const edit = childOf(hwnd, "Edit");
    assert.ok(edit !== undefined);
    setText(edit, "line one\r\nline two 😀");
    const { element } = await door.succeed("ui_get", { ...target, selector: { className: "Edit" } });
    assert.equal(element.value, textOf(edit));
    assert.equal(BigInt(element.nativeWindowHandle), edit);
    const menu = await door.succeed("ui_query", {
      processName: "notepad",
      rootSelector: { automationId: "MenuBar" },
      fields: ["name"],
    });
    assert.deepEqual(menu.elements.map(({ name }: { name: string }) => name), [
      "File",
      "Edit",
      "Search",
      "View",
      "Help",
    ]);
    const { nearest, ...none } = await door.succeed("ui_get", { ...target, selector: { name: "Serch" } });
    assert.deepEqual([none.found, none.status, nearest[0].name], [false, "empty-but-accessible", "Search"]);
  });
});

test("Regedit: a key that the program opens shows the keys that it has", async () => {
  await withProgram("regedit.exe", async (door, hwnd, target) => {
    const tree = await waitFor(() =>
      [hwnd, ...windowsIn(hwnd)].map((window) => childOf(window, "SysTreeView32")).find((one) =>
        one !== undefined
      )
    );
    assert.ok(tree !== undefined);
    const key = { name: "HKEY_LOCAL_MACHINE", controlType: "TreeItem" };
    const before = await door.succeed("ui_get", { ...target, selector: key });
    assert.equal(before.element.expandCollapseState, "Collapsed");
    const hives = await door.succeed("ui_query", {
      ...target,
      selector: { controlType: "TreeItem", name: "^HKEY_", match: "regex" },
      rootSelector: { controlType: "Tree" },
    });
    const computer = send(tree, TVM.getNextItem, TVGN.root);
    const items = childrenOf(tree, computer);
    assert.equal(hives.count, items.length);
    const place = hives.elements.findIndex(({ name }: { name: string }) => name === key.name);
    // The keys lie below the computer that they are in, not inside its line.
    const located = await door.succeed("ui_locate", { ...target, name: key.name });
    assert.equal(located.status, "found", JSON.stringify(located));
    await door.succeed("click_window", located.click);
    assert.ok(await waitFor(() => send(tree, TVM.getNextItem, TVGN.caret) === items[place] || undefined));
    send(tree, TVM.expand, TVE_EXPAND, items[place]);
    const after = await door.succeed("ui_query", {
      ref: before.element.ref,
      selector: { controlType: "TreeItem" },
    });
    assert.ok(after.complete && after.count > 0);
    assert.equal(after.count, childrenOf(tree, items[place] ?? 0).length);
    assert.equal(
      (await door.succeed("ui_get", { ref: before.element.ref })).element.expandCollapseState,
      "Expanded",
    );
  });
});

/** The items below an item of a tree view, as the control itself says. */
function childrenOf(tree: bigint, item: number): number[] {
  const children: number[] = [];
  for (let child = send(tree, TVM.getNextItem, TVGN.child, item); child !== 0;) {
    children.push(child);
    child = send(tree, TVM.getNextItem, TVGN.next, child);
  }
  return children;
}

for (
  const program of [
    "notepad.exe",
    "regedit.exe",
    "winecfg.exe",
    "taskmgr.exe",
    "winefile.exe",
    "winemine.exe",
    "C:\\Program Files\\Windows NT\\Accessories\\wordpad.exe",
  ]
) {
  test(`${program.split("\\").at(-1)}: all of it is read, so what is not there is not there`, async () => {
    await withProgram(program, async (door, _hwnd, target) => {
      const answer = await waitFor(async () => {
        const one = await door.succeed("ui_get", {
          ...target,
          maxDepth: 30,
          selector: { name: "There is nothing of this name" },
        });
        // A window that is only being built changes while it is read.
        return one.complete ? one : undefined;
      }, 10_000);
      assert.deepEqual([answer?.status, answer?.found], ["empty-but-accessible", false]);
    });
  });
}
