/** How many tests of a run had which end. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
}

/** The counts in a JUnit report; undefined when it is none (a run that was killed leaves half of one). */
export function countsOf(xml: string): Counts | undefined {
  if (!xml.includes("</testsuites>")) return undefined;
  const cases = xml.match(/<testcase\b[^>]*?(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? [];
  const failed = cases.filter((each) => /<(failure|error)\b/.test(each)).length;
  const ignored = cases.filter((each) => /<skipped\b/.test(each)).length;
  return { passed: cases.length - failed - ignored, failed, ignored };
}
