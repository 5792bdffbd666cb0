/** Classes of the shell's and the input methods' windows, which no filter is ever meant to find; a handle reaches them. */
export const SHELL_CLASSES: ReadonlySet<string> = new Set([
  "Progman",
  "WorkerW",
  "Shell_TrayWnd",
  "Shell_SecondaryTrayWnd",
  "IME",
  "MSCTFIME UI",
  "Default IME",
  "Ghost",
]);
