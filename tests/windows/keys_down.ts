const user32 = Deno.build.os !== "windows" ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  GetAsyncKeyState: { parameters: ["i32"], result: "i16" },
});

const FIRST_KEY = 0x07; // below are the mouse buttons
const LAST_KEY = 0xFE;

/** The virtual-key codes of all keys that are down now. */
export function keysDown(): number[] {
  const down: number[] = [];
  for (let key = FIRST_KEY; key <= LAST_KEY; key++) {
    if ((user32?.symbols.GetAsyncKeyState(key) ?? 0) < 0) down.push(key);
  }
  return down;
}
