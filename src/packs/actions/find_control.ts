/** Finds controls of a pack in the windows of its program. One reading serves every selector of a control. */
import { once } from "../../core/once.ts";
import { type ErrorDetails, ToolError } from "../../core/errors.ts";
import type { UiTree } from "../../desktop/ui_element.ts";
import { requireElement } from "../../elements/explain.ts";
import { gapsOf } from "../../elements/status.ts";
import { elementAt } from "../../elements/tree.ts";
import { actOnFound, targetOf } from "../../interaction/act_on_found.ts";
import { readElements } from "../../interaction/read_elements.ts";
import { readWidening } from "../../interaction/read_widening.ts";
import type { ControlEntry } from "../schema/controls.ts";
import type {
  CandidateTried,
  ControlCall,
  ControlSearch,
  FoundControl,
  SeenControl,
} from "./control_call.ts";
import { requireControl, unresolvedError } from "./control_errors.ts";
import { type Candidate, candidatesIn, depthsOf, isAnyMet, selectorsOf } from "./control_selectors.ts";

/** So long a window may be without a control that it is building anew. */
const REBUILDING_MS = 150;

/** Reads for a control, deeper where the pack says so and it is not there yet; at least so deep. */
async function readForControl(
  { context, pack, window, limits }: ControlSearch,
  entry: ControlEntry,
  leastDepth: number,
): Promise<UiTree> {
  const { clock } = context;
  const endsAt = clock.now() + limits.timeoutMs;
  const selectors = selectorsOf(pack, entry);
  const [first = limits.maxDepth, ...deeper] = depthsOf(entry, limits.maxDepth)
    .map((depth) => Math.max(depth, leastDepth));
  const read = async (maxDepth: number): Promise<UiTree> => {
    const timeoutMs = Math.max(0, Math.round(endsAt - clock.now()));
    const { tree } = await readWidening(
      context,
      { ...limits, timeoutMs },
      (seen) => isAnyMet(seen, selectors),
      async (width) => ({
        tree: await readElements(context, window, { ...limits, ...width, maxDepth }),
      }),
    );
    return tree;
  };
  let tree = await read(first);
  for (const depth of deeper) {
    const isFound = candidatesIn(tree, selectors).at(-1)?.choice.kind === "one";
    if (isFound || gapsOf(tree).depth === 0 || clock.now() >= endsAt) break;
    tree = await read(depth);
  }
  return tree;
}

/**
 * The control in a reading that was made before.
 *
 * @throws {ToolError} PROFILE_CONTROL_NOT_FOUND, PROFILE_CONTROL_UNRESOLVED
 */
export function controlIn(search: ControlSearch, tree: UiTree, name: string): SeenControl {
  const { context: { refs }, pack, limits: { maxDepth } } = search;
  const entry = requireControl(pack, name);
  const looked = once(() => refs.look(tree));
  const candidates = candidatesIn(tree, selectorsOf(pack, entry));
  const told: ErrorDetails[] = [];
  const candidatesTried = candidates.map((candidate): CandidateTried => {
    const selector = entry.selectors[candidate.index] ?? candidate.selector;
    if (candidate.choice.kind === "one") return { selector, outcome: "found" };
    const error = whyNot(tree, candidate, (node) => refs.refOf(looked(), node));
    told.push(toldBy(error));
    return { selector, outcome: outcomeOf(error), message: error.message };
  });
  const last = candidates.at(-1);
  if (last?.choice.kind !== "one") {
    throw unresolvedError(pack, name, entry, {
      candidatesTried,
      maxDepth,
      // Of those that fit several elements before those that fit none.
      told: told.find((details) => "candidates" in details) ?? told[0] ?? {},
    });
  }
  const { node } = last.choice;
  return {
    name,
    entry,
    tree,
    snapshot: looked(),
    node,
    element: elementAt(tree, node),
    selectorUsed: entry.selectors[last.index] ?? last.selector,
    candidateIndex: last.index,
    candidatesTried,
  };
}

/**
 * Finds a control.
 *
 * @param leastDepth is read at least, for what else the reading is to tell
 * @throws {ToolError} PROFILE_CONTROL_NOT_FOUND; PROFILE_CONTROL_UNRESOLVED where none of its selectors means exactly one
 * element; what `readElements` throws, as no other selector would help then
 */
export async function seeControl(
  search: ControlSearch,
  name: string,
  leastDepth = 0,
): Promise<SeenControl> {
  const tree = await readForControl(search, requireControl(search.pack, name), leastDepth);
  return controlIn(search, tree, name);
}

/**
 * Finds a control that is to be acted on. One that is missing may be built anew just now, and is looked for once more; both
 * looks together have the time of one.
 *
 * @throws {ToolError} as {@link seeControl}, CANCELLED
 */
export async function seeBeforeActing(
  search: ControlSearch,
  name: string,
  leastDepth = 0,
): Promise<SeenControl> {
  const { context: { clock, signal }, limits } = search;
  const endsAt = clock.now() + limits.timeoutMs;
  try {
    return await seeControl(search, name, leastDepth);
  } catch (error) {
    const timeoutMs = Math.round(endsAt - clock.now() - REBUILDING_MS);
    if (!isMissing(error) || timeoutMs <= 0) throw error;
    await clock.sleep(REBUILDING_MS, signal);
    return await seeControl({ ...search, limits: { ...limits, timeoutMs } }, name, leastDepth);
  }
}

/** A control all of whose selectors fit several elements is not missing. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ToolError) || error.code !== "PROFILE_CONTROL_UNRESOLVED") return false;
  const { candidatesTried } = error.details as { readonly candidatesTried: readonly CandidateTried[] };
  return candidatesTried.some(({ outcome }) => outcome !== "ambiguous");
}

/**
 * Finds a control beside the one that is acted on, where it is now.
 *
 * @throws {ToolError} as {@link seeControl}, STALE_WINDOW_HANDLE
 */
export async function findControl(call: ControlCall, name: string): Promise<FoundControl> {
  const seen = await seeControl(call, name);
  return { ...seen, target: await targetOf(call.context, seen, call.acting) };
}

/**
 * Finds a control and acts on it; one that was rebuilt between the two is looked for again, and nothing is done twice.
 *
 * @param seen the first look, where there was one
 * @throws {ToolError} as {@link seeBeforeActing}, STALE_WINDOW_HANDLE, and what `act` throws
 */
export async function actOnControl<T>(
  call: ControlCall,
  name: string,
  act: (control: FoundControl) => Promise<T>,
  seen?: SeenControl,
): Promise<T> {
  let before = seen;
  const look = async (): Promise<SeenControl> => {
    const now = before ?? await seeBeforeActing(call, name);
    before = undefined;
    return now;
  };
  return await actOnFound(call.context, call.acting, look, (target, now) => act({ ...now, target }));
}

function whyNot(tree: UiTree, { selector }: Candidate, refOf: (node: number) => string): ToolError {
  try {
    requireElement(tree, selector, { refOf });
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new RangeError("Cannot say why an element was not found that was found");
}

function outcomeOf({ code }: ToolError): CandidateTried["outcome"] {
  if (code === "ELEMENT_AMBIGUOUS") return "ambiguous";
  return code === "ELEMENT_NOT_FOUND" ? "not-found" : "error";
}

/** What helps to mend a selector, of what its own error tells. */
function toldBy({ details = {} }: ToolError): ErrorDetails {
  const kept = ["candidateCount", "candidates", "differIn", "nearest", "status", "gaps"];
  return Object.fromEntries(Object.entries(details).filter(([field]) => kept.includes(field)));
}
