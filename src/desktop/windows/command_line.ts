/**
 * One argument quoted so that `CommandLineToArgvW` and the C run time read back exactly it: backslashes are doubled only
 * in front of a quotation mark.
 *
 * @see https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
 */
export function quoteArgument(argument: string): string {
  if (argument !== "" && !/[\s"]/.test(argument)) return argument;
  let quoted = '"';
  let backslashes = 0; // counted, not matched: a pattern would be slow on thousands of them
  for (const unit of argument) {
    if (unit === '"') quoted += "\\".repeat(backslashes + 1);
    backslashes = unit === "\\" ? backslashes + 1 : 0;
    quoted += unit;
  }
  return `${quoted}${"\\".repeat(backslashes)}"`;
}

/**
 * The command line that starts a program with these arguments. The program's own path follows a simpler rule than the
 * rest: it is read up to the next quotation mark, which no path can hold.
 */
export function commandLine(exePath: string, args: readonly string[]): string {
  return [`"${exePath}"`, ...args.map(quoteArgument)].join(" ");
}
