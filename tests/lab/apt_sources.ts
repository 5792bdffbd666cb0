/**
 * Finds the Debian mirror that a machine uses already. Behind a firewall the machine's own mirror is often the only
 * one that can be reached.
 */

/** One place that packages come from. */
export interface AptSource {
  readonly uri: string;
  readonly suite: string;
  readonly components: readonly string[];
}

/** Suites that the main Debian archive has; other distributions and vendors use other words. */
const DEBIAN_SUITE = /^(?:bullseye|bookworm|trixie|forky|sid|oldstable|stable|testing|unstable)$/;

/** Reads the one-line format (`sources.list`, `*.list`). */
export function parseListFile(text: string): AptSource[] {
  const sources: AptSource[] = [];
  for (const line of text.split("\n")) {
    const entry = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (entry === null) continue;
    const [, uri = "", suite = "", components = ""] = entry;
    sources.push({ uri, suite, components: words(components) });
  }
  return sources;
}

/** Reads the deb822 format (`*.sources`): paragraphs of fields, where an indented line goes on with a field. */
export function parseSourcesFile(text: string): AptSource[] {
  const withoutComments = text.split("\n").filter((line) => !line.startsWith("#")).join("\n");
  return withoutComments.split(/\n[ \t]*\n/).flatMap((paragraph) => {
    const fields = parseFields(paragraph);
    const isOff = /^(?:no|false|off|0)$/i.test(fields.get("enabled") ?? "yes");
    if (isOff || !words(fields.get("types") ?? "").includes("deb")) return [];
    const components = words(fields.get("components") ?? "");
    return words(fields.get("uris") ?? "").flatMap((uri) =>
      words(fields.get("suites") ?? "").map((suite) => ({ uri, suite, components }))
    );
  });
}

/** The mirror of the main Debian archive among a machine's sources; undefined where there is none. */
export function chooseMirror(sources: readonly AptSource[]): string | undefined {
  const source = sources.find(({ uri, suite, components }) =>
    /^https?:\/\//.test(uri) && DEBIAN_SUITE.test(suite) && components.includes("main")
  );
  return source?.uri.replace(/\/+$/, "");
}

/** The mirror that this machine's own apt settings name; undefined where they name none, as on Ubuntu. */
export function findMirror(aptFolder = "/etc/apt"): string | undefined {
  const sources = readIfThere(`${aptFolder}/sources.list`, parseListFile);
  for (const name of listIfThere(`${aptFolder}/sources.list.d`)) {
    const path = `${aptFolder}/sources.list.d/${name}`;
    if (name.endsWith(".list")) sources.push(...readIfThere(path, parseListFile));
    if (name.endsWith(".sources")) sources.push(...readIfThere(path, parseSourcesFile));
  }
  return chooseMirror(sources);
}

/** The apt settings files that decide how this machine reaches a mirror (proxies, certificates, checks). */
export function findAcquireSettings(aptFolder = "/etc/apt"): string[] {
  const candidates = [
    `${aptFolder}/apt.conf`,
    ...listIfThere(`${aptFolder}/apt.conf.d`).map((name) => `${aptFolder}/apt.conf.d/${name}`),
  ];
  return candidates.filter((path) =>
    readIfThere(path, (text) => /^\s*Acquire\b/mi.test(text) ? [path] : []).length > 0
  );
}

function parseFields(paragraph: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = "";
  for (const line of paragraph.split("\n")) {
    const start = /^([A-Za-z0-9-]+):(.*)$/.exec(line);
    if (start !== null) {
      name = (start[1] ?? "").toLowerCase();
      fields.set(name, (start[2] ?? "").trim());
    } else if (name !== "" && /^\s/.test(line)) {
      fields.set(name, `${fields.get(name) ?? ""} ${line}`);
    }
  }
  return fields;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function readIfThere<T>(path: string, parse: (text: string) => T[]): T[] {
  try {
    return parse(Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return [];
    throw error;
  }
}

function listIfThere(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  } catch {
    return [];
  }
}
