/** What runs inside a sandbox: a display of its own, then the program under Wine. */

/**
 * Starts Xvfb on a display number that the server itself finds (several sandboxes share the machine's abstract
 * sockets, so a number chosen beforehand could be taken by then) and waits for that number through a pipe.
 */
const START_DISPLAY = `
mkfifo "$LAB_RUN/display"
Xvfb -displayfd 3 -nolisten tcp -screen 0 "$LAB_SCREEN" 3>"$LAB_RUN/display" \\
  >"$LAB_RUN/display.log" 2>&1 </dev/null &
lab_display=$!
read -r lab_number <"$LAB_RUN/display" || { cat "$LAB_RUN/display.log" >&2; exit 125; }
export DISPLAY=":$lab_number"
unset lab_number
`;

/** Debian's \`wine\` is a script that talks about 32-bit programs on standard error; the loader beside it is silent. */
const FIND_LOADER = `
lab_wine=wine
for lab_try in /usr/lib/wine/wine64; do
  if [ -x "$lab_try" ]; then lab_wine=$lab_try; export WINELOADER="$lab_try"; fi
done
`;

/** The script of a run in a sandbox, which ends everything itself once the program is gone. */
export const SANDBOX_SCRIPT = `${START_DISPLAY}${FIND_LOADER}exec "$lab_wine" "$@"`;

/** The same, for a prefix that is kept: Wine's server writes the registry when it ends, so wait for that. */
export const KEEPING_SCRIPT = `${START_DISPLAY}${FIND_LOADER}
"$lab_wine" "$@"
lab_code=$?
wineserver -k </dev/null >/dev/null 2>&1
wineserver -w </dev/null >/dev/null 2>&1
exit $lab_code
`;

/**
 * The same without a sandbox. Nothing ends the processes for us here, so a watcher that outlives the run ends them
 * by their ids: the display, and Wine's server of this prefix, which takes every Windows program with it.
 */
export const PLAIN_SCRIPT = `${START_DISPLAY}${FIND_LOADER}
lab_owner=$PPID
lab_end() {
  wineserver -k </dev/null >/dev/null 2>&1
  wineserver -w </dev/null >/dev/null 2>&1
  kill "$lab_display" 2>/dev/null
}
(
  trap '' HUP INT TERM
  while kill -0 "$lab_owner" 2>/dev/null && kill -0 $$ 2>/dev/null; do sleep 1; done
  lab_end
) </dev/null >/dev/null 2>&1 &
trap 'lab_end; exit 143' HUP INT TERM
"$lab_wine" "$@" <&0 &
lab_program=$!
wait "$lab_program"
lab_code=$?
lab_end
exit $lab_code
`;
