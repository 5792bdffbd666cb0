/** Looks at an element that is watched. */
import type { UiGlance, UiSubject } from "../../ui_act.ts";
import type { ActClient } from "./act_client.ts";
import { differencesNow, findSubject } from "./find_subject.ts";

/** See the port; a program that does not answer in time is for the caller to catch. */
export function glance(client: ActClient, subject: UiSubject, timeoutMs: number): UiGlance {
  client.elements.time.begin(timeoutMs);
  const found = findSubject(client, subject);
  if (found === undefined) return { outcome: "gone" };
  using _ = found.element;
  const differs = differencesNow(found, subject);
  return differs.length > 0 ? { outcome: "stale", differs } : { outcome: "same", element: found.facts };
}
