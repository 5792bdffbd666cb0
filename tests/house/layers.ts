/** Who may import whom, as a table, and what breaks it. */

/** Every module with what it imports: paths relative to the repository with `/`, `npm:name`, `node:name`. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>;

/** May import anything. */
const ANYTHING = "*";
const PORT = "src/desktop/desktop.ts";
/** The part of the port that is about the accessibility tree: plain types, and the names of what Windows has. */
const PORT_ELEMENTS = "src/desktop/ui_element.ts";
const PORT_IDENTITY = "src/desktop/ui_identity.ts";
const PORT_ACTS = "src/desktop/ui_act.ts";
/** All of it that is about elements. */
const PORT_UI = [PORT_ELEMENTS, PORT_IDENTITY, PORT_ACTS];

/**
 * Folder or file → what it may import besides itself, each entry a folder, a file or a package. The longest entry that
 * fits a module counts. A module without an entry may not exist.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "ffi": [],
  "src/core": ["npm:zod"],
  "src/image": ["src/core", "npm:jpeg-js", "npm:pixelmatch", "node:zlib"],
  [PORT]: ["src/core", "src/image/bitmap.ts", "src/desktop/system_facts.ts", PORT_ELEMENTS, PORT_ACTS],
  [PORT_ELEMENTS]: ["src/core"],
  [PORT_IDENTITY]: ["src/core", PORT_ELEMENTS],
  [PORT_ACTS]: ["src/core", PORT_ELEMENTS, PORT_IDENTITY],
  "src/desktop/system_facts.ts": [],
  "src/desktop/unsupported_desktop.ts": [PORT, "src/core"],
  "src/desktop/windows": ["ffi", PORT, ...PORT_UI, "src/core", "src/image", "node:crypto"],
  "src/elements": [PORT, ...PORT_UI, "src/core", "src/image/frames.ts", "npm:zod"],
  "src/targets": ["src/elements", PORT, ...PORT_UI, "src/core"],
  "src/interaction": ["src/elements", PORT, ...PORT_UI, "src/core"],
  "src/steps": ["src/core", "npm:zod"],
  "src/packs": [
    "src/steps",
    "src/elements",
    "src/interaction",
    "src/targets",
    PORT,
    ...PORT_UI,
    "src/core",
    "npm:zod",
    "npm:semver",
    "node:path",
  ],
  "src/pipeline": [
    "src/packs",
    "src/steps",
    "src/elements",
    "src/interaction",
    "src/targets",
    PORT,
    ...PORT_UI,
    "src/core",
    "npm:zod",
    "npm:ajv",
  ],
  "src/journal": ["src/core"],
  "src/permissions": ["src/core", "node:path"],
  "src/tools": [
    "src/image",
    PORT,
    ...PORT_UI,
    "src/elements",
    "src/targets",
    "src/interaction",
    "src/steps",
    "src/packs",
    "src/pipeline",
    "src/journal",
    "src/permissions",
    "src/core",
    "npm:zod",
    "node:path",
  ],
  "src/server": ["src/tools", "src/core", "deno.json", "node:buffer"],
  "src/server/sdk.ts": ["src/core/zod_config.ts", "npm:@modelcontextprotocol/sdk"],
  "src/cli": [ANYTHING],
  "src/dev": [ANYTHING],
  "main.ts": [ANYTHING],
};

/** Packages that one place alone imports, whatever else a folder may do. */
const ONE_PLACE: Readonly<Record<string, string>> = {
  "npm:@modelcontextprotocol/sdk": "src/server/sdk.ts",
  "npm:jpeg-js": "src/image",
  "npm:pixelmatch": "src/image",
  "npm:ajv": "src/pipeline",
  "npm:semver": "src/packs",
  "npm:resedit": "src/dev",
  "npm:fast-check": "tests",
};

/** What tasks run; nothing else may lean on it. */
const NEVER_IMPORTED = ["src/dev", "src/cli", "main.ts", "tests"];

/** Every import that the table forbids, as `who -> whom`. */
export function forbiddenImports(graph: ModuleGraph): readonly string[] {
  const found: string[] = [];
  for (const [module, targets] of graph) {
    const layer = layerOf(module);
    if (layer === undefined) {
      found.push(`${module} is in no layer`);
      continue;
    }
    for (const target of targets) {
      if (!mayImport(layer, module, target)) found.push(`${module} -> ${target}`);
    }
  }
  return found;
}

/** A cycle of imports, as the modules on it; undefined where there is none. */
export function findCycle(graph: ModuleGraph): readonly string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (module: string): readonly string[] | undefined => {
    const at = path.indexOf(module);
    if (at >= 0) return [...path.slice(at), module];
    if (done.has(module)) return undefined;
    path.push(module);
    for (const target of graph.get(module) ?? []) {
      const cycle = visit(target);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    done.add(module);
    return undefined;
  };
  for (const module of graph.keys()) {
    const cycle = visit(module);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function mayImport(layer: string, module: string, target: string): boolean {
  const place = ONE_PLACE[target];
  if (place !== undefined && !isIn(module, place)) return false;
  if (isIn(target, layer)) return true;
  const allowed = LAYERS[layer] ?? [];
  // The outermost layers may import each other and the set-up of the tests; the others never look outwards.
  if (allowed.includes(ANYTHING)) return true;
  if (NEVER_IMPORTED.some((outer) => isIn(target, outer))) return false;
  return allowed.some((entry) => isIn(target, entry));
}

/** The longest entry of the table that a module lies in. */
function layerOf(module: string): string | undefined {
  return Object.keys(LAYERS).filter((layer) => isIn(module, layer)).sort((a, b) => b.length - a.length)[0];
}

function isIn(module: string, folder: string): boolean {
  return module === folder || module.startsWith(`${folder}/`);
}
