/** Arguments and results that the tools which start programs share. */
import * as z from "zod";
import { once } from "../core/once.ts";
import type { StartedProcess, StartProcessOptions } from "../desktop/desktop.ts";
import type { ForegroundTracker, InteractionReport } from "../interaction/foreground_tracker.ts";

type Lifetime = StartProcessOptions["lifetime"];

/** How long a program may live. */
export const lifetimeField = once(() =>
  z.enum(["independent", "managed"]).default("independent").describe("managed: it ends with this server.")
);

/** What was done, and proven, about the life of a program that was started. */
export const processLifetimeSchema = once(() =>
  z.strictObject({
    requested: z.enum(["independent", "managed"]),
    effective: z.enum(["independent", "managed", "best-effort"]),
    isolationMethod: z.string(),
    verified: z.boolean(),
    outerJobCoupling: z.enum(["none-observed", "possible", "unknown"]),
  }).describe("What was done, and proven, about its life after this server's end.")
);

/** {@link processLifetimeSchema} of a program. */
export function processLifetimeOutput(
  { isolation }: StartedProcess,
  requested: Lifetime,
): z.output<ReturnType<typeof processLifetimeSchema>> {
  return {
    requested,
    effective: isolation.effective,
    isolationMethod: isolation.method,
    verified: isolation.verified,
    outerJobCoupling: isolation.outerJobCoupling,
  };
}

/** How the first window is asked to show. */
export function showCommand(isInactive: boolean, isMinimized: boolean): StartProcessOptions["show"] {
  if (isInactive) return isMinimized ? "minimizedInactive" : "inactive";
  return isMinimized ? "minimized" : "normal";
}

/**
 * What a launch did to the foreground.
 *
 * @param isForegroundRestored whether it is back, where the program took it and was to be kept behind
 */
export async function launchReport(
  tracker: ForegroundTracker,
  isForegroundRestored: boolean | undefined,
): Promise<InteractionReport> {
  const report = await tracker.report("CreateProcessW");
  return isForegroundRestored === undefined
    ? report
    : { ...report, foregroundRestored: isForegroundRestored };
}
