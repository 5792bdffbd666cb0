import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { splitKeys, splitText, TAB_KEY } from "./text_batches.ts";
import { readBefore, requireControl, requireWritable } from "./text_control.ts";
import type { Delivery } from "./text_delivery.ts";
import type { Verified } from "./text_expectation.ts";
import type { TypingOutcome, TypingRequest } from "./typing_request.ts";

/** A queue takes 10,000 messages and then refuses: after this many the program is given time to work them off. */
const POST_BATCH_UNITS = 500;

/**
 * Types by message. In a control of one line, Enter and Tab are keys that belong to the dialog around it: they may move
 * the focus, so what follows goes to the control that has it then.
 */
export async function typeByMessage(
  context: ActContext,
  request: TypingRequest,
  { control: first, delivery }: { readonly control: TextControl; readonly delivery: Delivery },
): Promise<TypingOutcome> {
  let control = first;
  let verified: Verified = "yes";
  let method: TypingOutcome["method"] = "EM_REPLACESEL";
  for (const part of splitKeys(request.text, !first.multiline)) {
    if (part.key !== undefined) {
      await delivery.note(await context.desktop.postKey(control.hwnd, part.key), 1);
      await delivery.settle(control);
      const next = await requireControl(context, request.hwnd);
      // A Tab is seen by the focus it moves; what an Enter did cannot be seen.
      if (part.key !== TAB_KEY || next.hwnd === control.hwnd) verified = worse(verified, "unknown");
      control = next;
      continue;
    }
    const before = await readBefore(context, control);
    if (control !== first) await requireWritable(context, control, { ...request, text: part.text }, before);
    if (takesWhole(control, request)) {
      await replaceSelection(context, delivery, control, part.text);
    } else {
      method = "WM_CHAR";
      await postCharacters(context, request, { control, delivery }, part.text);
    }
    // Once a part was altered the answer is known; looking for each of a thousand more would take minutes.
    if (verified !== "no") verified = worse(verified, await delivery.verify(control, before, part.text));
  }
  return { control, method, verified };
}

/** Whether a text goes in as one edit; a control that filters characters must see each of them. */
function takesWhole(control: TextControl, request: TypingRequest): boolean {
  const isEdit = control.kind === "edit" || control.kind === "richEdit";
  return isEdit && control.transform !== "digits" && request.pauseMs === 0;
}

function worse(a: Verified, b: Verified): Verified {
  const order: readonly Verified[] = ["yes", "unknown", "no"];
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? "unknown";
}

async function replaceSelection(
  context: ActContext,
  delivery: Delivery,
  control: TextControl,
  text: string,
): Promise<void> {
  const result = await context.desktop.replaceSelection(control.hwnd, text);
  if (result.stopped === "busy") delivery.noteUnderWay(text.length);
  else await delivery.note(result, text.length);
}

async function postCharacters(
  context: ActContext,
  request: TypingRequest,
  { control, delivery }: { readonly control: TextControl; readonly delivery: Delivery },
  text: string,
): Promise<void> {
  const batchUnits = request.pauseMs > 0 ? 1 : POST_BATCH_UNITS;
  for (const batch of splitText(text.replace(/\r\n?|\n/g, "\r"), batchUnits)) {
    await delivery.note(await context.desktop.postCharacters(control.hwnd, batch), batch.length);
    if (request.pauseMs > 0) await context.clock.sleep(request.pauseMs, context.signal);
    await delivery.settle(control); // a program that hangs gets no more
  }
}
