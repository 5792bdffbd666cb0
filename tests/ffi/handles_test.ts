import assert from "node:assert/strict";
import fc from "fast-check";
import { Owned, toHwnd } from "../../ffi/handles.ts";
import { openCounts, type OwnedKind } from "../../ffi/ledger.ts";

function countOf(kind: OwnedKind): number {
  return openCounts()[kind] ?? 0;
}

Deno.test("Owned closes its value at the end of the block, once", () => {
  const before = countOf("handle");
  const closed: bigint[] = [];
  {
    using handle = new Owned("handle", 7n, (value) => closed.push(value));
    assert.equal(handle.value, 7n);
    assert.equal(countOf("handle"), before + 1);
    assert.deepEqual(closed, []);
  }
  assert.deepEqual(closed, [7n]);
  assert.equal(countOf("handle"), before);
});

Deno.test("Owned does not close twice when it is disposed by hand and by its block", () => {
  const before = countOf("dc");
  let closings = 0;
  {
    using dc = new Owned("dc", 1n, () => closings++);
    dc[Symbol.dispose]();
    assert.equal(countOf("dc"), before);
  }
  assert.equal(closings, 1);
  assert.equal(countOf("dc"), before);
});

Deno.test("Owned does not close what it has given into other hands", () => {
  const before = countOf("globalMemory");
  let closings = 0;
  {
    using memory = new Owned("globalMemory", 9n, () => closings++);
    assert.equal(memory.release(), 9n);
    assert.equal(countOf("globalMemory"), before);
    memory.release();
  }
  assert.equal(closings, 0);
  assert.equal(countOf("globalMemory"), before);
});

Deno.test("Owned closes when its block throws", () => {
  let closings = 0;
  assert.throws(() => {
    using _hook = new Owned("hook", 1n, () => closings++);
    throw new RangeError("inside");
  }, /inside/);
  assert.equal(closings, 1);
});

Deno.test("Owned values close in the reverse order of their opening", () => {
  const closed: string[] = [];
  {
    using _first = new Owned("hook", "hook", (value) => closed.push(value));
    using _second = new Owned("callback", "callback", (value) => closed.push(value));
  }
  assert.deepEqual(closed, ["callback", "hook"]);
});

Deno.test("the ledger counts each kind apart", () => {
  const before = { bitmap: countOf("bitmap"), bstr: countOf("bstr") };
  using _one = new Owned("bitmap", 1n, () => {});
  using _two = new Owned("bitmap", 2n, () => {});
  using _three = new Owned("bstr", 3n, () => {});
  assert.equal(countOf("bitmap"), before.bitmap + 2);
  assert.equal(countOf("bstr"), before.bstr + 1);
});

Deno.test("openCounts() is a copy", () => {
  openCounts().handle = 1000;
  assert.notEqual(openCounts().handle, 1000);
});

Deno.test("toHwnd() keeps the significant 32 bits of a sign-extended handle", () => {
  assert.equal(toHwnd(0xFFFF_FFFF_8001_002An), 0x8001_002An);
  assert.equal(toHwnd(-1n), 0xFFFF_FFFFn);
  assert.equal(toHwnd(0n), 0n);
});

Deno.test("property: the ledger is even after any order of closing", () => {
  fc.assert(fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (closings) => {
    const before = countOf("comObject");
    const calls = new Array<number>(10).fill(0);
    const all = calls.map((_, index) =>
      new Owned("comObject", index, (value) => calls[value] = (calls[value] ?? 0) + 1)
    );
    for (const index of closings) all[index]?.[Symbol.dispose]();
    assert.equal(countOf("comObject"), before + 10 - new Set(closings).size);
    for (const each of all) each[Symbol.dispose]();
    assert.equal(countOf("comObject"), before);
    assert.deepEqual(calls, new Array(10).fill(1));
  }));
});
