import assert from "node:assert/strict";
import fc from "fast-check";
import type { Modifier } from "../../src/desktop/desktop.ts";
import {
  chordFor,
  heldWith,
  impossibleChord,
  type Key,
  MODIFIERS,
  parseKey,
  typedCharacter,
} from "../../src/interaction/key_chord.ts";

function key(text: string): Key {
  const found = parseKey(text);
  assert.ok(found, text);
  return found;
}

const SHIFTED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ~!@#$%^&*()_+{}|:"<>?';

Deno.test("parseKey() knows every printable ASCII character, and which of them need Shift on a US layout", () => {
  for (let code = 0x20; code <= 0x7E; code++) {
    const character = String.fromCharCode(code);
    const { name, needsShift, virtualKey } = key(character);
    assert.equal(name, character === " " ? "space" : character);
    assert.equal(needsShift, SHIFTED.includes(character), character);
    assert.ok(virtualKey > 0 && virtualKey < 0xFF);
  }
});

for (
  const [text, name, virtualKey, isExtended] of [
    ["Esc", "escape", 0x1B, false],
    ["ESCAPE", "escape", 0x1B, false],
    ["return", "enter", 0x0D, false],
    ["Del", "delete", 0x2E, true],
    ["bs", "backspace", 0x08, false],
    ["PgDn", "pagedown", 0x22, true],
    ["left", "left", 0x25, true],
    ["menu", "apps", 0x5D, true],
    ["ArrowUp", "up", 0x26, true],
    ["f1", "f1", 0x70, false],
    ["F24", "f24", 0x87, false],
    ["PrintScreen", "printscreen", 0x2C, true],
    ["space", "space", 0x20, false],
    ["a", "a", 0x41, false],
    ["7", "7", 0x37, false],
    ["&", "&", 0x37, false],
    ["?", "?", 0xBF, false],
  ] as const
) {
  Deno.test(`parseKey() takes ${text} for ${name}`, () => {
    const found = key(text);
    assert.deepEqual([found.name, found.virtualKey, found.isExtended], [name, virtualKey, isExtended]);
  });
}

for (
  const text of ["hello", "é", "f0", "f25", "f01", "😀", "", "ctrl", "\t", "  ", "constructor", "__proto__"]
) {
  Deno.test(`parseKey() knows no ${JSON.stringify(text)}`, () => assert.equal(parseKey(text), undefined));
}

Deno.test("heldWith() adds Shift once, in the order in which keys go down", () => {
  assert.deepEqual(heldWith(key("A"), []), ["shift"]);
  assert.deepEqual(heldWith(key("A"), ["shift", "ctrl", "ctrl"]), ["ctrl", "shift"]);
  assert.deepEqual(heldWith(key("?"), ["ctrl"]), ["ctrl", "shift"]);
  assert.deepEqual(heldWith(key("a"), ["win", "alt"]), ["alt", "win"]);
});

Deno.test("parseKey() takes the letter of a shortcut for the key, whatever its case", () => {
  for (const modifier of ["ctrl", "alt", "win"] as const) {
    assert.deepEqual(parseKey("C", [modifier]), key("c"));
  }
  assert.deepEqual(parseKey("C", ["shift"]), key("C"));
  assert.deepEqual(parseKey("?", ["ctrl"]), key("?"));
});

Deno.test("typedCharacter() is what reaches a text, and nothing for a shortcut", () => {
  const typed = (text: string, held: Modifier[] = []) => typedCharacter(key(text), heldWith(key(text), held));
  assert.equal(typed("a"), "a");
  assert.equal(typed("a", ["shift"]), "A");
  assert.equal(typed("?"), "?");
  assert.equal(typed("space"), " ");
  assert.equal(typed("a", ["ctrl"]), undefined);
  assert.equal(typed("2", ["shift"]), undefined, "which character that is, the layout says");
  assert.equal(typed("enter"), undefined);
});

Deno.test("chordFor() sends a shortcut by the code of its key on any layout", () => {
  assert.deepEqual(chordFor(key("c"), ["ctrl"], undefined), {
    modifiers: ["ctrl"],
    key: { virtualKey: 0x43, isExtended: false },
  });
  // On a French layout digits need Shift; Ctrl+1 does not.
  assert.deepEqual(chordFor(key("1"), ["ctrl"], { virtualKey: 0x31, shift: true, typesIt: true }).modifiers, [
    "ctrl",
  ]);
  // On a German layout + is a key of its own, and / is Shift+7.
  assert.deepEqual(chordFor(key("+"), ["ctrl", "shift"], { virtualKey: 0xBB, shift: false, typesIt: true }), {
    modifiers: ["ctrl"],
    key: { virtualKey: 0xBB, isExtended: false },
  });
  assert.deepEqual(chordFor(key("/"), ["ctrl"], { virtualKey: 0x37, shift: true, typesIt: true }), {
    modifiers: ["ctrl", "shift"],
    key: { virtualKey: 0x37, isExtended: false },
  });
});

Deno.test("chordFor() types a character by its key, or as itself where no key gives it now", () => {
  const found = { virtualKey: 0x41, shift: true, typesIt: true };
  assert.deepEqual(chordFor(key("A"), ["shift"], found), {
    modifiers: ["shift"],
    key: { virtualKey: 0x41, isExtended: false },
  });
  const asItself = { modifiers: [], key: { character: "A" } };
  assert.deepEqual(chordFor(key("A"), ["shift"], undefined), asItself);
  assert.deepEqual(chordFor(key("A"), ["shift"], { ...found, typesIt: false }), asItself);
});

Deno.test("impossibleChord() says why for what Windows takes from no program", () => {
  assert.match(impossibleChord(key("del"), ["ctrl", "alt"]) ?? "", /Ctrl\+Alt\+Delete/);
  assert.match(impossibleChord(key("L"), ["shift", "win"]) ?? "", /Win\+L/);
  assert.equal(impossibleChord(key("f4"), ["alt"]), undefined);
  assert.equal(impossibleChord(key("delete"), ["ctrl"]), undefined);
});

Deno.test("property: a chord holds every modifier of the call that it does not type away, each once", () => {
  const keys = fc.integer({ min: 0x20, max: 0x7E }).map((code) => key(String.fromCharCode(code)));
  const given = fc.subarray([...MODIFIERS]);
  fc.assert(fc.property(keys, given, (one, modifiers) => {
    const chord = chordFor(one, heldWith(one, modifiers), undefined);
    assert.equal(new Set(chord.modifiers).size, chord.modifiers.length);
    for (const modifier of modifiers) {
      assert.ok(chord.modifiers.includes(modifier) || "character" in chord.key && modifier === "shift");
    }
  }));
});
