/** The names that the parts of a pack refer to one another by. */
import { formatPath } from "../../core/json_path.ts";
import { quotedText } from "../../core/text.ts";
import type { Pack } from "../load/load_pack.ts";
import type { PackPart } from "../schema/pack_files.ts";
import { errorAt, type Finding, type PackErrorCode } from "./finding.ts";

/** What a name may stand for. */
export type NamedKind = "control" | "page" | "component" | "group";

const KIND_WORDS: Readonly<Record<NamedKind, string>> = {
  control: "control",
  page: "page",
  component: "component",
  group: "selection group",
};

/** Everything in a pack that has a name. */
export class Names {
  readonly #byKind: Readonly<Record<NamedKind, ReadonlySet<string>>>;

  constructor(
    { controls, pages, components, groups }: Pick<Pack, "controls" | "pages" | "components" | "groups">,
  ) {
    const ids = (named: readonly { readonly id: string }[]): ReadonlySet<string> =>
      new Set(named.map(({ id }) => id));
    this.#byKind = {
      control: new Set(controls.keys()),
      page: ids(pages),
      component: ids(components),
      group: ids(groups),
    };
  }

  /** Whether a name stands for one of these. */
  has(name: string, ...kinds: readonly NamedKind[]): boolean {
    return kinds.some((kind) => this.#byKind[kind].has(name));
  }
}

/** A place where a part refers to something by its name. */
export interface Reference {
  readonly part: PackPart;
  readonly path: readonly PropertyKey[];
  /** Undefined where nothing is referred to. */
  readonly name: string | undefined;
  readonly kinds: readonly NamedKind[];
  readonly code: PackErrorCode;
}

/** The references to what there is not. */
export function unknownReferences(names: Names, references: Iterable<Reference>): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { part, path, name, kinds, code } of references) {
    if (name === undefined || names.has(name, ...kinds)) continue;
    const what = kinds.map((kind) => KIND_WORDS[kind]).join(" or ");
    findings.push(errorAt(part, formatPath(path), code, `There is no ${what} ${quotedText(name)}`));
  }
  return findings;
}
