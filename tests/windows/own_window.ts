/** Windows of the test's own process: they print where Wine prints no other process's window, and have any style. */
import assert from "node:assert/strict";
import { wideString } from "../../ffi/wide_string.ts";

const isWindows = Deno.build.os === "windows";
const user32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  RegisterClassExW: { parameters: ["buffer"], result: "u16" },
  CreateWindowExW: {
    parameters: [
      "u32",
      "buffer",
      "buffer",
      "u32",
      "i32",
      "i32",
      "i32",
      "i32",
      "usize",
      "usize",
      "usize",
      "usize",
    ],
    result: "usize",
  },
  DestroyWindow: { parameters: ["usize"], result: "i32" },
  DefWindowProcW: { parameters: ["usize", "u32", "usize", "isize"], result: "isize" },
  ShowWindow: { parameters: ["usize", "i32"], result: "i32" },
  UpdateWindow: { parameters: ["usize"], result: "i32" },
  PeekMessageW: { parameters: ["buffer", "usize", "u32", "u32", "u32"], result: "i32" },
  DispatchMessageW: { parameters: ["buffer"], result: "isize" },
  FillRect: { parameters: ["usize", "buffer", "usize"], result: "i32" },
  SetLayeredWindowAttributes: { parameters: ["usize", "u32", "u8", "u32"], result: "i32" },
});
const gdi32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\gdi32.dll", {
  CreateSolidBrush: { parameters: ["u32"], result: "usize" },
  DeleteObject: { parameters: ["usize"], result: "i32" },
});

const WINDOW_PROCEDURE = { parameters: ["usize", "u32", "usize", "isize"], result: "isize" } as const;

const WM_ERASEBKGND = 0x14;
const WM_PRINTCLIENT = 0x318;
const WS_POPUP = 0x80000000;
const LWA_ALPHA = 2;
const SW_SHOWNOACTIVATE = 4;

/** One coloured rectangle of a picture, in client pixels. */
export interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `0xRRGGBB`. */
  readonly colour: number;
}

/** What a window of ours looks like. */
export interface OwnWindowLook {
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly title?: string;
  /** What it draws; nothing at all when empty. */
  readonly patches?: readonly Patch[];
  readonly exStyle?: number;
  readonly owner?: bigint;
  /** Constant opacity; needs the layered style. */
  readonly alpha?: number;
  readonly isHidden?: boolean;
  /** One that no other window of this process has had; of its own making unless given. */
  readonly className?: string;
  /** Hears of every message before it is handled. */
  readonly onMessage?: (message: number, wParam: bigint, lParam: bigint) => void;
}

/** Four quadrants of four colours. */
export function quadrants(width: number, height: number): Patch[] {
  const half = { width: width / 2, height: height / 2 };
  return [
    { x: 0, y: 0, ...half, colour: 0x102030 },
    { x: half.width, y: 0, ...half, colour: 0xF04080 },
    { x: 0, y: half.height, ...half, colour: 0x20C040 },
    { x: half.width, y: half.height, ...half, colour: 0x4060F0 },
  ];
}

/** The colour that a list of patches shows at a pixel. */
export function patchColour(patches: readonly Patch[], x: number, y: number): number | undefined {
  return patches.findLast((patch) =>
    x >= patch.x && x < patch.x + patch.width && y >= patch.y && y < patch.y + patch.height
  )?.colour;
}

/** A borderless window of this thread; ends with the `using` block. */
export class OwnWindow implements Disposable {
  readonly hwnd: bigint;
  readonly #procedure: Deno.UnsafeCallback<typeof WINDOW_PROCEDURE>;

  constructor(look: OwnWindowLook) {
    assert.ok(user32 !== undefined);
    const { symbols } = user32;
    const patches = look.patches ?? [];
    this.#procedure = new Deno.UnsafeCallback(
      WINDOW_PROCEDURE,
      (hwnd, message, wParam, lParam) => {
        look.onMessage?.(message, wParam, lParam);
        if (message !== WM_ERASEBKGND && message !== WM_PRINTCLIENT) {
          return symbols.DefWindowProcW(hwnd, message, wParam, lParam);
        }
        for (const patch of patches) paint(wParam, patch);
        return 1n;
      },
    );
    const className = look.className ?? `CasementOwn${crypto.randomUUID()}`;
    const name = wideString(className);
    register(name, this.#procedure);
    const { x, y, width, height } = look.rect;
    const title = wideString(look.title ?? "");
    const exStyle = look.exStyle ?? 0;
    const owner = look.owner ?? 0n;
    this.hwnd = symbols.CreateWindowExW(
      exStyle,
      name,
      title,
      WS_POPUP,
      x,
      y,
      width,
      height,
      owner,
      0n,
      0n,
      0n,
    );
    assert.notEqual(this.hwnd, 0n);
    if (look.alpha !== undefined) {
      symbols.SetLayeredWindowAttributes(this.hwnd, 0, look.alpha, LWA_ALPHA);
    }
    if (look.isHidden) return;
    symbols.ShowWindow(this.hwnd, SW_SHOWNOACTIVATE);
    symbols.UpdateWindow(this.hwnd);
    this.pump();
  }

  /** The handle as callers write it. */
  get handle(): string {
    return `0x${this.hwnd.toString(16).toUpperCase().padStart(8, "0")}`;
  }

  /** Handles the messages that wait. */
  pump(): void {
    const message = new Uint8Array(48);
    while (user32?.symbols.PeekMessageW(message, 0n, 0, 0, 1) !== 0) {
      user32?.symbols.DispatchMessageW(message);
    }
  }

  /** Destroys the window; it may be asked for while it handles a message. */
  destroy(): void {
    user32?.symbols.DestroyWindow(this.hwnd);
  }

  [Symbol.dispose](): void {
    this.destroy();
    this.pump();
    this.#procedure.close();
  }
}

function register(
  name: Uint16Array<ArrayBuffer>,
  procedure: Deno.UnsafeCallback<typeof WINDOW_PROCEDURE>,
): void {
  const fields = new BigUint64Array(10);
  new Uint32Array(fields.buffer)[0] = fields.byteLength;
  fields[1] = BigInt(Deno.UnsafePointer.value(procedure.pointer));
  fields[8] = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(name)));
  assert.notEqual(user32?.symbols.RegisterClassExW(fields), 0);
}

function paint(dc: bigint, patch: Patch): void {
  const { x, y, width, height, colour } = patch;
  const brush = gdi32?.symbols.CreateSolidBrush((colour & 0xFF) << 16 | colour & 0xFF00 | colour >> 16) ?? 0n;
  user32?.symbols.FillRect(dc, Int32Array.of(x, y, x + width, y + height), brush);
  gdi32?.symbols.DeleteObject(brush);
}
