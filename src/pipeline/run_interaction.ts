/** The interaction mode in the arguments of steps, and what a run did to the foreground. */
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd, parseHwnd } from "../core/hwnd.ts";
import { ForegroundTracker } from "../interaction/foreground_tracker.ts";
import type { StepTool } from "../steps/step_tools.ts";
import type { Fields, PipelineContext, RunInteraction } from "./pipeline.ts";

/**
 * Arguments with the run's interaction, where the step says nothing of it and its tool takes it. A run in the background
 * stays there, whatever a step says: what asks for the front in so many words was refused before the run.
 */
export function withInteraction(tool: StepTool, args: Fields, { mode }: RunInteraction): Fields {
  if (mode === "auto" || !tool.takes("interactionMode")) return args;
  if (mode === "background") return { ...args, interactionMode: mode };
  const { interactionMode = mode } = args;
  if (interactionMode !== mode) return args;
  // Given back by each step, the foreground would go to and fro: the run gives it back when it is over.
  const { foregroundDemo = { restorePreviousForeground: false } } = args;
  return { ...args, interactionMode, ...(tool.takes("foregroundDemo") ? { foregroundDemo } : {}) };
}

/** Watches the foreground over a whole run. */
export class RunForeground {
  readonly #context: PipelineContext;
  readonly #interaction: RunInteraction;
  /** Undefined where the foreground could not be read. */
  readonly #tracker: ForegroundTracker | undefined;
  /** Windows that steps have brought to the front. */
  readonly #activated = new Set<Hwnd>();
  #isChangedDuringRun = false;
  #isTargetActivated = false;
  #isCursorMoved = false;
  #wentForward = false;

  private constructor(
    context: PipelineContext,
    interaction: RunInteraction,
    tracker: ForegroundTracker | undefined,
  ) {
    this.#context = context;
    this.#interaction = interaction;
    this.#tracker = tracker;
  }

  /** @param before what was in front before the run; read now where it is not given */
  static async begin(
    context: PipelineContext,
    interaction: RunInteraction,
    before?: Hwnd,
  ): Promise<RunForeground> {
    const tracker = await ForegroundTracker.beginMany(context, interaction.mode, before)
      .catch(unlessUnreadable);
    return new RunForeground(context, interaction, tracker);
  }

  /** Takes in what a step, a clean-up step or a restore tells of its own interaction; anything else is ignored. */
  note(result: unknown): void {
    if (!isFields(result)) return;
    const { interaction, session, window } = result;
    for (const told of [result, session, window]) {
      const pids = isFields(told) ? [told.pid, told.windowPid] : [];
      for (const pid of pids) if (typeof pid === "number") this.#tracker?.limitTo(pid);
    }
    if (!isFields(interaction)) return;
    const { foregroundAfter } = interaction;
    if (interaction.targetActivated === true) {
      this.#isTargetActivated = true;
      this.#tracker?.noteActivated();
      const front = typeof foregroundAfter === "string" ? parseHwnd(foregroundAfter) : undefined;
      if (front !== undefined) this.#activated.add(front);
    }
    this.#noteEffects(interaction);
  }

  /** Takes in what an earlier part of the run told; whatever it brought to the front is not for this part to give back. */
  noteEarlierPart(interaction: Fields): void {
    this.#isTargetActivated ||= interaction.targetActivated === true;
    this.#noteEffects(interaction);
  }

  #noteEffects(interaction: Fields): void {
    this.#isChangedDuringRun ||= interaction.foregroundChanged === true ||
      interaction.foregroundChangedDuringRun === true;
    this.#isCursorMoved ||= interaction.physicalCursorMoved === true;
    this.#wentForward ||= interaction.effectiveMode === "foregroundDemo";
  }

  /** Gives the foreground back where the mode has it so, and tells what happened. Never throws. */
  async end(): Promise<{ readonly interaction: Fields; readonly warnings: readonly string[] }> {
    const { mode, restoresForeground } = this.#interaction;
    if (mode === "background" || mode === "foregroundDemo" && restoresForeground) await this.#giveBack();
    const before = this.#tracker?.before ?? 0n;
    const after = await this.#context.desktop.foregroundWindow().catch(unlessUnreadable) ?? 0n;
    const areKnown = before !== 0n && after !== 0n;
    const isChanged = areKnown && before !== after;
    const wasChanged = this.#isChangedDuringRun || this.#tracker?.isRestored !== undefined;
    const wentForward = this.#wentForward || isChanged || this.#isTargetActivated;
    return {
      interaction: {
        requestedMode: mode,
        effectiveMode: mode === "auto" ? wentForward ? "foregroundDemo" : "background" : mode,
        foregroundChanged: isChanged,
        targetActivated: this.#isTargetActivated,
        physicalCursorMoved: this.#isCursorMoved,
        ...(before === 0n ? {} : { foregroundBefore: formatHwnd(before) }),
        ...(after === 0n ? {} : { foregroundAfter: formatHwnd(after) }),
        ...(wasChanged ? { foregroundChangedDuringRun: true } : {}),
        ...(areKnown ? { foregroundRestored: !isChanged } : {}),
      },
      warnings: isChanged ? this.#warnings() : [],
    };
  }

  /** Of a run after which another window is in front than before. */
  #warnings(): readonly string[] {
    const { mode } = this.#interaction;
    const wasTried = this.#tracker?.isRestored === false;
    if (mode === "background") {
      const why = wasTried
        ? "it could not be given back without sending input"
        : "the program itself or the person has brought it there";
      return [
        `BACKGROUND_FOREGROUND_NOT_RESTORED: another window is in front than before the run; ${why}`,
      ];
    }
    return wasTried ? ["The foreground could not be given back after the run"] : [];
  }

  async #giveBack(): Promise<void> {
    const tracker = this.#tracker;
    if (tracker === undefined) return;
    for (const hwnd of this.#activated) {
      const state = await this.#context.desktop.windowState(hwnd, 0).catch(unlessUnreadable);
      if (state !== undefined) tracker.limitTo(state.pid);
    }
    await tracker.giveBack();
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** What cannot be read now is not known; a run does not fail for it. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error;
}
