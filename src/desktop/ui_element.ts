/**
 * What the accessibility interface of Windows (UI Automation) says about the elements of a window, in plain types that
 * cross from a lane. Part of the port: nothing here knows how it was read.
 */
import type { Point, Rect } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";

/** The short names of all control types, in the order of Windows' numbers for them, from 50000 (`Button`) upwards. */
export const CONTROL_TYPES = [
  "Button",
  "Calendar",
  "CheckBox",
  "ComboBox",
  "Edit",
  "Hyperlink",
  "Image",
  "ListItem",
  "List",
  "Menu",
  "MenuBar",
  "MenuItem",
  "ProgressBar",
  "RadioButton",
  "ScrollBar",
  "Slider",
  "Spinner",
  "StatusBar",
  "Tab",
  "TabItem",
  "Text",
  "ToolBar",
  "ToolTip",
  "Tree",
  "TreeItem",
  "Custom",
  "Group",
  "Thumb",
  "DataGrid",
  "DataItem",
  "Document",
  "SplitButton",
  "Window",
  "Pane",
  "Header",
  "HeaderItem",
  "Table",
  "TitleBar",
  "Separator",
  "SemanticZoom",
  "AppBar",
] as const;

/** A control type by its short name; `Unknown` where it could not be read or Windows has got new ones. */
export type ControlType = typeof CONTROL_TYPES[number] | "Unknown";

/** The short names of all patterns, in the order of Windows' numbers for them, from 10000 (`Invoke`) upwards. */
export const PATTERNS = [
  "Invoke",
  "Selection",
  "Value",
  "RangeValue",
  "Scroll",
  "ExpandCollapse",
  "Grid",
  "GridItem",
  "MultipleView",
  "Window",
  "SelectionItem",
  "Dock",
  "Table",
  "TableItem",
  "Text",
  "Toggle",
  "Transform",
  "ScrollItem",
  "LegacyIAccessible",
  "ItemContainer",
  "VirtualizedItem",
  "SynchronizedInput",
  "ObjectModel",
  "Annotation",
  "Text2",
  "Styles",
  "Spreadsheet",
  "SpreadsheetItem",
  "Transform2",
  "TextChild",
  "Drag",
  "DropTarget",
  "TextEdit",
  "CustomNavigation",
] as const;

/** A pattern, what an element can do, by its short name. */
export type PatternName = typeof PATTERNS[number];

/** The facts of an element that can be had or fail, each on its own. */
export type UiProperty =
  | "automationId"
  | "name"
  | "controlType"
  | "className"
  | "frameworkId"
  | "processId"
  | "nativeWindowHandle"
  | "runtimeId"
  | "enabled"
  | "offscreen"
  | "focusable"
  | "hasKeyboardFocus"
  | "isPassword"
  | "screenRect"
  | "patterns"
  | "value"
  | "isReadOnly"
  | "range"
  | "toggleState"
  | "selected"
  | "expandCollapseState";

/** The state of a check mark. */
export type ToggleState = "Off" | "On" | "Indeterminate";

/** Whether what belongs to an element is shown; `LeafNode` has nothing to show. */
export type ExpandCollapseState = "Collapsed" | "Expanded" | "PartiallyExpanded" | "LeafNode";

/** The number of a slider, a spinner, a progress or scroll bar, and its limits. */
export interface UiRange {
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly smallChange: number;
  readonly largeChange: number;
}

/**
 * One element. A fact that could not be read is listed in `failed`, and has the value that claims least: an empty
 * text, 0, false, null; but `enabled` true, and `valueProtected` true where the password flag is what failed.
 */
export interface UiElement {
  readonly automationId: string;
  /** UTF-16 as it is, lone surrogates kept; programs have given names of 32,000 units. */
  readonly name: string;
  readonly controlType: ControlType;
  readonly className: string;
  /** `Win32`, `WPF`, `XAML`, `Qt`, `Chrome` …; often empty. */
  readonly frameworkId: string;
  readonly processId: number;
  /** 0n where it has no window of its own. */
  readonly nativeWindowHandle: Hwnd;
  /** Names the element while it lives; may be empty, and is used again by others later. */
  readonly runtimeId: readonly number[];
  readonly enabled: boolean;
  /** What the element says; programs are often wrong about it. */
  readonly offscreen: boolean;
  readonly focusable: boolean;
  readonly hasKeyboardFocus: boolean;
  readonly isPassword: boolean;
  /** Its value is not read: it is a password, or might be one. */
  readonly valueProtected: boolean;
  /** In physical screen pixels; null where it covers none. */
  readonly screenRect: Rect | null;
  /** Those that say something: not LegacyIAccessible, which Windows gives to every element. */
  readonly patterns: readonly PatternName[];
  /** Of the Value pattern; null where it has none or is protected. */
  readonly value: string | null;
  /** Of the Value or the RangeValue pattern; null where it has neither. */
  readonly isReadOnly: boolean | null;
  readonly range: UiRange | null;
  readonly toggleState: ToggleState | null;
  readonly selected: boolean | null;
  readonly expandCollapseState: ExpandCollapseState | null;
  /** What could not be read; nearly always empty. */
  readonly failed: readonly UiProperty[];
}

/** Why the children of an element were not all read. `error`: it did not give them; `aside`: nobody asked for them. */
export type CutReason = "depth" | "nodes" | "time" | "children" | "error" | "aside";

/** Children of an element that were not read. */
export interface UiCut {
  readonly by: CutReason;
  /** How many children there are in all, where the element says so (the rows of a grid, the size of a list). */
  readonly total: number | null;
}

/** An element with its place in the tree. */
export interface UiNode {
  readonly element: UiElement;
  /** Index of its parent in {@link UiTree.nodes}, which comes before it; -1 for a root. */
  readonly parent: number;
  /** Levels below its root, which has 0. */
  readonly depth: number;
  /** Index in {@link UiTree.roots}. */
  readonly root: number;
  /** How many children come before the first one in the tree, where reading did not begin with the first. */
  readonly firstChild?: number;
  /** There are, or may be, further children that are not in the tree. */
  readonly cut?: UiCut;
}

/** A window that was read. */
export interface UiRoot {
  readonly hwnd: Hwnd;
  readonly title: string;
  readonly className: string;
  readonly processId: number;
  /** The process whose content a frame host shows, where it is another one: the frames of all Store apps are of one. */
  readonly hostedPid?: number;
  /** It is the window that was asked for, not another one of its process. */
  readonly isMain: boolean;
  /** A menu, a drop-down list and the like: a window without a title. */
  readonly isPopup: boolean;
  /** Index of its element in {@link UiTree.nodes}; -1 where the window gave none. */
  readonly node: number;
}

/** How a tree was read, and whether all of it was. */
export interface UiReading {
  /** The whole tree in one request across processes, or one request for every level or element. */
  readonly fetched: "oneRequest" | "byLevel";
  /** Which of Windows' views of the tree was read. */
  readonly view: "raw" | "control";
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** How many elements were looked at: those in the tree, and those that were skipped. */
  readonly visited: number;
  /** Elements that died, failed or were left out while they were read, each perhaps with others inside it. */
  readonly skipped: number;
  /** The limit of elements was reached, and there were more. */
  readonly cutByNodes: boolean;
  /** The time was over before everything was read. */
  readonly cutByTime: boolean;
  /** A program of the Chromium family that had not built its tree when it was first asked. */
  readonly unlit: boolean;
  readonly elapsedMs: number;
}

/** What was read of one or several windows of a program. */
export interface UiTree {
  /** The main window first, then the others in their order. */
  readonly roots: readonly UiRoot[];
  /** In document order: every element before its children, brothers in their order, root after root. */
  readonly nodes: readonly UiNode[];
  readonly reading: UiReading;
}

/** A window that is to be read. */
export type UiWindow = Omit<UiRoot, "node">;

/** What is read, and how much of it. */
export interface UiReadRequest {
  /** Windows of one program, the main one first. */
  readonly windows: readonly UiWindow[];
  /** Levels below each window. */
  readonly maxDepth: number;
  /** Of all windows together. */
  readonly maxNodes: number;
  /** Of each element. */
  readonly maxChildren: number;
  /** Of all windows together: what has not been read by then is cut. */
  readonly timeoutMs: number;
  /** The element whose children are read from another one than the first, as for the next page of a list. */
  readonly continueAt?: {
    readonly runtimeId: readonly number[];
    /** From 0. */
    readonly firstChild: number;
  };
  /**
   * Only the way to one element, and what is inside that: the runtime ids on it, from the child of a window down to the
   * element itself. What is beside the way is read, at most {@link MOST_BESIDE} of one element, but not what is inside
   * that, unless it costs nothing.
   */
  readonly along?: readonly (readonly number[])[];
}

/** So many children are read of an element that only lies on the way to another one. */
export const MOST_BESIDE = 100;

/** A point of the screen to look at for an element of a window. */
export interface UiPointQuery {
  /** In physical pixels. */
  readonly screenPoint: Point;
  /** The top-level window that is expected there. */
  readonly hwnd: Hwnd;
}
