import type { LogLevel } from "./log.ts";
import type { Toolset } from "./toolset.ts";

/** How this server was started; fixed for its whole run. */
export interface Settings {
  readonly logLevel: LogLevel;
  /** Only tools of effect `read` are listed and allowed. */
  readonly isReadOnly: boolean;
  /** Tools of these groups are listed; it is no permission. */
  readonly toolsets: readonly Toolset[];
  /** Patterns (`*` and `?`, case ignored) of programs that may be started; undefined allows any. */
  readonly allowLaunch: readonly string[] | undefined;
  /** Where captures go when a call names no path: absolute, made on first use. */
  readonly capturesDir: string;
  /** Folders that `outputPath` may lie in, absolute. */
  readonly outputDirs: readonly string[];
  /** Folders with App Packs, of the command line; absolute. */
  readonly appPackDirs: readonly string[];
}
