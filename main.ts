import { parseCommandLine, usage, UsageError } from "./src/cli/options.ts";
import { serve, type ServeOptions } from "./src/cli/serve.ts";
import type { Settings } from "./src/core/config.ts";
import { createLog, keepStdoutPure, stderrLines, writeStderrLine } from "./src/core/log.ts";
import { unsupportedDesktop } from "./src/desktop/unsupported_desktop.ts";
import { createWindowsDesktop } from "./src/desktop/windows/windows_desktop.ts";
import { VERSION } from "./src/server/server.ts";

keepStdoutPure();
await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args);
  switch (command.kind) {
    case "help":
      return await writeStdoutLine(usage());
    case "version":
      return await writeStdoutLine(`casement ${VERSION}`);
    case "serve":
      return await serve(assemble(command.settings));
  }
}

function assemble(settings: Settings): ServeOptions {
  const log = createLog(settings.logLevel, (line) => stderrLines.add(line));
  const logFlushed = (): Promise<void> => stderrLines.flushed();
  if (Deno.build.os !== "windows") return { settings, log, logFlushed, desktop: unsupportedDesktop };
  const desktop = createWindowsDesktop({ log });
  const watchParent = (onGone: () => void): void => {
    desktop.watchParent(Deno.ppid, onGone).catch((error: unknown) =>
      log.write("warning", `the parent process is not watched: ${String(error)}`)
    );
  };
  return { settings, log, logFlushed, desktop, watchParent };
}

function readCommandLine(args: readonly string[]): ReturnType<typeof parseCommandLine> {
  try {
    return parseCommandLine(args, { env: (name) => Deno.env.get(name), currentDir: Deno.cwd() });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeStderrLine(`casement: ${error.message}`);
    Deno.exit(2);
  }
}

/** Only where this program is not a server: there stdout belongs to the protocol. */
async function writeStdoutLine(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}
