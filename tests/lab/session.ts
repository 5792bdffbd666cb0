/** What runs inside a sandbox: a display of its own, then the program under Wine. Shell text, for `sh -c`. */

import type { WineHome } from "./host.ts";

/** The screen that a run sees: one of a size, or two of which the second lies on the left, at negative coordinates. */
export type Screen = `${number}x${number}x${number}` | "two-monitors";

/** How a run ends. */
export type Ending =
  /** The sandbox ends everything once the program is gone. */
  | "sandbox"
  /** As before, but the prefix is kept: Wine's server writes the registry when it ends, so that is waited for. */
  | "keep"
  /** There is no sandbox: the script ends what it started, by process id. */
  | "plain";

/** The screen of a run that asks for none. */
export const DEFAULT_SCREEN: Screen = "1280x1024x24";

/** Mode lines for the display without hardware, after which Wine reports two monitors. */
export const TWO_MONITORS_CONFIG = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
EndSection
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
  Modeline "1280x1024" 108.00 1280 1328 1440 1688 1024 1025 1028 1066
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 4096 2048
    Modes "1280x1024"
  EndSubSection
EndSection
`;

/** The server, without its redirections. `$LAB_RUN` is the folder of the run. */
function serverCommand(screen: Screen): string {
  return screen === "two-monitors"
    ? 'Xorg -displayfd 3 -nolisten tcp -noreset -novtswitch -sharevts -config "$LAB_RUN/screen.conf" ' +
      '-logfile "$LAB_RUN/server.log"'
    : `Xvfb -displayfd 3 -nolisten tcp -screen 0 ${screen}`;
}

/** After it Windows has \\.\DISPLAY1 at 0,0 (primary, 1280x1024) and \\.\DISPLAY2 at -1024,128 (1024x768). */
const PLACE_MONITORS = `
xrandr --addmode DUMMY1 1024x768 >>"$LAB_RUN/display.log" 2>&1
xrandr --output DUMMY0 --mode 1280x1024 --pos 1024x0 --primary --output DUMMY1 --mode 1024x768 --pos 0x128 \\
  >>"$LAB_RUN/display.log" 2>&1 || { cat "$LAB_RUN/display.log" >&2; exit 125; }
# The server says that the second one is connected only after the next look at it, and Wine does not make it look.
xrandr --query >/dev/null 2>&1
`;

/**
 * Starts the display on a number that the server itself finds (sandboxes share the machine's abstract sockets, so a
 * number chosen beforehand could be taken by then) and waits for that number through a pipe.
 */
function startDisplay(screen: Screen): string {
  return `
rm -f "$LAB_RUN/display" && mkfifo "$LAB_RUN/display"
${serverCommand(screen)} 3>"$LAB_RUN/display" >"$LAB_RUN/display.log" 2>&1 </dev/null &
lab_display=$!
read -r lab_number <"$LAB_RUN/display" || { cat "$LAB_RUN/display.log" >&2; exit 125; }
export DISPLAY=":$lab_number"
${screen === "two-monitors" ? PLACE_MONITORS : ""}`;
}

/**
 * Debian's `wine` is a script that talks about 32-bit programs on standard error; the loader that it starts is
 * silent. On the machine itself `wine` stays what the PATH says, which may be another version than Debian's.
 */
const LOADER: Readonly<Record<WineHome["kind"], string>> = {
  rootfs: "lab_wine=/usr/lib/wine/wine64\nexport WINELOADER=$lab_wine\n",
  host: "lab_wine=wine\n",
};

const END_WINE = `
  wineserver -k </dev/null >/dev/null 2>&1
  wineserver -w </dev/null >/dev/null 2>&1
`;

const ENDINGS: Readonly<Record<Ending, string>> = {
  sandbox: `exec "$lab_wine" "$@"`,
  keep: `
"$lab_wine" "$@"
lab_code=$?
${END_WINE}
exit $lab_code
`,
  // The watcher outlives the script and our own process when those are killed outright.
  plain: `
lab_owner=$PPID
lab_end() {
${END_WINE}
  kill "$lab_display" 2>/dev/null
}
(
  trap '' HUP INT TERM
  while kill -0 "$lab_owner" 2>/dev/null && kill -0 $$ 2>/dev/null; do sleep 0.5; done
  lab_end
) </dev/null >/dev/null 2>&1 &
lab_watcher=$!
trap 'lab_end; exit 143' HUP INT TERM
"$lab_wine" "$@" <&0 &
wait $!
lab_code=$?
kill -9 "$lab_watcher" 2>/dev/null
lab_end
exit $lab_code
`,
};

/** The script that starts the display and runs its arguments under Wine. */
export function sessionScript(kind: WineHome["kind"], screen: Screen, ending: Ending): string {
  return `${startDisplay(screen)}${LOADER[kind]}${ENDINGS[ending]}`;
}
