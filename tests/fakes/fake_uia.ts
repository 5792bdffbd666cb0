/** Elements as the reader sees them, made by hand, of which any call can fail. */
import { HRESULT, HresultError } from "../../ffi/result.ts";
import type { UIAutomationElement } from "../../ffi/uia/element.ts";
import { CONTROL_TYPE } from "../../ffi/uia/ids.ts";
import type { ElementClient } from "../../src/desktop/windows/elements/client.ts";

/** A call that fails; `step`: walking to it with its facts, `plainStep`: without them as well. */
export type FailingCall =
  | "cachedChildren"
  | "length"
  | "findAll"
  | "findAllPlain"
  | "buildUpdatedCache"
  | "step"
  | "plainStep"
  | "fromHandle";

/** What is special about an element. */
export interface FakeElementParts {
  readonly type?: number;
  readonly hwnd?: bigint;
  readonly children?: readonly FakeUiElement[];
  readonly fails?: readonly FailingCall[];
  /** The index of a child that the array of the children does not give. */
  readonly failingIndex?: number;
  /** How it fails. */
  readonly hresult?: number;
}

/** The part of an array of elements that is used. */
export interface FakeArray extends Disposable {
  length(): number;
  element(type: unknown, index: number): FakeUiElement;
}

const client = { plain: {}, element: {}, subtree: {}, deadSubtree: {}, anyElement: {}, compactElement: {} };

let lastId = 0;

/** See the head of this file. */
export class FakeUiElement implements Disposable {
  readonly #parts: FakeElementParts;
  readonly #id = ++lastId;
  parent: FakeUiElement | undefined;
  /** The calls that were made of it. */
  readonly calls: string[] = [];

  constructor(readonly fakeName: string, parts: FakeElementParts = {}) {
    this.#parts = parts;
    for (const child of parts.children ?? []) child.parent = this;
  }

  get children(): readonly FakeUiElement[] {
    return this.#parts.children ?? [];
  }

  /** It, for those who take it for a real one. */
  get real(): UIAutomationElement {
    return this as unknown as UIAutomationElement;
  }

  enter(call: FailingCall): void {
    this.calls.push(call);
    const { fails = [], hresult = HRESULT.E_FAIL } = this.#parts;
    if (fails.includes(call)) throw new HresultError(call, hresult);
  }

  cachedChildren(): FakeArray {
    this.enter("cachedChildren");
    return this.#array(this.children);
  }

  findAll(_scope: number, condition: unknown, request: unknown): FakeArray {
    this.enter(request === client.plain ? "findAllPlain" : "findAll");
    return this.#array(condition === client.compactElement ? [] : this.children);
  }

  buildUpdatedCache(): FakeUiElement {
    this.enter("buildUpdatedCache");
    return this;
  }

  #array(children: readonly FakeUiElement[]): FakeArray {
    return {
      length: (): number => {
        this.enter("length");
        return children.length;
      },
      element: (_type: unknown, index: number): FakeUiElement => {
        const child = children[index];
        if (child === undefined || index === this.#parts.failingIndex) {
          throw new HresultError("GetElement", HRESULT.E_FAIL);
        }
        return child;
      },
      [Symbol.dispose]: () => {},
    };
  }

  name = (): string => this.fakeName;
  controlType = (): number => this.#parts.type ?? CONTROL_TYPE.UIA_PaneControlTypeId;
  nativeWindowHandle = (): bigint => this.#parts.hwnd ?? 0n;
  value = (): readonly number[] => [42, this.#id];
  setFlags = (): readonly number[] => [];
  boundingRectangle = () => ({ left: 0, top: 0, right: 1, bottom: 1 });
  automationId = (): string => "";
  className = (): string => "";
  frameworkId = (): string => "Win32";
  processId = (): number => 7;
  isEnabled = (): boolean => true;
  isOffscreen = (): boolean => false;
  isKeyboardFocusable = (): boolean => false;
  hasKeyboardFocus = (): boolean => false;
  isPassword = (): boolean => false;
  [Symbol.dispose](): void {}
}

function neighbour(step: string, from: FakeUiElement): FakeUiElement | undefined {
  if (step === "FirstChild") return from.children[0];
  if (step === "LastChild") return from.children.at(-1);
  if (step === "Parent") return from.parent;
  const brothers = from.parent?.children ?? [];
  return brothers[brothers.indexOf(from) + (step === "NextSibling" ? 1 : -1)];
}

/**
 * A client that walks among such elements. Walking to one that fails fails.
 *
 * @param windows those that can be asked for by their handles
 */
export function fakeElementClient(windows: readonly FakeUiElement[] = []): ElementClient {
  const walker = {
    step(step: string, from: FakeUiElement, request: unknown): FakeUiElement | undefined {
      const found = neighbour(step, from);
      found?.enter("plainStep");
      if (request !== client.plain) found?.enter("step");
      return found;
    },
  };
  const automation = {
    elementFromHandle(hwnd: bigint): FakeUiElement {
      const found = windows.find((window) => window.nativeWindowHandle() === hwnd);
      if (found === undefined) throw new HresultError("fromHandle", HRESULT.UIA_E_ELEMENTNOTAVAILABLE);
      found.enter("fromHandle");
      return found;
    },
  };
  return { ...client, walker, automation } as unknown as ElementClient;
}
