/** The monitors of this machine, read without the product, and tests that need certain ones. */
import { ignore as lacksFixture, needsFixture } from "./fixture_run.ts";

const isWindows = Deno.build.os === "windows";
const user32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  EnumDisplayMonitors: { parameters: ["usize", "usize", "function", "isize"], result: "i32" },
  GetMonitorInfoW: { parameters: ["usize", "buffer"], result: "i32" },
  SetThreadDpiAwarenessContext: { parameters: ["usize"], result: "usize" },
});
const shcore = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\shcore.dll", {
  GetDpiForMonitor: { parameters: ["usize", "i32", "buffer", "buffer"], result: "i32" },
});

/** `MONITORINFO` as numbers: size, four edges of the monitor, four of its work area, flags. */
const INFO_NUMBERS = 10;

/** A rectangle in physical screen pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A monitor. */
export interface Monitor {
  readonly rect: Rect;
  readonly workArea: Rect;
  readonly isPrimary: boolean;
  readonly dpi: number;
}

/** All monitors, in Windows' own order. */
export function monitors(): Monitor[] {
  if (user32 === undefined || shcore === undefined) return [];
  const perMonitorAware = BigInt.asUintN(64, -4n);
  user32.symbols.SetThreadDpiAwarenessContext(perMonitorAware);
  const handles: bigint[] = [];
  const callback = new Deno.UnsafeCallback(
    { parameters: ["usize", "usize", "usize", "isize"], result: "i32" },
    (monitor) => handles.push(monitor),
  );
  user32.symbols.EnumDisplayMonitors(0n, 0n, callback.pointer, 0n);
  callback.close();
  return handles.map((handle) => {
    const info = Int32Array.of(INFO_NUMBERS * 4, ...new Array(INFO_NUMBERS - 1).fill(0));
    user32.symbols.GetMonitorInfoW(handle, info);
    const dpi = new Uint32Array(2);
    shcore.symbols.GetDpiForMonitor(handle, 0, dpi.subarray(0), dpi.subarray(1));
    return {
      rect: toRect(info.subarray(1)),
      workArea: toRect(info.subarray(5)),
      isPrimary: info[9] === 1,
      dpi: dpi[0] ?? 0,
    };
  });
}

function toRect([left = 0, top = 0, right = 0, bottom = 0]: Int32Array): Rect {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A test that needs the fixture and a monitor; skipped, with the reason in its title, where there is none. */
export function monitorTest(
  title: string,
  needs: { readonly what: string; readonly fits: (monitor: Monitor) => boolean },
  body: (monitor: Monitor) => Promise<void>,
): void {
  const monitor = monitors().find(needs.fits);
  const why = monitor === undefined ? ` (skipped: there is no ${needs.what})` : "";
  Deno.test({
    name: `${needsFixture(title)}${why}`,
    ignore: lacksFixture || monitor === undefined,
    fn: () => monitor === undefined ? Promise.resolve() : body(monitor),
  });
}

/** A monitor left of the primary one. */
export const LEFT_MONITOR = {
  what: "monitor at negative coordinates",
  fits: ({ rect }: Monitor): boolean => rect.x < 0,
};

/** A monitor that is not at 100 %. */
export const SCALED_MONITOR = {
  what: "monitor with a scale other than 100 %",
  fits: ({ dpi }: Monitor): boolean => dpi !== 96,
};
