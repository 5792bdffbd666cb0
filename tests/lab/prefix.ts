/**
 * Wine's prefix (its registry and drive C:). One template is made once; every run gets a copy of its own in which
 * the large read-only files are hard links, so a copy takes 30 ms instead of 1.4 s and 770 MB.
 */

import { runCommand } from "./command.ts";
import { isPlain, type WineHome, winePath } from "./host.ts";
import { DEFAULT_SCREEN, sessionScript } from "./session.ts";
import { sandboxCommand } from "./sandbox.ts";
import type { Step } from "./step.ts";
import type { Progress } from "./progress.ts";
import { toWindowsPath } from "./wine_paths.ts";

/** The two halves of the template: files that copies share, and files that each copy owns. */
const SHARED = "shared";
const OWNED = "owned";

/** Registry values of the template: [key, name, type, data]. */
const REGISTRY: readonly (readonly [string, string, string, string])[] = [
  // A crashed program must end, not wait in a dialog that nobody sees.
  ["HKCU\\Software\\Wine\\WineDbg", "ShowCrashDialog", "REG_DWORD", "0"],
  // There is no window manager that would draw frames: Wine draws them itself, as Windows does.
  ["HKCU\\Software\\Wine\\X11 Driver", "Managed", "REG_SZ", "N"],
  ["HKCU\\Software\\Wine\\X11 Driver", "Decorated", "REG_SZ", "N"],
  // Notepad's own choice is a bitmap font without most of what the demo types.
  ["HKCU\\Software\\Microsoft\\Notepad", "lfFaceName", "REG_SZ", "DejaVu Sans Mono"],
  ["HKCU\\Software\\Microsoft\\Notepad", "lfWeight", "REG_DWORD", "400"],
  ["HKCU\\Software\\Microsoft\\Notepad", "iPointSize", "REG_DWORD", "100"],
  // Nobody needs start menu entries on the Linux side.
  ["HKCU\\Software\\Wine\\DllOverrides", "winemenubuilder.exe", "REG_SZ", ""],
  // Services that no test uses; starting them one after the other takes 200 of the 740 ms that Wine starts in.
  ...["PlugPlay", "Eventlog", "NDIS", "winebth"].map((service) =>
    [`HKLM\\System\\CurrentControlSet\\Services\\${service}`, "Start", "REG_DWORD", "4"] as const
  ),
];

/** Environment of every Wine process. Without the overrides Wine asks to download Mono and Gecko. */
export const WINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  WINEDEBUG: "-all",
  WINEDLLOVERRIDES: "mscoree,mshtml=",
};

/** The step that makes the template. It depends on the Wine that it was made with. */
export function prefixStep(home: WineHome, wineRecipe: string): Step {
  return {
    name: "prefix",
    what: "Wine prefix (drive C: and registry)",
    usually: "15 s",
    recipe: ["prefix 1", wineRecipe, ...REGISTRY.map((row) => row.join(" "))],
    build: (folder, progress) => buildTemplate(home, folder, progress),
  };
}

/** Makes a run's own copy of the template at `target`, which must not exist. */
export async function copyTemplate(cache: string, target: string): Promise<void> {
  const template = `${cache}/prefix`;
  await runCommand([
    ...["sh", "-c", 'cp -al "$1" "$3" && cp -a --reflink=auto "$2/." "$3"', "copy"],
    ...[`${template}/${SHARED}`, `${template}/${OWNED}`, target],
  ]);
}

/** Makes Wine report a screen of this scale in a prefix that is not in use. */
export async function setScale(prefix: string, scalePercent: number): Promise<void> {
  const path = `${prefix}/user.reg`;
  await Deno.writeTextFile(path, withScale(await Deno.readTextFile(path), scalePercent));
}

/** A registry file of Wine (`user.reg`) with the value that Windows keeps the display's scale in. */
export function withScale(registry: string, scalePercent: number): string {
  const dpi = Math.round(96 * scalePercent / 100).toString(16).padStart(8, "0");
  const key = /^\[Control Panel\\\\Desktop\] \d+\n(?:#.*\n)*/m.exec(registry);
  if (key === null) throw new Error("the registry has no key Control Panel\\\\Desktop");
  const start = key.index + key[0].length;
  const end = registry.indexOf("\n\n", start - 1);
  const values = registry.slice(start, end).replace(/^"LogPixels"=.*\n?/m, "");
  return `${registry.slice(0, start)}"LogPixels"=dword:${dpi}\n${values}${registry.slice(end)}`;
}

/** The classes that a UI Automation client creates: `CUIAutomation` and `CUIAutomation8`. */
const UIA_CLASSES = ["{FF48DBA4-60EF-4201-AA87-54103EEF594E}", "{E22AD333-B25F-460C-83D0-0581107395C9}"];

/** Makes UI Automation clients in a prefix that is not in use load this library (a path of the machine). */
export async function setUiaServer(prefix: string, library: string): Promise<void> {
  const path = `${prefix}/system.reg`;
  await Deno.writeTextFile(path, withUiaServer(await Deno.readTextFile(path), toWindowsPath(library)));
}

/**
 * A registry file of Wine (`system.reg`: Wine looks nowhere else for classes) in which another library stands for UI
 * Automation's client.
 */
export function withUiaServer(registry: string, windowsPath: string): string {
  return UIA_CLASSES.reduce((text, classId) => withClassServer(text, classId, windowsPath), registry);
}

function withClassServer(registry: string, classId: string, windowsPath: string): string {
  const header = `[Software\\\\Classes\\\\CLSID\\\\${classId}\\\\InprocServer32]`;
  const start = registry.indexOf(header);
  if (start < 0) throw new Error(`the registry has no class ${classId}`);
  const end = registry.indexOf("\n\n", start);
  const key = registry.slice(start, end < 0 ? undefined : end);
  const changed = key.replace(/^@=.*$/m, () => `@="${windowsPath.replaceAll("\\", "\\\\")}"`);
  return registry.slice(0, start) + changed + (end < 0 ? "" : registry.slice(end));
}

async function buildTemplate(home: WineHome, folder: string, progress: Progress): Promise<void> {
  const shared = `${folder}/${SHARED}`;
  const run = `${folder}/run`;
  await Deno.mkdir(shared);
  await Deno.mkdir(run);
  const env = {
    ...WINE_ENVIRONMENT,
    ...{ PATH: winePath(home), HOME: run, WINEPREFIX: shared, LAB_RUN: run },
  };
  const script = `${run}/template.cmd`;
  await Deno.writeTextFile(script, templateScript());
  const hasNoSandbox = isPlain(home);
  const inSession = async (...argv: string[]): Promise<void> => {
    progress.detail = argv.join(" ");
    const session = [
      "sh",
      "-c",
      sessionScript(home.kind, DEFAULT_SCREEN, hasNoSandbox ? "plain" : "keep"),
      "session",
      ...argv,
    ];
    await runCommand(
      hasNoSandbox
        ? ["env", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...session]
        : sandboxCommand(home, { binds: [{ path: folder, isWritable: true }], env, cwd: run }, session),
      { progress },
    );
  };
  await inSession("wineboot", "-i");
  await inSession("cmd", "/c", toWindowsPath(script));
  await Deno.remove(run, { recursive: true });
  await moveOwnedFiles(shared, `${folder}/${OWNED}`);
}

/** The batch file that sets {@link REGISTRY}. */
function templateScript(): string {
  const lines = REGISTRY.map(([key, name, type, data]) =>
    `reg add "${key}" /v "${name}" /t ${type} /d "${data}" /f || exit /b 1`
  );
  return `${lines.join("\r\n")}\r\n`;
}

/** Moves every file that a program might change in place out of the half that is shared by hard links. */
async function moveOwnedFiles(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.isDirectory) {
      await moveOwnedFiles(source, target);
    } else if (entry.isFile && !(await isSharable(source))) {
      await Deno.rename(source, target);
    }
  }
}

/** Programs and libraries ("MZ") and code page tables: files that Windows programs replace but never edit. */
async function isSharable(path: string): Promise<boolean> {
  if (path.endsWith(".nls")) return true;
  using file = await Deno.open(path);
  const start = new Uint8Array(2);
  return (await file.read(start)) === 2 && start[0] === 0x4d && start[1] === 0x5a;
}
