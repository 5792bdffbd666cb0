import assert from "node:assert/strict";
import { implementInterface } from "../../../ffi/com/com_callback.ts";
import { UnknownObject } from "../../../ffi/com/com_object.ts";
import { defineInterface } from "../../../ffi/com/define_interface.ts";
import { defineInterfaceTable, method } from "../../../ffi/com/interface_table.ts";
import { C, OUT } from "../../../ffi/ctype.ts";
import { openCounts } from "../../../ffi/ledger.ts";
import { writeInts } from "../../fakes/fake_com.ts";

const base = defineInterface("IHandler", "11111111-aaaa-bbbb-cccc-555555555555", {
  Handle: method(3, C.INT),
  Count: method(4, OUT.INT),
});

class Handler extends base {
  handle(value: number): void {
    this.call("Handle", value);
  }
  count(): number {
    return this.int("Count");
  }
}

const agileBase = defineInterface("IAgileObject", "94ea2b94-e9cc-49e0-c0ff-ee64ca8f5b90", {});
class Agile extends agileBase {}

const otherBase = defineInterface("IOther", "99999999-aaaa-bbbb-cccc-555555555555", {});
class Other extends otherBase {}

function counts(): readonly number[] {
  const { comObject = 0, callback = 0 } = openCounts();
  return [comObject, callback];
}

/** What Windows does with an object that it was given. */
function seenByCom(pointer: Deno.PointerObject): Handler {
  const handler = new UnknownObject(pointer, "borrowed").queryInterface(Handler);
  assert.ok(handler !== undefined);
  return handler;
}

/** Longer than the functions of an object stay open behind its last release by COM. */
const CLOSED_AFTER_MS = 80;

async function waitUntilClosed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CLOSED_AFTER_MS));
}

Deno.test("implementInterface() runs the bodies with the arguments and gives their results", () => {
  const before = counts();
  const values: unknown[] = [];
  {
    using object = implementInterface(Handler.table, {
      Handle: (value) => void values.push(value),
      Count: (out) => writeInts(out as Deno.PointerObject, values.length),
    });
    const handler = seenByCom(object.value);
    handler.handle(-5);
    handler.handle(6);
    assert.equal(handler.count(), 2);
    handler[Symbol.dispose]();
  }
  assert.deepEqual(values, [-5, 6]);
  assert.deepEqual(counts(), before);
});

Deno.test("implementInterface() answers for its interface, IUnknown and IAgileObject, and for no other", () => {
  using object = implementInterface(Handler.table, { Handle: () => {}, Count: () => {} });
  using unknown = new UnknownObject(object.value, "borrowed");
  using handler = unknown.queryInterface(Handler);
  using agile = unknown.queryInterface(Agile);
  assert.ok(handler !== undefined && agile !== undefined);
  assert.ok(handler.isSameObject(agile));
  assert.equal(unknown.queryInterface(Other), undefined);
});

Deno.test("an object of ours lives as long as COM holds it, and is closed with the last reference", async () => {
  const before = counts();
  const values: unknown[] = [];
  let handler: Handler;
  {
    using object = implementInterface(Handler.table, {
      Handle: (value) => void values.push(value),
      Count: () => {},
    });
    handler = seenByCom(object.value);
  }
  handler.handle(1);
  assert.deepEqual(values, [1]);
  handler[Symbol.dispose]();
  await waitUntilClosed();
  assert.deepEqual(counts(), before);
});

Deno.test("an object of ours may be let go of from within one of its methods", async () => {
  const before = counts();
  const object = implementInterface(Handler.table, {
    Handle: () => {
      handler[Symbol.dispose]();
      object[Symbol.dispose]();
    },
    Count: () => {},
  });
  const handler = seenByCom(object.value);
  using borrowed = new Handler(object.value, "borrowed");
  borrowed.handle(1);
  await waitUntilClosed();
  assert.deepEqual(counts(), before);
});

Deno.test("what a body throws becomes E_FAIL", () => {
  using object = implementInterface(Handler.table, {
    Handle: () => {
      throw new RangeError("inside");
    },
    Count: () => {},
  });
  using handler = seenByCom(object.value);
  assert.throws(() => handler.handle(1), { message: "IHandler.Handle failed (E_FAIL, HRESULT 0x80004005)" });
});

Deno.test("an interface of which a slot is not known is not implemented, and nothing stays open", () => {
  const before = counts();
  const gap = defineInterfaceTable("IGap", "11111111-aaaa-bbbb-cccc-666666666666", { Second: method(4) });
  assert.throws(() => implementInterface(gap, { Second: () => {} }), {
    name: "TypeError",
    message: "Cannot implement IGap: slot 3 is not known",
  });
  assert.deepEqual(counts(), before);
});
