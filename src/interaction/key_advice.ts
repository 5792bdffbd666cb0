/** What to do where a menu can be reached by neither its handles nor the mouse. */
export const KEYS_FOR_MENUS =
  "Expand the menu with ui_action, then invoke its item. Or send its shortcut with send_key; " +
  "to walk through a menu by keys, set restorePreviousForeground false.";
