/** Which element a call acts on: the one of a ref, found again by what it is known by, or the one a selector means. */
import { invalidParameter, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { once } from "../core/once.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { UiSubject } from "../desktop/ui_act.ts";
import { hasTwins } from "../desktop/ui_identity.ts";
import { requireElement } from "../elements/explain.ts";
import { subjectOf } from "../elements/identity.ts";
import { isMet } from "../elements/find.ts";
import type { KnownRef } from "../elements/refs.ts";
import type { Selector } from "../elements/selector.ts";
import { type ActingOn, actOnFound } from "../interaction/act_on_found.ts";
import type { ElementTarget } from "../interaction/element_target.ts";
import type { InteractionArguments } from "../interaction/modes.ts";
import { MOST_CHILDREN, readElements, type ReadLimits } from "../interaction/read_elements.ts";
import { readWidening } from "../interaction/read_widening.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { actOnTarget, type ActResult } from "./act_on_target.ts";
import type { ToolContext } from "./tool.ts";
import { type ReadArguments, requireRefAlone } from "./ui_reading.ts";
import { windowOfRef } from "./window_of_ref.ts";

/** What a call says about its element. */
export interface SubjectArguments extends ReadArguments, InteractionArguments {
  readonly selector?: Selector | undefined;
}

/**
 * Finds the window and the element, waits for the turn, acts, and reports. An element that was rebuilt meanwhile is
 * looked for again by its selector; the one of a ref is never replaced by another.
 *
 * @throws {ToolError} INVALID_PARAMS, TARGET_REQUIRED, WINDOW_NOT_FOUND, WINDOW_AMBIGUOUS, ELEMENT_STALE (with the likely
 * successor's ref in `details`), ELEMENT_NOT_FOUND, ELEMENT_AMBIGUOUS, QUERY_TRUNCATED, UI_NOT_EXPOSED, and what
 * `actOnTarget`, `readElements` and `act` throw
 */
export async function actOnSubject<T extends { readonly method: string }>(
  context: ToolContext,
  args: SubjectArguments,
  act: (target: ElementTarget) => Promise<T>,
): Promise<ActResult<T>> {
  const limits: ReadLimits = {
    includeProcessPopups: args.includeProcessPopups,
    maxDepth: args.maxDepth,
    maxNodes: args.maxNodes,
    maxChildren: MOST_CHILDREN,
    timeoutMs: args.timeoutMs,
  };
  requireSubject(args);
  const known = args.ref === undefined ? undefined : context.refs.known(args.ref);
  const { selector } = args;
  const found = known === undefined
    ? await resolveUiTarget(context.desktop, args)
    : await windowOfRef(context, known, limits);
  const { interactionMode, foregroundDemo, timeoutMs } = args;
  const target = { hwnd: formatHwnd(found.hwnd), interactionMode, foregroundDemo, timeoutMs };
  return await actOnTarget(
    context,
    target,
    "input",
    async ({ window, root, interaction: { mode } }, tracker) => {
      const common = { root, mode, tracker, timeoutMs };
      if (known !== undefined) {
        return await actOnKnown(
          context,
          window,
          known,
          limits,
          (subject) => act({ ...common, subject, window }),
        );
      }
      return await actOnSelected(context, { ...common, window }, selector ?? {}, limits, act);
    },
  );
}

/** @throws {ToolError} INVALID_PARAMS unless the element is named in one way, by a ref or by a selector */
export function requireSubject(
  args: Pick<SubjectArguments, "ref" | "selector"> & Parameters<typeof requireRefAlone>[0],
): void {
  if (args.ref === undefined) {
    if (args.selector === undefined) {
      throw invalidParameter("selector", "is needed, or the ref of an element");
    }
    return;
  }
  requireRefAlone(args);
  if (args.selector !== undefined) {
    throw invalidParameter("ref", "names the element itself: give no selector");
  }
}

async function actOnKnown<T>(
  context: ToolContext,
  window: WindowState,
  { ref, identity, host }: KnownRef,
  limits: ReadLimits,
  act: (subject: UiSubject) => Promise<T>,
): Promise<T> {
  const readAgain = async (): Promise<UiSubject> => {
    const tree = await readElements(context, window, limits);
    return subjectOf(tree, context.refs.require(ref, context.refs.look(tree)));
  };
  // A row that only its neighbours tell from another one cannot be compared without them.
  if (hasTwins(identity)) return await act(await readAgain());
  try {
    return await act({ identity, host });
  } catch (error) {
    if (!isStale(error)) throw error;
    // Says what may have taken its place; or finds it where it was not looked for, as the program numbers it otherwise.
    const subject = await readAgain().catch((other) => {
      // A reading that is not whole cannot say that it is gone; but that is known already.
      throw other instanceof ToolError && other.code === "QUERY_TRUNCATED" ? error : other;
    });
    return await act(subject);
  }
}

async function actOnSelected<T>(
  context: ToolContext,
  acting: ActingOn,
  selector: Selector,
  limits: ReadLimits,
  act: (target: ElementTarget) => Promise<T>,
): Promise<T> {
  return await actOnFound(context, acting, async () => {
    const { tree } = await readWidening(
      context,
      limits,
      (read) => isMet(read, selector),
      async (width) => ({ tree: await readElements(context, acting.window, { ...limits, ...width }) }),
    );
    // Only an element that is told of needs a ref.
    const looked = once(() => context.refs.look(tree));
    const refOf = (shown: number): string => context.refs.refOf(looked(), shown);
    return { tree, node: requireElement(tree, selector, { refOf }) };
  }, act);
}

function isStale(error: unknown): boolean {
  return error instanceof ToolError && error.code === "ELEMENT_STALE";
}
