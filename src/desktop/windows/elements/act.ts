/** Acts on one element: finds it, compares it, looks whether it can be done, does it once. */
import { formatHresult, HresultError } from "../../../../ffi/result.ts";
import { UIAutomationVirtualizedItemPattern } from "../../../../ffi/uia/patterns/virtualized_item.ts";
import { ToolError } from "../../../core/errors.ts";
import {
  type UiActRequest,
  type UiActResult,
  type UiLook,
  type UiSubject,
  type UiVerb,
  VERB_PATTERN,
  verbRefusal,
  wantedNumber,
} from "../../ui_act.ts";
import type { UiElement } from "../../ui_element.ts";
import { postNote } from "../lanes/serve_lane.ts";
import { ActClient } from "./act_client.ts";
import { ACT_STATE } from "./act_state.ts";
import { readFacts } from "./element_facts.ts";
import { differencesNow, findLoosely, findSubject, type FoundElement, unlessGone } from "./find_subject.ts";
import { carryOut, PatternMissing, verdictOn } from "./verbs.ts";

/** What the main thread is told in the moment in which a verb is sent. */
export type SendingNote = Extract<UiActResult, { readonly outcome: "running" }>;

/** The program may take its time over the act itself: who asked for it has his answer long before. */
const VERB_MS = 20_000;

let opened: ActClient | undefined;

/** Closes this thread's client. */
export function closeActClient(): void {
  opened?.[Symbol.dispose]();
  opened = undefined;
}

/** This thread's client, opened on first use. */
export function actClient(): ActClient {
  return opened ??= ActClient.open();
}

/**
 * See the port. Before the verb is sent a {@link SendingNote} is posted: from then on the program may take its time.
 *
 * @param state one of {@link ACT_STATE}, which the asking thread sees as well
 */
export function uiAct(request: UiActRequest, state: Int32Array): UiActResult {
  const client = actClient();
  client.elements.time.begin(request.timeoutMs);
  const found = findSubject(client, request.subject);
  if (found === undefined) return { outcome: "gone" };
  const differs = differencesNow(found, request.subject);
  if (differs.length > 0) {
    found.element[Symbol.dispose]();
    return { outcome: "stale", differs };
  }
  // Held by the client from here on, for looks after the act.
  client.kept.keep(keyOf(request.subject), found.element);
  for (const verb of request.verbs) {
    const result = tryVerb(client, found, verb, request, state);
    if (result !== undefined) return result;
  }
  return { outcome: "notSupported", before: found.facts };
}

/** Undefined where the element surely does not support the verb, so that the next one may be tried. */
function tryVerb(
  client: ActClient,
  { element, facts: before }: FoundElement,
  verb: UiVerb,
  { allowsPassword }: UiActRequest,
  state: Int32Array,
): UiActResult | undefined {
  const pattern = VERB_PATTERN[verb.verb];
  if (pattern !== null && !before.patterns.includes(pattern)) return undefined;
  const refusal = verbRefusal(verb, before, allowsPassword);
  if (refusal !== undefined) return { outcome: refusal, before };
  if (isAlready(verb, before)) return { outcome: "already", verb, before };
  if (verb.verb === "stepRangeValue" && wantedNumber(verb, before) === before.range?.value) {
    return { outcome: "atLimit", verb, before };
  }
  const { wanted, sent, givenUp } = ACT_STATE;
  if (Atomics.compareExchange(state, 0, wanted, sent) === givenUp) {
    throw new ToolError("CANCELLED", "The call was given up before anything was sent");
  }
  const running: SendingNote = { outcome: "running", verb, before };
  postNote(running);
  const notSent = (): undefined => void Atomics.compareExchange(state, 0, sent, wanted);
  try {
    client.elements.time.begin(VERB_MS);
    realize(element, before);
    return { outcome: "done", verb, before, ...carryOut(element, before, verb) };
  } catch (error) {
    if (error instanceof PatternMissing) return notSent();
    if (!(error instanceof HresultError)) throw error;
    const hresult = formatHresult(error.hresult);
    switch (verdictOn(error)) {
      case "notSupported":
        return notSent();
      case "disabled":
        return { outcome: "disabled", before };
      case "refused":
        return { outcome: "refused", verb, before, hresult };
      case "running":
        return running;
      case "unknown":
        return { outcome: "unknown", verb, before, hresult };
    }
  }
}

function isAlready(verb: UiVerb, { toggleState }: UiElement): boolean {
  if (verb.verb === "toggleTo") return toggleState === verb.state;
  return verb.verb === "look" || verb.verb === "read";
}

/** An item of a list that makes its items only when they are wanted. */
function realize(element: FoundElement["element"], { patterns }: UiElement): void {
  if (!patterns.includes("VirtualizedItem")) return;
  using pattern = element.pattern("Cached", UIAutomationVirtualizedItemPattern);
  pattern?.realize();
}

/** Lets go of the element that was acted on last, which its program may hold up. */
export function uiLetGo(): null {
  opened?.kept[Symbol.dispose]();
  return null;
}

/** See the port. The element that was acted on last is asked itself; another one is found first. */
export function uiLook(subject: UiSubject, timeoutMs: number): UiLook {
  const client = actClient();
  client.elements.time.begin(timeoutMs);
  try {
    return look(client, subject);
  } catch (error) {
    if (error instanceof ToolError && error.code === "TIMEOUT") return { outcome: "silent" };
    throw error;
  }
}

function look(client: ActClient, subject: UiSubject): UiLook {
  const kept = client.kept.get(keyOf(subject));
  if (kept !== undefined) {
    return unlessGone((): UiLook => {
      using now = kept.buildUpdatedCache(client.acting);
      return { outcome: "seen", element: readFacts(now) };
    }) ?? { outcome: "gone" };
  }
  using found = findLoosely(client, subject);
  if (found === undefined) return { outcome: "gone" };
  const element = readFacts(found);
  const { runtimeId, controlType } = subject.identity;
  const isOther = element.runtimeId.join(".") !== runtimeId || element.controlType !== controlType;
  return isOther ? { outcome: "gone" } : { outcome: "seen", element };
}

function keyOf({ identity: { window, runtimeId, name } }: UiSubject): string {
  return `${window.hwnd} ${runtimeId} ${name}`;
}
