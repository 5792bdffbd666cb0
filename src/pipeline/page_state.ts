/** Which control of a group is selected: which page is shown, where the controls are its tabs. */
import { contractOf } from "../packs/contract_of.ts";
import type { Call } from "./captured_state.ts";
import { packOfStep } from "./pack_of_step.ts";
import type { Fields, Run } from "./pipeline.ts";
import { known, readElement, type Reading, REBUILT_MS, unreadable, untilOver } from "./state_reading.ts";
import { callFor } from "./state_subject.ts";

/**
 * The controls of the group that a step's control is in; undefined where it is in none, or in one of which several may be
 * selected.
 */
export function groupOf(run: Run, step: Call | undefined): readonly string[] | undefined {
  if (step === undefined) return undefined;
  const { control } = step.args;
  const pack = packOfStep(run, step.args);
  if (pack === undefined || typeof control !== "string") return undefined;
  const entry = pack.controls.get(control);
  const id = entry?.selectionGroup ?? contractOf(pack, step.args)?.selectionGroup ?? entry?.group;
  const group = pack.groups.find((one) => one.id === id);
  return group?.selectionMode === "single" ? group.members : undefined;
}

/** The one control of a group that reads selected; one that cannot be seen now is not. */
export async function selectedOf(
  run: Run,
  step: Call,
  members: readonly string[],
): Promise<Reading<string>> {
  let selected: readonly string[] = [];
  await untilOver(run, REBUILT_MS, async () => {
    selected = [];
    for (const member of members) {
      if (await isSelected(run, step, member) === true) selected = [...selected, member];
    }
    return selected.length > 0;
  });
  const [one, ...others] = selected;
  if (one === undefined) return unreadable("No control of its group reads selected");
  if (others.length > 0) return unreadable(`${selected.length} controls of its group read selected`);
  return known(one);
}

/** Whether a control of a step's program reads selected; undefined where it cannot be seen now. */
export async function isSelected(run: Run, step: Call, control: string): Promise<boolean | undefined> {
  const read = callFor(run, "profile_resolve", { ...step.args, control });
  const reading = await readElement(run, read, 0);
  return reading.outcome === "read" ? readsSelected(reading.value.element) : undefined;
}

function readsSelected({ toggleState, selected }: Fields): boolean {
  return typeof toggleState === "string" ? toggleState === "On" : selected === true;
}
