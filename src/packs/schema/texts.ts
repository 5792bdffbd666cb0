/** Texts and ids as every file of a pack has them. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { STEP_ID_PATTERN } from "../../steps/step.ts";

/** A text of one line: a label, a file name, the name of a control. */
export const text = (): z.ZodString => z.string().min(1).max(256);

/** Every file may say which schema it follows, for the editor it is written in. */
export const schemaPointer = once(() => ({ $schema: z.string().optional().describe("For editors.") }));

/** What packs, profiles and pages are called by. */
export const idSchema = once(() =>
  z.string().regex(
    /^[a-z][a-z0-9._-]{0,63}$/,
    "An id is 1 to 64 of a–z, 0–9, '.', '_' and '-', and begins with a letter",
  )
);

/** What workflows are called by. */
export const workflowIdSchema = once(() =>
  z.string().regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    "An id is 1 to 64 of a–z, 0–9, '_' and '-', and begins with a letter",
  )
);

/** What steps are called by: the beginning of a reference, so it has no dot. */
export const stepIdSchema = once(() =>
  z.string().regex(
    STEP_ID_PATTERN,
    "An id is 1 to 64 of A–Z, a–z, 0–9, '_' and '-', and begins with a letter",
  )
);

/** Whether what calls itself so shows in the lists that a client gets. */
export const visibilitySchema = once(() => z.enum(["session", "hidden"]));

/** How a title is compared. */
export const titleMatchSchema = once(() => z.enum(["exact", "contains", "regex"]));

/** Names by which people call the same thing, in any language. */
export const aliasesSchema = once(() => z.array(text()).max(32));
