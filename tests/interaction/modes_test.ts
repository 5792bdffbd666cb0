import assert from "node:assert/strict";
import { interactionRequest } from "../../src/interaction/modes.ts";

Deno.test("modes: the call's mode comes before the pack's, the pack's before auto", () => {
  const modes = [
    interactionRequest({ interactionMode: "auto" }, { defaultMode: "background" }),
    interactionRequest({}, { defaultMode: "background" }),
    interactionRequest({}),
  ].map(({ mode }) => mode);
  assert.deepEqual(modes, ["auto", "background", "auto"]);
});

Deno.test("modes: only the call may ask for the front", () => {
  assert.equal(interactionRequest({}, { defaultMode: "foregroundDemo" }).mode, "auto");
  assert.equal(interactionRequest({ interactionMode: "foregroundDemo" }, {}).mode, "foregroundDemo");
});

Deno.test("modes: the foreground is given back by the call's word, then the pack's, then always", () => {
  const given = [
    interactionRequest(
      { foregroundDemo: { restorePreviousForeground: true } },
      { restorePreviousForeground: false },
    ),
    interactionRequest({ foregroundDemo: { stepDelayMs: 5 } }, { restorePreviousForeground: false }),
    interactionRequest({}, {}),
  ].map(({ restoresForeground }) => restoresForeground);
  assert.deepEqual(given, [true, false, true]);
});

Deno.test("modes: background, the pack's too, keeps everything behind, whatever noActivate says", () => {
  const keepsBehind = [
    interactionRequest({ interactionMode: "background", noActivate: false }),
    interactionRequest({ noActivate: false }, { defaultMode: "background" }),
    interactionRequest({ interactionMode: "foregroundDemo", noActivate: true }),
    interactionRequest({ noActivate: true }),
    interactionRequest({}),
  ].map(({ noActivate }) => noActivate);
  assert.deepEqual(keepsBehind, [true, true, false, true, false]);
});
