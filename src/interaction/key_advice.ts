/** What to do where a menu can be reached by neither its items nor the mouse. */
export const KEYS_FOR_MENUS =
  "Send its shortcut with send_key; to walk through a menu by keys, set restorePreviousForeground false.";
