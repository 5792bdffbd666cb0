/** The names of control types as callers write them. */
import { CONTROL_TYPES } from "../desktop/ui_element.ts";

/** Other words for the same thing, from other interfaces and frameworks, folded. */
const ALIASES: Readonly<Record<string, string>> = {
  anchor: "Hyperlink",
  checkbutton: "CheckBox",
  combo: "ComboBox",
  dataview: "DataGrid",
  dialog: "Window",
  dropdown: "ComboBox",
  grid: "DataGrid",
  img: "Image",
  input: "Edit",
  label: "Text",
  link: "Hyperlink",
  listbox: "List",
  listview: "List",
  option: "ListItem",
  picture: "Image",
  progress: "ProgressBar",
  pushbutton: "Button",
  radio: "RadioButton",
  row: "DataItem",
  static: "Text",
  tabcontrol: "Tab",
  tabpage: "TabItem",
  textbox: "Edit",
  textfield: "Edit",
  togglebutton: "Button",
  trackbar: "Slider",
  treeview: "Tree",
  updown: "Spinner",
};

const CANONICAL = new Map<string, string>([
  ...Object.entries(ALIASES),
  ...CONTROL_TYPES.map((name) => [name.toLowerCase(), name] as const),
]);

/**
 * The canonical spelling of a control type: without the prefix `ControlType.`, in any case, with or without blanks, `_`
 * and `-`, or another common word for it. What nobody knows keeps the caller's spelling.
 */
export function normalizeControlType(written: string): string {
  const short = written.trim().replace(/^ControlType\./i, "");
  return CANONICAL.get(short.replace(/[\s_-]/g, "").toLowerCase()) ?? short;
}

/** Whether this is the canonical spelling of a control type that Windows has. */
export function isControlType(name: string): boolean {
  return (CONTROL_TYPES as readonly string[]).includes(name);
}

/** Whether some control type has this word, or another word for it, in its name. */
export function isPartOfControlType(written: string): boolean {
  const part = normalizeControlType(written).toLowerCase();
  return CONTROL_TYPES.some((name) => name.toLowerCase().includes(part));
}
