import assert from "node:assert/strict";
import type { MenuItem } from "../../src/desktop/desktop.ts";
import { matchingItems, normalizedMenuText } from "../../src/interaction/menu_path.ts";

for (
  const [text, expected] of [
    ["&File", "File"],
    ["Save &As...\tCtrl+Shift+S", "Save As…"],
    ["Cut && Paste", "Cut & Paste"],
    ["&&&Both", "&Both"],
    ["  Open ... ", "Open…"],
    ["ファイル(&F)", "ファイル(F)"],
    ["Zoom\u0008100 %", "Zoom"],
    ["last&", "last"],
    ["😀 &Smile", "😀 Smile"],
    ["", ""],
  ] as const
) {
  Deno.test(`normalizedMenuText() makes ${JSON.stringify(expected)} of ${JSON.stringify(text)}`, () => {
    assert.equal(normalizedMenuText(text), expected);
  });
}

/** Items by their texts: `-` is a separator, and a `>` at the end opens a menu. */
function items(...texts: readonly string[]): MenuItem[] {
  return texts.map((text, position) => ({
    position,
    text: text === "-" ? "" : text.replace(/>$/, ""),
    kind: text === "-" ? "separator" : text.endsWith(">") ? "submenu" : "command",
    commandId: position,
    submenu: text.endsWith(">") ? 1n : 0n,
    enabled: true,
    checked: false,
    ownerDrawn: false,
  }));
}

for (
  const [title, texts, wanted, expected] of [
    ["the text exactly", ["&Save", "Save &As..."], "Save", [0]],
    ["in any case", ["&Save"], "sAVE", [0]],
    ["with the marks and the shortcut", ["&Save\tCtrl+S"], "&Save\tCtrl+S", [0]],
    ["three dots for one character, and the other way round", ["Open...", "Print…"], "Open…", [0]],
    ["without its dots before a part", ["Open Recent", "&Open..."], "open", [1]],
    ["a real ampersand", ["Cut && Paste", "Cut"], "Cut & Paste", [0]],
    ["the only one that contains it", ["Exit", "Page Set&up..."], "setup", [1]],
    ["the only one that contains it, in words", ["Exit", "Page Set&up..."], "page set", [1]],
    ["no item that is a part of it", ["Copy", "Save"], "Save As", []],
    ["no part of a word", ["Page 1", "Page 15"], "Page 150", []],
    ["several parts", ["Save As...", "Save All"], "Save", [0, 1]],
    ["two of the same text", ["Item", "Item"], "Item", [0, 1]],
    ["the one of the kind that is needed", ["Zoom>", "Zoom"], "Zoom", [1]],
    ["the one of the other kind, if there is no better", ["Zoom>", "Zoom In"], "Zoom", [0]],
    ["no item without a text", ["-", ""], "Save", []],
    ["nothing for nothing", ["Open...", "Save"], "...", []],
    ["nothing for a mark alone", ["Open", "Save"], "\tCtrl+S", []],
  ] as const
) {
  Deno.test(`matchingItems() finds ${title}`, () => {
    const found = matchingItems(items(...texts), wanted, "command");
    assert.deepEqual(found.map(({ position }) => position), expected);
  });
}
