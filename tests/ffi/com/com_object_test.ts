import assert from "node:assert/strict";
import { UnknownObject } from "../../../ffi/com/com_object.ts";
import { defineInterface, pointByValue } from "../../../ffi/com/define_interface.ts";
import { method } from "../../../ffi/com/interface_table.ts";
import { C, OUT } from "../../../ffi/ctype.ts";
import { openCounts } from "../../../ffi/ledger.ts";
import { HRESULT, HresultError, isHresult } from "../../../ffi/result.ts";
import { FakeComObject, type FakeSlot, writeInts, writePointer } from "../../fakes/fake_com.ts";

const IID_CHILD = "11111111-2222-3333-4444-555555555555";

const childBase = defineInterface("IChild", IID_CHILD, { get_Number: method(3, OUT.INT) });

class Child extends childBase {
  number(): number {
    return this.int("get_Number");
  }
}

const parentBase = defineInterface("IParent", "66666666-2222-3333-4444-555555555555", {
  Act: method(3, C.INT, C.DOUBLE),
  GetChild: method(5, C.INTERFACE, OUT.INTERFACE),
  PointSum: method(6, C.POINT, OUT.INT),
  Empty: method(7),
});

class Parent extends parentBase {
  act(count: number, factor: number): void {
    this.call("Act", count, factor);
  }
  child(of: Child | null): Child | undefined {
    return this.object(Child, "GetChild", of);
  }
  requiredChild(): Child {
    return this.requiredObject(Child, "GetChild", null);
  }
  pointSum(x: number, y: number): number {
    return this.int("PointSum", pointByValue(x, y));
  }
  empty(): void {
    this.call("Empty");
  }
}

/** Only what a method gives can be read of it. Never made: the types are what is tested. */
class _Misread extends childBase {
  read(): unknown {
    // @ts-expect-error: the method gives a number
    const text: unknown = () => this.text("get_Number");
    // @ts-expect-error: the method gives a number
    const object: unknown = () => this.object(Child, "get_Number");
    // @ts-expect-error: there is no such method
    const other: unknown = () => this.int("get_Numbers");
    return [text, object, other];
  }
}

function comObjects(): number {
  return openCounts().comObject ?? 0;
}

function numberSlot(value: number): Readonly<Record<number, FakeSlot>> {
  return {
    3: {
      parameters: ["pointer"],
      body: (out: Deno.PointerObject) => {
        writeInts(out, value);
        return 0;
      },
    },
  };
}

Deno.test("a COM object that is owned is released once, at the end of its block", () => {
  const before = comObjects();
  using fake = new FakeComObject();
  {
    using object = new UnknownObject(fake.pointer, "owned");
    assert.equal(comObjects(), before + 1);
    object[Symbol.dispose]();
    assert.equal(fake.references, 0);
  }
  assert.equal(fake.references, 0);
  assert.equal(comObjects(), before);
});

Deno.test("a COM object that is borrowed is never released", () => {
  const before = comObjects();
  using fake = new FakeComObject();
  {
    using _object = new UnknownObject(fake.pointer, "borrowed");
    assert.equal(comObjects(), before);
  }
  assert.equal(fake.references, 1);
});

Deno.test("addReference() keeps what was borrowed", () => {
  using fake = new FakeComObject();
  const borrowed = new UnknownObject(fake.pointer, "borrowed");
  {
    using kept = borrowed.addReference();
    borrowed[Symbol.dispose]();
    assert.ok(kept instanceof UnknownObject);
    assert.equal(fake.references, 2);
  }
  assert.equal(fake.references, 1);
});

Deno.test("a call goes to its slot with its arguments", () => {
  const calls: unknown[] = [];
  using fake = new FakeComObject({
    slots: {
      3: {
        parameters: ["i32", "f64"],
        body: (...args: [number, number]) => {
          calls.push(args);
          return 0;
        },
      },
      4: { parameters: [], body: () => assert.fail("the slot behind") },
    },
  });
  using parent = new Parent(fake.pointer, "owned");
  parent.act(-3, 0.5);
  parent.act(7, -1e300);
  assert.deepEqual(calls, [[-3, 0.5], [7, -1e300]]);
});

Deno.test("a struct by value arrives as it was given", () => {
  using fake = new FakeComObject({
    slots: {
      6: {
        parameters: [{ struct: ["i32", "i32"] }, "pointer"],
        body: (point: Uint8Array<ArrayBuffer>, out: Deno.PointerObject) => {
          const [x = 0, y = 0] = new Int32Array(point.slice().buffer);
          writeInts(out, x * 10 + y);
          return 0;
        },
      },
    },
  });
  using parent = new Parent(fake.pointer, "owned");
  assert.equal(parent.pointSum(-1024, 128), -10112);
});

Deno.test("a call that fails throws interface, method and HRESULT", () => {
  using fake = new FakeComObject({
    slots: { 3: { parameters: ["i32", "f64"], body: () => HRESULT.UIA_E_ELEMENTNOTAVAILABLE | 0 } },
  });
  using parent = new Parent(fake.pointer, "owned");
  assert.throws(() => parent.act(1, 1), (error) => {
    assert.ok(error instanceof HresultError);
    assert.ok(isHresult(error, HRESULT.UIA_E_ELEMENTNOTAVAILABLE));
    assert.equal(error.message, "IParent.Act failed (UIA_E_ELEMENTNOTAVAILABLE, HRESULT 0x80040201)");
    return true;
  });
});

Deno.test("a success that is not S_OK is none the less a success", () => {
  using fake = new FakeComObject({ slots: { 3: { parameters: ["i32", "f64"], body: () => 1 } } });
  using parent = new Parent(fake.pointer, "owned");
  parent.act(1, 1);
});

Deno.test("a released object is not called, nor given to another", () => {
  using fake = new FakeComObject();
  using childFake = new FakeComObject();
  const parent = new Parent(fake.pointer, "owned");
  const child = new Child(childFake.pointer, "owned");
  child[Symbol.dispose]();
  assert.throws(() => child.number(), {
    name: "TypeError",
    message: "Cannot call IChild.get_Number: the object has been released",
  });
  assert.throws(() => parent.child(child), /the object has been released/);
  parent[Symbol.dispose]();
});

Deno.test("an empty slot is a TypeError and not a crash", () => {
  using fake = new FakeComObject({ slots: { 8: { parameters: [], body: () => 0 } } });
  using parent = new Parent(fake.pointer, "owned");
  assert.throws(() => parent.empty(), {
    name: "TypeError",
    message: "Cannot call a method: slot 7 of its vtable is empty",
  });
});

/** A parent that gives a child, and notes which child it was given. */
function family(child: FakeComObject | undefined, given: unknown[] = []): FakeComObject {
  return new FakeComObject({
    slots: {
      5: {
        parameters: ["pointer", "pointer"],
        body: (of: Deno.PointerValue, out: Deno.PointerObject) => {
          given.push(of === null ? null : Deno.UnsafePointer.value(of));
          if (child !== undefined) child.references++;
          writePointer(out, child);
          return 0;
        },
      },
      7: { parameters: [], body: () => 0 },
    },
  });
}

Deno.test("an object that a call gives is owned by the caller, and objects are given as pointers", () => {
  const before = comObjects();
  const given: unknown[] = [];
  using childFake = new FakeComObject({ slots: numberSlot(42) });
  using fake = family(childFake, given);
  {
    using parent = new Parent(fake.pointer, "owned");
    using child = parent.child(null);
    using second = parent.child(child ?? null);
    assert.equal(second?.number(), 42);
    assert.equal(childFake.references, 3);
  }
  assert.equal(childFake.references, 1);
  assert.deepEqual(given, [null, BigInt(Deno.UnsafePointer.value(childFake.pointer))]);
  assert.equal(comObjects(), before);
});

Deno.test("NULL is no object, and a broken promise where there must be one", () => {
  using fake = family(undefined);
  using parent = new Parent(fake.pointer, "owned");
  assert.equal(parent.child(null), undefined);
  assert.throws(() => parent.requiredChild(), {
    message: "IParent.GetChild failed (E_POINTER, HRESULT 0x80004003)",
  });
});

Deno.test("queryInterface() gives another interface with a reference of its own", () => {
  const before = comObjects();
  using childFake = new FakeComObject({ slots: numberSlot(5) });
  using fake = new FakeComObject({ interfaces: { [IID_CHILD]: () => childFake } });
  {
    using object = new UnknownObject(fake.pointer, "owned");
    using child = object.queryInterface(Child);
    assert.equal(child?.number(), 5);
    assert.equal(childFake.references, 2);
    assert.equal(object.queryInterface(Parent), undefined);
  }
  assert.equal(childFake.references, 1);
  assert.equal(comObjects(), before);
});

Deno.test("isSameObject() compares by IUnknown, whichever interface is held", () => {
  const before = comObjects();
  using one = new FakeComObject();
  using other = new FakeComObject();
  using a = new UnknownObject(one.pointer, "borrowed");
  using b = new UnknownObject(other.pointer, "borrowed");
  assert.equal(a.isSameObject(a), true);
  assert.equal(a.isSameObject(b), false);
  assert.deepEqual([one.references, other.references], [1, 1]);
  assert.equal(comObjects(), before);
});

Deno.test("two classes of objects with one interface are each called in their own vtable", () => {
  using seven = new FakeComObject({ slots: numberSlot(7) });
  using eight = new FakeComObject({ slots: numberSlot(8) });
  using a = new Child(seven.pointer, "borrowed");
  using b = new Child(eight.pointer, "borrowed");
  assert.deepEqual([a.number(), b.number(), a.number()], [7, 8, 7]);
});

Deno.test("a vtable whose memory is used again for another is not mistaken for the first", () => {
  // One object whose slot changes under the bindings, as when heap memory has been freed and taken again.
  const write = (value: number) =>
    new Deno.UnsafeCallback({ parameters: ["pointer", "pointer"], result: "i32" }, (_object, out) => {
      if (out !== null) writeInts(out, value);
      return 0;
    });
  const callbacks = [write(1), write(2)] as const;
  const memory = new BigUint64Array(new ArrayBuffer(5 * 8));
  const address = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(memory)));
  memory[0] = address + 8n;
  const numbers = callbacks.map((callback) => {
    memory[4] = BigInt(Deno.UnsafePointer.value(callback.pointer));
    const pointer = Deno.UnsafePointer.create(address);
    assert.ok(pointer !== null);
    using child = new Child(pointer, "borrowed");
    return child.number();
  });
  for (const callback of callbacks) callback.close();
  assert.deepEqual(numbers, [1, 2]);
});

Deno.test("a method that calls back into the bindings does not spoil the caller's result", () => {
  using childFake = new FakeComObject({ slots: numberSlot(99) });
  using child = new Child(childFake.pointer, "borrowed");
  using outer = new FakeComObject({
    slots: {
      3: {
        parameters: ["pointer"],
        body: (out: Deno.PointerObject) => {
          writeInts(out, 1);
          assert.equal(child.number(), 99);
          return 0;
        },
      },
    },
  });
  using object = new Child(outer.pointer, "borrowed");
  assert.equal(object.number(), 1);
});
