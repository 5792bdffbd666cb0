/** How to work with any pack, in the words of the tools; nothing in it is about one program. */

/** The order in which tools are to be tried: each is a sentence of its own. */
export const RECOMMENDED_ORDER = [
  "profile_launch starts the program or finds it running, and gives a targetRef.",
  "resolve_semantic_control finds the controls for a goal that a person put into words.",
  "profile_action follows its suggestedPath, with ensureSelected for members of a selection group.",
  "ui_query with withinControl searches near a known control.",
  "ui_catalog shows what else can be acted on.",
  "ui_inspect_tree is for diagnosis.",
] as const;

/** What goes wrong: each is a sentence of its own. */
export const ANTI_PATTERNS = [
  "launch_app for a program that has a pack: profile_launch binds it.",
  "Reading the whole tree before anything else.",
  "Computing screen points into window points by hand.",
  "Taking a missing window for a crash.",
  "Using an hwnd of an earlier start again.",
  "Guessing the id of a control from what a person said: resolve_semantic_control knows.",
  "A raw invoke where ensureSelected is recommended.",
] as const;
