/** What to do about what is wrong with a pack, where the message does not say it all. */
import { stepSuggestion } from "../../steps/suggestions.ts";

const FIX_NAME = "Correct the name, or add what it names.";
const UNIQUE = "Give each its own id.";

const SUGGESTIONS: Readonly<Record<string, string>> = {
  ABSOLUTE_PATH: "Name an environment variable in executableEnv of the profile.",
  CAPTURE_IN_FINALLY: "Move captureBefore to the step that changes it, or to the workflow.",
  DUPLICATE_COMPONENT_ID: UNIQUE,
  DUPLICATE_CONTRACT: "Keep one contract for each control and action.",
  DUPLICATE_GROUP_ID: UNIQUE,
  DUPLICATE_ID: UNIQUE,
  DUPLICATE_PAGE_ID: UNIQUE,
  FILE_TOO_LARGE: "Make two packs of it.",
  FOREGROUND_BY_DEFAULT: "Leave it to calls, which ask with interactionMode.",
  GROUP_CONFLICT: "Keep group alone.",
  ID_MISMATCH: "Write the id of the manifest into the profile.",
  PACK_ID_CONFLICT: "Rename or remove one of the two.",
  PATH_ESCAPE: "Put the file into the folder of the pack.",
  PROFILE_MISSING: "Add profile.json with id and executableNames.",
  RELATIONSHIP_CYCLE: "Take one of the links out.",
  TOO_MANY_PACKS: "Remove packs that are not needed.",
  UNKNOWN_ACTION: FIX_NAME,
  UNKNOWN_CONTROL: FIX_NAME,
  UNKNOWN_INPUT: "Declare it in the workflow's inputSchema.",
  UNSAFE_RETRY: "Set idempotent where that is true, else take retrySafe or retry out.",
};

/** What to do about a code; undefined where the message says it. */
export function packSuggestion(code: string): string | undefined {
  return SUGGESTIONS[code] ?? stepSuggestion(code) ?? (code.startsWith("UNKNOWN_") ? FIX_NAME : undefined);
}
