/** COM itself: oleaut32's strings, variants and arrays, and a real client of UI Automation. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { enterMultithreadedApartment } from "../../ffi/com/apartment.ts";
import { bstr, readBstr, takeBstr } from "../../ffi/com/bstr.ts";
import { UnknownObject } from "../../ffi/com/com_object.ts";
import { createInstance } from "../../ffi/com/create_instance.ts";
import { parseGuid } from "../../ffi/com/guid.ts";
import { method } from "../../ffi/com/interface_table.ts";
import { viaDispatch } from "../../ffi/com/method_call.ts";
import { OutMemory } from "../../ffi/com/out_memory.ts";
import {
  doubleArray,
  intArray,
  ownSafeArray,
  readSafeArray,
  textArray,
  VT,
} from "../../ffi/com/safe_array.ts";
import { Variant } from "../../ffi/com/variant.ts";
import { C, OUT } from "../../ffi/ctype.ts";
import { openCounts } from "../../ffi/ledger.ts";
import { oleaut32 } from "../../ffi/oleaut32.ts";
import { HRESULT, isHresult } from "../../ffi/result.ts";
import { UIAutomation } from "../../ffi/uia/automation.ts";
import { UIAutomation2 } from "../../ffi/uia/automation2.ts";
import { UIAutomationElement } from "../../ffi/uia/element.ts";
import { TREE_SCOPE } from "../../ffi/uia/enums.ts";
import { focusChangedHandler } from "../../ffi/uia/focus_changed_handler.ts";
import { PROPERTY } from "../../ffi/uia/ids.ts";
import { UIAutomationScrollPattern } from "../../ffi/uia/patterns/scroll.ts";
import { UIAutomationTextRange } from "../../ffi/uia/patterns/text_range.ts";
import { UIAutomationValuePattern } from "../../ffi/uia/patterns/value.ts";
import { FakeComObject, writeInts } from "../fakes/fake_com.ts";
import { OwnWindow } from "./own_window.ts";

const TIMEOUTS = { connectionTimeoutMs: 700, transactionTimeoutMs: 1500 };

const isWindows = Deno.build.os === "windows";
const oleaut32Itself = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\oleaut32.dll", {
  VariantCopy: { parameters: ["buffer", "buffer"], result: "i32" },
  VariantChangeType: { parameters: ["buffer", "buffer", "u16", "u16"], result: "i32" },
});
const ole32Itself = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\ole32.dll", {
  CoInitializeEx: { parameters: ["pointer", "u32"], result: "i32" },
  CoUninitialize: { parameters: [], result: "void" },
});

/** A test that leaves nothing open. */
function test(title: string, body: () => void | Promise<void>): void {
  Deno.test({
    name: `com: ${title}`,
    ignore: !isWindows,
    async fn() {
      const before = openNow();
      await body();
      assert.deepEqual(openNow(), before);
    },
  });
}

/** What is open of each kind that has ever been. */
function openNow(): Record<string, number> {
  return Object.fromEntries(Object.entries(openCounts()).filter(([, count]) => count !== 0));
}

const TEXTS: readonly string[] = [
  "",
  "plain",
  "Zoë 😀 שלום",
  "a NUL\0inside",
  "half a pair \uD83D and the other \uDE00",
  "x".repeat(511),
  "y".repeat(512),
  "😀".repeat(257),
  "z".repeat(32_000),
];

test("a BSTR has every unit of its text", () => {
  for (const text of TEXTS) {
    using string = bstr(text);
    assert.equal(readBstr(string.value), text);
    assert.equal(oleaut32.symbols.SysStringLen(string.value), text.length);
  }
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
    using string = bstr(text);
    assert.equal(readBstr(string.value), text);
  }));
});

test("a BSTR that a call gave is read and freed, and NULL is the empty text", () => {
  const given = BigInt(Deno.UnsafePointer.value(bstr("given").release()));
  assert.equal(takeBstr(given), "given");
  assert.equal(takeBstr(0n), "");
  assert.equal(readBstr(null), "");
});

test("a SAFEARRAY has its elements", () => {
  for (const values of [[], [7], [42, -1, 2 ** 31 - 1, -(2 ** 31)]]) {
    using array = intArray(values);
    assert.deepEqual(readSafeArray(array.value), values);
  }
  using doubles = doubleArray([0.5, -1e300, Infinity]);
  assert.deepEqual(readSafeArray(doubles.value), [0.5, -1e300, Infinity]);
  using texts = textArray(TEXTS);
  assert.deepEqual(readSafeArray(texts.value), TEXTS);
});

test("a SAFEARRAY of booleans has booleans", () => {
  const pointer = oleaut32.symbols.SafeArrayCreateVector(VT.VT_BOOL, 0, 2);
  using array = ownSafeArray(BigInt(Deno.UnsafePointer.value(pointer)));
  assert.ok(array !== undefined);
  assert.deepEqual(readSafeArray(array.value), [false, false]);
});

test("a SAFEARRAY whose first index is not 0 is read from its first element", () => {
  const pointer = oleaut32.symbols.SafeArrayCreateVector(VT.VT_I4, 5, 2);
  using array = ownSafeArray(BigInt(Deno.UnsafePointer.value(pointer)));
  assert.ok(array !== undefined);
  assert.deepEqual(readSafeArray(array.value), [0, 0]);
});

test("a SAFEARRAY of what UI Automation does not use is refused", () => {
  const VT_DATE = 7;
  const pointer = oleaut32.symbols.SafeArrayCreateVector(VT_DATE, 0, 2);
  using array = ownSafeArray(BigInt(Deno.UnsafePointer.value(pointer)));
  assert.ok(array !== undefined);
  assert.throws(() => readSafeArray(array.value), (error) => isHresult(error, HRESULT.E_INVALIDARG));
});

test("a VARIANT owns its text and its arrays", () => {
  for (const text of TEXTS) {
    using variant = Variant.ofText(text);
    assert.equal(variant.type, VT.VT_BSTR);
    assert.equal(variant.value, text);
  }
  using ints = Variant.ofArray(VT.VT_I4, intArray([1, 2, 3]));
  using doubles = Variant.ofArray(VT.VT_R8, doubleArray([1.5]));
  using texts = Variant.ofArray(VT.VT_BSTR, textArray(["a", "", "ß"]));
  assert.deepEqual([ints.value, doubles.value, texts.value], [[1, 2, 3], [1.5], ["a", "", "ß"]]);
});

test("a copy that oleaut32 makes of a VARIANT has the same value", () => {
  // Windows itself reads what the bindings wrote, and writes what they read.
  assert.ok(oleaut32Itself !== undefined);
  const { VariantCopy, VariantChangeType } = oleaut32Itself.symbols;
  const makers = [
    () => Variant.empty(),
    () => Variant.ofInt(-7),
    () => Variant.ofDouble(2.5),
    () => Variant.ofBool(true),
    () => Variant.ofText("Zoë 😀"),
    () => Variant.ofArray(VT.VT_I4, intArray([4, 5])),
    () => Variant.ofArray(VT.VT_BSTR, textArray(["b", "c"])),
  ];
  for (const make of makers) {
    using variant = make();
    using copy = Variant.receive(({ bytes }) => assert.equal(VariantCopy(bytes, variant.bytes), 0));
    assert.equal(copy.type, variant.type);
    assert.deepEqual(copy.value, variant.value);
  }
  using number = Variant.ofInt(-7);
  using text = Variant.receive(({ bytes }) =>
    assert.equal(VariantChangeType(bytes, number.bytes, 0, VT.VT_BSTR), 0)
  );
  assert.equal(text.value, "-7");
});

/** A variant with a reference of its own to an object. */
function variantOf(fake: FakeComObject): Variant {
  return Variant.receive(({ bytes }) => {
    fake.references++;
    bytes[0] = VT.VT_UNKNOWN;
    new DataView(bytes.buffer).setBigUint64(8, BigInt(Deno.UnsafePointer.value(fake.pointer)), true);
  });
}

test("a VARIANT holds its object, and what is taken out of it is held apart", () => {
  using fake = new FakeComObject();
  {
    using object = (() => {
      using variant = variantOf(fake);
      assert.throws(() => variant.value, (error) => isHresult(error, HRESULT.E_INVALIDARG));
      return variant.object();
    })();
    assert.ok(object !== undefined);
    assert.equal(fake.references, 2);
  }
  assert.equal(fake.references, 1);
  using text = Variant.ofText("no object");
  assert.equal(text.object(), undefined);
});

test("a VARIANT with an array of objects gives each with a reference of its own", () => {
  const fakes = [new FakeComObject(), new FakeComObject()] as const;
  {
    const pointer = oleaut32.symbols.SafeArrayCreateVector(VT.VT_UNKNOWN, 0, 3);
    const array = ownSafeArray(BigInt(Deno.UnsafePointer.value(pointer)));
    assert.ok(array !== undefined);
    const put = new BigUint64Array(1);
    assert.equal(oleaut32.symbols.SafeArrayAccessData(array.value, put), 0);
    const data = Deno.UnsafePointer.create(put[0] ?? 0n);
    assert.ok(data !== null);
    const slots = new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(data, 24));
    fakes.forEach((fake, index) => {
      fake.references++;
      slots[index] = BigInt(Deno.UnsafePointer.value(fake.pointer));
    });
    oleaut32.symbols.SafeArrayUnaccessData(array.value);
    using variant = Variant.ofArray(VT.VT_UNKNOWN, array);
    const objects = variant.objects(UnknownObject);
    assert.deepEqual([objects.length, ...fakes.map(({ references }) => references)], [2, 3, 3]);
    for (const object of objects) object[Symbol.dispose]();
  }
  assert.deepEqual(fakes.map(({ references }) => references), [1, 1]);
  for (const fake of fakes) fake[Symbol.dispose]();
});

test("texts go through methods both ways", () => {
  const heard: unknown[] = [];
  using fake = new FakeComObject({
    slots: {
      3: {
        parameters: ["pointer"],
        body: (text: Deno.PointerValue) => {
          heard.push(readBstr(text));
          return 0;
        },
      },
      4: {
        parameters: ["pointer"],
        body: (out: Deno.PointerObject) => {
          const text = BigInt(Deno.UnsafePointer.value(bstr(String(heard.at(-1))).release()));
          new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(out, 8))[0] = text;
          return 0;
        },
      },
      8: {
        parameters: ["pointer", "i32", "i32", "pointer"],
        body: (text: Deno.PointerValue, backward: number, ignoreCase: number) => {
          heard.push(readBstr(text), backward, ignoreCase);
          return 0;
        },
      },
    },
  });
  {
    using pattern = new UIAutomationValuePattern(fake.pointer, "borrowed");
    for (const text of TEXTS) {
      pattern.setValue(text);
      assert.equal(pattern.value("Current"), text);
    }
  }
  heard.length = 0;
  using range = new UIAutomationTextRange(fake.pointer, "borrowed");
  assert.equal(range.findText("wanted", false, true), undefined);
  assert.deepEqual(heard, ["wanted", 0, 1]);
});

test("a method may call back into the bindings, however often", () => {
  let calls = 0;
  using inner = new FakeComObject({
    slots: {
      60: {
        parameters: ["pointer"],
        body: (out: Deno.PointerObject) => {
          writeInts(out, 7);
          return 0;
        },
      },
    },
  });
  using innerObject = new UIAutomation2(inner.pointer, "borrowed");
  using outer = new FakeComObject({
    slots: {
      60: {
        parameters: ["pointer"],
        body: (out: Deno.PointerObject) => {
          writeInts(out, ++calls * innerObject.connectionTimeoutMs());
          return 0;
        },
      },
      61: {
        parameters: ["u32"],
        body: (timeoutMs: number) => timeoutMs === 5 ? innerObject.connectionTimeoutMs() : -1,
      },
    },
  });
  using object = new UIAutomation2(outer.pointer, "borrowed");
  for (let round = 1; round <= 10_000; round++) {
    assert.equal(object.connectionTimeoutMs(), round * 7);
    object.setConnectionTimeout(5);
  }
});

test("numbers, doubles and structs go through methods as they are", () => {
  const heard: unknown[] = [];
  const note = (parameters: readonly Deno.NativeType[]) => ({
    parameters,
    body: (...args: readonly unknown[]) => {
      heard.push(...args);
      return 0;
    },
  });
  using scrolling = new FakeComObject({ slots: { 3: note(["i32", "i32"]), 4: note(["f64", "f64"]) } });
  using scroll = new UIAutomationScrollPattern(scrolling.pointer, "borrowed");
  scroll.scroll(-1, 4);
  scroll.setScrollPercent(-1, 0.1 + 0.2);
  assert.deepEqual(heard.splice(0), [-1, 4, -1, 0.1 + 0.2]);
  using pointing = new FakeComObject({
    slots: {
      7: {
        parameters: [{ struct: ["i32", "i32"] }, "pointer"],
        body: (point: Uint8Array<ArrayBuffer>) => {
          heard.push(...new Int32Array(point.slice().buffer));
          return 0;
        },
      },
      6: note(["usize", "pointer"]),
      24: {
        parameters: ["i32", C.VARIANT, "i32", "pointer"],
        body: (id: number, value: Uint8Array<ArrayBuffer>, flags: number) => {
          heard.push(id, [...value.slice(0, 12)], flags);
          return 0;
        },
      },
    },
  });
  using automation = new UIAutomation(pointing.pointer, "borrowed");
  automation.elementFromPoint(-1024, 128);
  assert.deepEqual(heard.splice(0), [-1024, 128]);
  using number = Variant.ofInt(-2);
  assert.throws(
    () => automation.propertyCondition(30003, number, 1),
    (error) => isHresult(error, HRESULT.E_POINTER),
  );
  assert.deepEqual(heard.splice(0), [30003, [3, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF], 1]);
  assert.throws(
    () => automation.elementFromHandle(0xFFFF_FFFFn),
    (error) => isHresult(error, HRESULT.E_POINTER),
  );
  assert.equal(heard[0], 0xFFFF_FFFFn);
});

test("a method that DispCallFunc refuses to call is called none the less, and once", () => {
  const VT_HRESULT = 25; // no type of a VARIANT
  const heard: unknown[] = [];
  using fake = new FakeComObject({
    slots: {
      3: {
        parameters: ["i32", "f64", "pointer"],
        body: (count: number, factor: number, out: Deno.PointerObject) => {
          heard.push(count, factor);
          writeInts(out, count * factor);
          return -5;
        },
      },
    },
  });
  for (const resultType of [VT.VT_I4, VT_HRESULT]) {
    const call = viaDispatch(method(3, C.INT, C.DOUBLE, OUT.INT), resultType);
    const memory = new OutMemory();
    assert.equal(call(fake.pointer, [-4, 2.5, memory]), -5);
    assert.deepEqual([memory.ints[0], heard.splice(0)], [-10, [-4, 2.5]]);
  }
});

test("a thread in another apartment is refused", () => {
  const COINIT_APARTMENTTHREADED = 2;
  assert.ok(ole32Itself !== undefined);
  assert.equal(ole32Itself.symbols.CoInitializeEx(null, COINIT_APARTMENTTHREADED), 0);
  try {
    assert.throws(
      () => enterMultithreadedApartment(),
      (error) => isHresult(error, HRESULT.RPC_E_CHANGED_MODE),
    );
  } finally {
    ole32Itself.symbols.CoUninitialize();
  }
});

test("the apartment may be entered twice", () => {
  using _outer = enterMultithreadedApartment();
  using _inner = enterMultithreadedApartment();
  assert.equal(openCounts().apartment, 2);
});

test("a class that does not exist, or lacks the interface, is refused", () => {
  using _apartment = enterMultithreadedApartment();
  const nowhere = "01234567-89ab-cdef-0123-456789abcdef";
  assert.throws(
    () => createInstance(nowhere, UIAutomation),
    (error) => isHresult(error, HRESULT.REGDB_E_CLASSNOTREG),
  );
  const automationClass = "ff48dba4-60ef-4201-aa87-54103eef594e";
  assert.throws(
    () => createInstance(automationClass, UIAutomationElement),
    (error) => isHresult(error, HRESULT.E_NOINTERFACE),
  );
  assert.throws(() => createInstance("no class", UIAutomation), SyntaxError);
  assert.equal(parseGuid(nowhere).length, 16);
});

/** A window and the client, for the length of `use`. */
function withElement(
  use: (automation: UIAutomation, element: UIAutomationElement) => void,
): void {
  using _apartment = enterMultithreadedApartment();
  using automation = UIAutomation.create(TIMEOUTS);
  using own = new OwnWindow({ rect: { x: 30, y: 40, width: 200, height: 100 }, title: "Zoë 😀" });
  using element = automation.elementFromHandle(own.hwnd);
  use(automation, element);
}

test("UI Automation tells name, rectangle and properties of a window", () => {
  withElement((automation, element) => {
    assert.equal(element.name("Current"), "Zoë 😀");
    assert.deepEqual(element.boundingRectangle("Current"), { left: 30, top: 40, right: 230, bottom: 140 });
    using name = element.propertyValue("Current", PROPERTY.UIA_NamePropertyId, false);
    assert.equal(name.value, "Zoë 😀");
    using rectangle = element.propertyValue("Current", PROPERTY.UIA_BoundingRectanglePropertyId, false);
    assert.deepEqual(rectangle.value, [30, 40, 200, 100]);
    using value = element.propertyValue("Current", PROPERTY.UIA_HelpTextPropertyId, true);
    using nothing = value.object();
    using notSupported = automation.notSupportedValue();
    assert.ok(nothing?.isSameObject(notSupported));
  });
});

test("UI Automation fills a cache, which is read without the window", () => {
  using _apartment = enterMultithreadedApartment();
  using automation = UIAutomation.create(TIMEOUTS);
  using request = automation.cacheRequest();
  request.addProperty(PROPERTY.UIA_NamePropertyId);
  request.setTreeScope(TREE_SCOPE.TreeScope_Element);
  using cached = (() => {
    using own = new OwnWindow({ rect: { x: 0, y: 0, width: 50, height: 50 }, title: "cached" });
    using element = automation.elementFromHandle(own.hwnd);
    assert.throws(() => element.name("Cached"), /IUIAutomationElement\.get_CachedName failed/);
    return element.buildUpdatedCache(request);
  })();
  assert.equal(cached.name("Cached"), "cached");
});

test("UI Automation finds elements by a condition", () => {
  withElement((automation, element) => {
    using all = automation.trueCondition();
    using found = element.findAll(TREE_SCOPE.TreeScope_Element, all);
    assert.equal(found?.length(), 1);
    using first = found?.element(UIAutomationElement, 0);
    assert.equal(first?.name("Current"), "Zoë 😀");
    assert.throws(
      () => found?.element(UIAutomationElement, 1),
      /IUIAutomationElementArray\.GetElement failed/,
    );
    using none = automation.notCondition(all);
    assert.equal(element.findFirst(TREE_SCOPE.TreeScope_Element, none), undefined);
  });
});

test("a handler of ours is taken and let go of by UI Automation", async () => {
  using _apartment = enterMultithreadedApartment();
  using automation = UIAutomation.create(TIMEOUTS);
  using handler = focusChangedHandler(() => {});
  await automation.addFocusChangedHandler(handler);
  await automation.removeFocusChangedHandler(handler);
});

test("a thousand elements and reads, and a hundred clients, leave nothing open", () => {
  using _apartment = enterMultithreadedApartment();
  using automation = UIAutomation.create(TIMEOUTS);
  using own = new OwnWindow({ rect: { x: 0, y: 0, width: 50, height: 50 }, title: "again" });
  const before = openNow();
  for (let round = 0; round < 1000; round++) {
    using client = round % 10 === 0 ? UIAutomation.create(TIMEOUTS) : undefined;
    using request = (client ?? automation).cacheRequest();
    request.addProperty(PROPERTY.UIA_NamePropertyId);
    using element = (client ?? automation).elementFromHandle(own.hwnd);
    using cached = element.buildUpdatedCache(request);
    assert.equal(cached.name("Cached"), "again");
    using name = element.propertyValue("Current", PROPERTY.UIA_NamePropertyId, false);
    using rectangle = element.propertyValue("Current", PROPERTY.UIA_BoundingRectanglePropertyId, false);
    assert.deepEqual([name.value, rectangle.value], ["again", [0, 0, 50, 50]]);
  }
  assert.deepEqual(openNow(), before);
});
