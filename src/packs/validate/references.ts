/** Every place where a part of a pack refers to another one; workflows are not among them. */
import type { Pack } from "../load/load_pack.ts";
import type { NamedKind, Reference } from "./names.ts";
import type { PackErrorCode } from "./finding.ts";
import type { PackPart } from "../schema/pack_files.ts";

type At = (
  path: readonly PropertyKey[],
  name: string | undefined,
  kinds: readonly NamedKind[],
  code: PackErrorCode,
) => Reference;

const inPart = (part: PackPart): At => (path, name, kinds, code) => ({ part, path, name, kinds, code });

/** See the head of this file. */
export function* referencesOf(pack: Pack): Generator<Reference> {
  yield* ofControls(pack);
  yield* ofContracts(pack);
  yield* ofPages(pack);
  yield* ofComponents(pack);
}

/**
 * Groups that exist by what is in them: before there were pages, a group was what several controls, or the contracts of
 * several, named alike. One that a single control names is a slip.
 */
function sharedGroups({ controls, contracts }: Pack): ReadonlySet<string> {
  const members = new Map<string, Set<string>>();
  const note = (control: string, group: string | undefined): void => {
    if (group === undefined) return;
    const known = members.get(group);
    if (known === undefined) members.set(group, new Set([control]));
    else known.add(control);
  };
  for (const [name, { selectionGroup }] of controls) note(name, selectionGroup);
  for (const { control, selectionGroup } of contracts) note(control, selectionGroup);
  return new Set([...members].filter(([, { size }]) => size > 1).map(([group]) => group));
}

function* ofControls(pack: Pack): Generator<Reference> {
  const { controls } = pack;
  const shared = sharedGroups(pack);
  const at = inPart("controls");
  for (const [name, control] of controls) {
    const place = ["controls", name];
    const { page, parent, group, selectionGroup, search, visibility, postconditions, menu } = control;
    yield at([...place, "page"], page, ["page"], "UNKNOWN_CONTROL_PAGE");
    yield at([...place, "parent"], parent, ["control", "component"], "UNKNOWN_CONTROL_PARENT");
    yield at([...place, "group"], group, ["group"], "UNKNOWN_CONTROL_GROUP");
    const declared = shared.has(selectionGroup ?? "") ? undefined : selectionGroup;
    yield at([...place, "selectionGroup"], declared, ["group"], "UNKNOWN_CONTROL_GROUP");
    yield at([...place, "search", "rootControl"], search?.rootControl, ["control"], "UNKNOWN_SEARCH_ROOT");
    const container = visibility?.scrollContainer;
    yield at([...place, "visibility", "scrollContainer"], container, ["control"], "UNKNOWN_SCROLL_CONTAINER");
    for (const [index, { profileControl }] of postconditions.entries()) {
      const path = [...place, "postconditions", index, "profileControl"];
      yield at(path, profileControl, ["control"], "UNKNOWN_POSTCONDITION_CONTROL");
    }
    for (const field of ["panelControl", "sectionControl"] as const) {
      yield at([...place, "menu", field], menu?.[field], ["control"], "UNKNOWN_MENU_CONTROL");
    }
  }
}

function* ofContracts(pack: Pack): Generator<Reference> {
  const { contracts } = pack;
  const shared = sharedGroups(pack);
  const at = inPart("actions");
  for (const [index, { control, defaultExpect, selectionGroup }] of contracts.entries()) {
    const place = ["contracts", index];
    yield at([...place, "control"], control, ["control"], "UNKNOWN_CONTROL");
    const declared = shared.has(selectionGroup ?? "") ? undefined : selectionGroup;
    yield at([...place, "selectionGroup"], declared, ["group"], "UNKNOWN_CONTROL_GROUP");
    if (defaultExpect === undefined || defaultExpect === false) continue;
    const path = [...place, "defaultExpect", "profileControl"];
    yield at(path, defaultExpect.profileControl, ["control"], "UNKNOWN_POSTCONDITION_CONTROL");
  }
}

function* ofPages({ pages, groups }: Pack): Generator<Reference> {
  const at = inPart("pages");
  for (const [index, page] of pages.entries()) {
    const place = ["pages", index];
    const { navigationControl, rootControl, readyMarkers, scrollContainers, components } = page;
    yield at([...place, "navigationControl"], navigationControl, ["control"], "UNKNOWN_NAVIGATION_CONTROL");
    yield at([...place, "rootControl"], rootControl, ["control"], "UNKNOWN_ROOT_CONTROL");
    for (const [marker, { profileControl }] of readyMarkers.entries()) {
      yield at(
        [...place, "readyMarkers", marker, "profileControl"],
        profileControl,
        ["control"],
        "UNKNOWN_READY_MARKER",
      );
    }
    for (const [number, container] of scrollContainers.entries()) {
      yield at([...place, "scrollContainers", number], container, ["control"], "UNKNOWN_SCROLL_CONTAINER");
    }
    for (const [number, component] of components.entries()) {
      yield at([...place, "components", number], component, ["component"], "UNKNOWN_COMPONENT");
    }
  }
  for (const [index, { parent, members }] of groups.entries()) {
    const place = ["selectionGroups", index];
    yield at([...place, "parent"], parent, ["page", "control", "component"], "UNKNOWN_GROUP_PARENT");
    for (const [number, member] of members.entries()) {
      yield at([...place, "members", number], member, ["control"], "UNKNOWN_GROUP_MEMBER");
    }
  }
}

function* ofComponents({ components }: Pack): Generator<Reference> {
  const at = inPart("components");
  for (const [index, { page, rootControl, children }] of components.entries()) {
    const place = ["components", index];
    yield at([...place, "page"], page, ["page"], "UNKNOWN_COMPONENT_PAGE");
    yield at([...place, "rootControl"], rootControl, ["control"], "UNKNOWN_COMPONENT_ROOT");
    for (const [number, child] of children.entries()) {
      yield at([...place, "children", number], child, ["control", "component"], "UNKNOWN_COMPONENT_CHILD");
    }
  }
}
