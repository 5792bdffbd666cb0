import { callTool } from "./src/cli/call.ts";
import { diagnose } from "./src/cli/doctor.ts";
import { type Command, parseCommandLine, type Surroundings, UsageError } from "./src/cli/options.ts";
import { packRegistry } from "./src/cli/packs.ts";
import { newPack } from "./src/cli/pack_new.ts";
import { probePack } from "./src/cli/pack_probe.ts";
import { validatePacks } from "./src/cli/pack_validate.ts";
import { serve, type ServeOptions } from "./src/cli/serve.ts";
import { OutputError, processTerminal } from "./src/cli/terminal.ts";
import { listTools } from "./src/cli/tools.ts";
import { usage } from "./src/cli/usage.ts";
import type { Settings } from "./src/core/config.ts";
import { createLog, keepStdoutPure, onOneLine, stderrLines, writeStderrLine } from "./src/core/log.ts";
import { unsupportedDesktop } from "./src/desktop/unsupported_desktop.ts";
import { createWindowsDesktop } from "./src/desktop/windows/windows_desktop.ts";
import { VERSION } from "./src/server/server.ts";

keepStdoutPure();
await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  try {
    const surroundings: Surroundings = { env: (name: string) => Deno.env.get(name), currentDir: Deno.cwd() };
    const command = parseCommandLine(args, surroundings);
    if (command.kind === "serve") return await serve(assemble(command.settings, surroundings));
    Deno.exit(await run(command, surroundings));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof OutputError)) throw error;
    writeStderrLine(`casement: ${onOneLine(error.message)}`);
    Deno.exit(error instanceof UsageError ? 2 : 1);
  }
}

/** Does what is done once, and returns the exit code. */
async function run(
  command: Exclude<Command, { kind: "serve" }>,
  surroundings: Surroundings,
): Promise<number> {
  switch (command.kind) {
    case "help":
      await processTerminal.print(usage());
      return 0;
    case "version":
      await processTerminal.print(`casement ${VERSION}`);
      return 0;
    case "tools":
      return await listTools(command.settings, command.isJson, processTerminal);
    case "doctor":
      return await diagnose(command.isJson, assemble(command.settings, surroundings), processTerminal);
    case "pack validate":
      return await validatePacks(command, processTerminal);
    case "pack new":
      return await newPack(command, processTerminal);
    case "pack probe":
      return await probePack(command, assemble(command.settings, surroundings), processTerminal);
    case "call":
      return await callTool(command, assemble(command.settings, surroundings), processTerminal);
  }
}

function assemble(settings: Settings, surroundings: Surroundings): ServeOptions {
  const log = createLog(settings.logLevel, (line) => stderrLines.add(line));
  const logFlushed = (): Promise<void> => stderrLines.flushed();
  const common = { settings, log, logFlushed, packs: packRegistry(settings, surroundings) };
  if (Deno.build.os !== "windows") return { ...common, desktop: unsupportedDesktop };
  const desktop = createWindowsDesktop({ log });
  const watchParent = (onGone: () => void): void => {
    desktop.watchParent(Deno.ppid, onGone).catch((error: unknown) =>
      log.write("warning", `the parent process is not watched: ${String(error)}`)
    );
  };
  return { ...common, desktop, watchParent };
}
