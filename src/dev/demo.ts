/**
 * The main job, done before your eyes by the real server over stdio: start an editor, find its window, type into it in
 * the background, read what is inside it, take a picture of it, close it. Prints each call and its answer.
 */
import { join } from "node:path";
import { styleText } from "node:util";
import { fixtureProgram } from "../../tests/fixtures/fixtures.ts";
import { setUpLab } from "../../tests/lab/setup.ts";
import { toHostPath, toWindowsPath } from "../../tests/lab/wine_paths.ts";
import { StdioClient } from "../../tests/stdio/client.ts";
import { PROJECT_FOLDER } from "./run_deno.ts";
import { orEnd } from "./script.ts";

const NOTEPAD = "C:\\Windows\\System32\\notepad.exe";

/** Characters that break typing tools, and some that do not. */
const TEXT = "Casement types this without the keyboard and without the pointer.\n" +
  "A é € ß Ω Ж → ✓ 😀\ttab, {braces} + ^ % ~ ( )\n";

const isWindows = Deno.build.os === "windows";

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** On Windows the fixture program where it can be built: the Notepad of Windows 11 keeps the tabs of its last session. */
async function editor(): Promise<string> {
  if (!isWindows) return NOTEPAD;
  const fixture = await fixtureProgram();
  return "path" in fixture ? fixture.path : NOTEPAD;
}

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  // deno-lint-ignore no-explicit-any -- the demo reads what it prints
  readonly structuredContent: any;
}

async function call(client: StdioClient, tool: string, args: Record<string, unknown>): Promise<Answer> {
  print(styleText("bold", `\n→ ${tool} ${JSON.stringify(args)}`));
  const startedAt = performance.now();
  const answer: Answer = await client.callTool(tool, args);
  const tookMs = performance.now() - startedAt;
  const image = answer.content.find(({ type }) => type === "image");
  print(
    `← ${
      Deno.inspect(answer.structuredContent, {
        colors: Deno.stdout.isTerminal(),
        depth: 3,
        compact: true,
        breakLength: 110,
      })
    }`,
  );
  const picture = image?.data === undefined ? "" : `, and a picture of ${image.data.length} base64 bytes`;
  print(styleText("dim", `  ${tookMs.toFixed(0)} ms${picture}`));
  if (answer.isError) throw new Error(`${tool} failed`);
  return answer;
}

async function demo(): Promise<void> {
  const startedAt = performance.now();
  await setUpLab({ only: ["run"] });
  const exePath = await editor();
  const folder = join(PROJECT_FOLDER, "dist", "demo");
  await Deno.mkdir(folder, { recursive: true });
  const picture = join(folder, "window.png");
  await Deno.remove(picture).catch(() => {});

  print("Starting the server on stdio, as an MCP client does.");
  const server = isWindows
    ? join(PROJECT_FOLDER, "main.ts")
    : join(PROJECT_FOLDER, "tests", "lab", "start.ts");
  await using client = await StdioClient.start({
    command: [Deno.execPath(), "run", "--quiet", "-A", server],
    args: ["--output-dir", toWindowsPath(folder)],
  });

  const started = (await call(client, "launch_app", { exePath })).structuredContent;
  const { pid, windowPid } = started;
  const { hwnd } = started.window;
  await call(client, "list_windows", {});
  const typed = await call(client, "type_text", { hwnd, text: TEXT, interactionMode: "background" });
  await call(client, "get_window_state", { hwnd });
  const snapshot = await call(client, "ui_snapshot", { hwnd });
  const captured = await call(client, "capture_window", { hwnd, outputPath: toWindowsPath(picture) });
  await call(client, "close_app", { pid: windowPid ?? pid, graceMs: 500 });

  const { verified } = typed.structuredContent;
  print(`\nWhat a model reads of the window:\n${snapshot.content[0]?.text ?? ""}`);
  print(`\nThe text was read back from the window: verified ${verified}.`);
  print(`The picture: ${toHostPath(captured.structuredContent.path)}`);
  print(`${((performance.now() - startedAt) / 1000).toFixed(1)} s in all.`);
}

await orEnd(demo());
