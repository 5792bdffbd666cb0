/** By what the main window of a program is known. */

/** All that is given has to hold. */
export interface MainWindowRule {
  /** Names of its process, compared without case and `.exe`; none of them allows any. */
  readonly processNames: readonly string[];
  /** Texts of which the title contains at least one; none of them allows any. */
  readonly titleContains: readonly string[];
  readonly title?: string | undefined;
  /** How {@link title} is meant; case is ignored in every way. */
  readonly titleMatch?: "exact" | "contains" | "regex" | undefined;
}
