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
import { readFacts } from "./element_facts.ts";
import { differencesNow, findLoosely, findSubject, type FoundElement, unlessGone } from "./find_subject.ts";
import { carryOut, PatternMissing, verdictOn } from "./verbs.ts";

/** What the main thread is told in the moment in which a verb is sent. */
export type SendingNote = Extract<UiActResult, { readonly outcome: "running" }>;

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
 * @param cancelled its first number becomes 1 when the call is cancelled: then nothing is sent any more
 */
export function uiAct(request: UiActRequest, cancelled: Int32Array): UiActResult {
  const client = actClient();
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
    const result = tryVerb(found, verb, request, cancelled);
    if (result !== undefined) return result;
  }
  return { outcome: "notSupported", before: found.facts };
}

/** Undefined where the element surely does not support the verb, so that the next one may be tried. */
function tryVerb(
  { element, facts: before }: FoundElement,
  verb: UiVerb,
  { allowsPassword }: UiActRequest,
  cancelled: Int32Array,
): UiActResult | undefined {
  const pattern = VERB_PATTERN[verb.verb];
  if (pattern !== null && !before.patterns.includes(pattern)) return undefined;
  const refusal = verbRefusal(verb, before, allowsPassword);
  if (refusal !== undefined) return { outcome: refusal, before };
  if (isAlready(verb, before)) return { outcome: "already", verb, before };
  if (verb.verb === "stepRangeValue" && wantedNumber(verb, before) === before.range?.value) {
    return { outcome: "atLimit", verb, before };
  }
  if (Atomics.load(cancelled, 0) !== 0) {
    throw new ToolError("CANCELLED", "The call was given up before anything was sent");
  }
  const running: SendingNote = { outcome: "running", verb, before };
  postNote(running);
  try {
    realize(element, before);
    return { outcome: "done", verb, before, ...carryOut(element, before, verb) };
  } catch (error) {
    if (error instanceof PatternMissing) return undefined;
    if (!(error instanceof HresultError)) throw error;
    const hresult = formatHresult(error.hresult);
    switch (verdictOn(error)) {
      case "notSupported":
        return undefined;
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

/** See the port. The element that was acted on last is asked itself; another one is found first. */
export function uiLook(subject: UiSubject): UiLook {
  const client = actClient();
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
