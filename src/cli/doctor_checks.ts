/** What the doctor's facts mean: judgement alone, no look at anything. */
import type { Settings } from "../core/config.ts";
import { allInQuotes, inQuotes } from "../core/text.ts";
import { TOOLSETS } from "../core/toolset.ts";
import type { CaptureBackend, CaptureRefusal, Display, LaneFacts, LibraryFacts } from "../desktop/desktop.ts";
import { bounded, type Check, type CheckStatus, OLDEST_BUILD, unknownCheck } from "./doctor_check.ts";
import type { CaptureTry, ClipboardTry, DoctorFacts, ElementsTry, Fact } from "./doctor_facts.ts";
import { checkPacks } from "./doctor_pack_checks.ts";
import { checkSystem } from "./doctor_system_checks.ts";

/** What a program cannot do where a function of this DLL is missing. */
const FEATURES: Readonly<Record<string, string>> = {
  "advapi32.dll": "the rights of programs cannot be read",
  "dwmapi.dll": "cloaked windows and invisible borders cannot be told",
  "gdi32.dll": "nothing can be captured",
  "ole32.dll": "elements of windows cannot be read",
  "oleaut32.dll": "elements of windows cannot be read",
  "uiautomationcore.dll": "elements of windows cannot be read",
  "kernel32.dll": "programs cannot be started, looked at or ended",
  "ntdll.dll": "the version of Windows cannot be told",
  "shcore.dll": "the scale of monitors cannot be told",
  "user32.dll": "windows cannot be listed, seen or acted on",
};

/** Without these there is nothing to work on. */
const VITAL_LIBRARIES = ["kernel32.dll", "user32.dll"];

/** Of a longer list the first say enough. */
const MOST_SHOWN = 10;

const NO_WINDOW = "Not tried: no window is shown that answers.";

const REFUSALS: Readonly<Record<CaptureRefusal["reason"], string>> = {
  covered: "another window lies above it",
  offScreen: "it lies outside the screen",
  blank: "its program drew nothing",
  failed: "Windows refused",
  tooLarge: "it is too large",
  gone: "it has been closed",
};

const BACKEND_NAMES: Readonly<Record<CaptureBackend, string>> = {
  print: "capture print",
  windowDc: "capture window",
  screen: "capture screen",
};

/** All checks, in the order in which they are shown. */
export function judge(facts: DoctorFacts): readonly Check[] {
  const { system, settings } = facts;
  const rest = [
    checkFolder(settings, facts.capturesFolder),
    ...checkPacks(facts.packs),
    ...checkPermissions(settings),
  ];
  if ("failure" in system && system.code === "PLATFORM_UNSUPPORTED") {
    const says = `PLATFORM_UNSUPPORTED: ${system.failure}.`;
    return [{ name: "windows", status: "missing", says, doNext: "Run Casement on Windows." }, ...rest];
  }
  return [
    ...("failure" in system ? [unknownCheck("windows", system.failure)] : checkSystem(system.value)),
    checkLanes(facts.lanes),
    checkLibraries(facts.libraries),
    "failure" in facts.displays
      ? unknownCheck("monitors", facts.displays.failure)
      : checkMonitors(facts.displays.value.displays),
    ...checkCaptures(facts.captures),
    checkElements(facts.elements),
    checkClipboard(facts.clipboard),
    ...rest,
  ];
}

function checkLanes(lanes: Fact<readonly LaneFacts[]>): Check {
  const name = "lanes";
  if ("failure" in lanes) return unknownCheck(name, lanes.failure);
  const said = lanes.value.map(({ lane, startedInMs, failure }) =>
    `${lane} ${startedInMs === undefined ? `did not start (${bounded(failure ?? "")})` : `${startedInMs} ms`}`
  ).join(", ");
  if (lanes.value.every(({ failure }) => failure === undefined)) {
    return { name, status: "good", says: `All started: ${said}.` };
  }
  return {
    name,
    status: "missing",
    says: `Not all started: ${said}.`,
    doNext: "Let the virus scanner leave casement.exe alone, and get the exe again if it is damaged.",
  };
}

function checkLibraries(libraries: Fact<readonly LibraryFacts[]>): Check {
  const name = "system DLLs";
  if ("failure" in libraries) return unknownCheck(name, libraries.failure);
  const lacking = libraries.value.filter(({ missing }) => missing === undefined || missing.length > 0);
  if (lacking.length === 0) {
    const count = libraries.value.reduce((sum, { functionCount }) => sum + functionCount, 0);
    return {
      name,
      status: "good",
      says: `All ${count} functions of ${libraries.value.length} DLLs are there.`,
    };
  }
  const said = lacking.map(({ fileName, missing }) => {
    const what = missing === undefined ? "is not there" : `lacks ${missing.join(", ")}`;
    const feature = FEATURES[fileName];
    return `${fileName} ${what}${feature === undefined ? "" : `: ${feature}`}`;
  });
  const isVital = lacking.some(({ fileName }) => VITAL_LIBRARIES.includes(fileName));
  return {
    name,
    status: isVital ? "missing" : "degraded",
    says: `${said.join("; ")}.`,
    doNext: `Use Windows 10 of 2017 (build ${OLDEST_BUILD}) or later.`,
  };
}

function checkMonitors(displays: readonly Display[]): Check {
  const name = "monitors";
  if (displays.length === 0) {
    return {
      name,
      status: "missing",
      says: "There is no monitor.",
      doNext: "Connect a monitor or a remote session.",
    };
  }
  const said = displays.map(({ screenRect: { width, height, x, y }, dpi }) => {
    const scale = dpi === undefined ? "an unknown scale" : `${Math.round(dpi / 96 * 100)} %`;
    return `${width}x${height} at ${scale}, from ${x},${y}`;
  });
  const isScaleKnown = displays.every(({ dpi }) => dpi !== undefined);
  return {
    name,
    status: isScaleKnown ? "good" : "degraded",
    says: `${displays.length}: ${said.join("; ")}.`,
    ...(isScaleKnown ? {} : { doNext: "Use Windows 8.1 or later." }),
  };
}

/** Only where no method works is there nothing to see. */
function checkCaptures(captures: DoctorFacts["captures"]): readonly Check[] {
  const tries = Object.entries(captures) as [CaptureBackend, Fact<CaptureTry>][];
  const hasWindow = tries.some(([, fact]) => !("value" in fact) || fact.value !== "noWindow");
  const worksAny = tries.some(([, fact]) => "value" in fact && fact.value === "captured");
  const status = worksAny || !hasWindow ? "degraded" : "missing";
  return tries.map(([backend, fact]) => checkCapture(BACKEND_NAMES[backend], fact, status));
}

function checkCapture(name: string, fact: Fact<CaptureTry>, status: CheckStatus): Check {
  if ("failure" in fact) return noPicture(name, status, bounded(fact.failure));
  if (fact.value === "captured") {
    return { name, status: "good", says: "The frontmost window was captured." };
  }
  if (fact.value === "noWindow") {
    return {
      name,
      status,
      says: NO_WINDOW,
      doNext: "Open a window and look again.",
    };
  }
  return noPicture(name, status, REFUSALS[fact.value]);
}

function noPicture(name: string, status: CheckStatus, reason: string): Check {
  return {
    name,
    status,
    says: `The frontmost window gave no picture: ${reason}.`,
    doNext: "Look again with another window in front; capture_window uses the methods that work.",
  };
}

function checkElements(elements: Fact<ElementsTry>): Check {
  const name = "UI Automation";
  if ("value" in elements && elements.value === "noWindow") {
    return { name, status: "degraded", says: NO_WINDOW, doNext: "Open a window and look again." };
  }
  const count = "value" in elements && elements.value !== "noWindow" ? elements.value.count : 0;
  if (count > 0) {
    return { name, status: "good", says: `The frontmost window gave ${count} elements at first sight.` };
  }
  const reason = "failure" in elements ? bounded(elements.failure) : "no element at all";
  return {
    name,
    status: "degraded",
    says: `The frontmost window could not be read by UI Automation: ${reason}.`,
    doNext: "Look again with another window in front; until then use capture_window and click_window.",
  };
}

function checkClipboard(clipboard: Fact<ClipboardTry>): Check {
  const name = "clipboard";
  if ("value" in clipboard && clipboard.value === "open") {
    return { name, status: "good", says: "The clipboard can be opened." };
  }
  const pid = "value" in clipboard && clipboard.value !== "open" ? clipboard.value.heldByPid : undefined;
  const says = "failure" in clipboard
    ? `The clipboard cannot be opened: ${bounded(clipboard.failure)}.`
    : `${pid === undefined ? "Another program" : `Process ${pid}`} holds the clipboard open.`;
  return {
    name,
    status: "degraded",
    says,
    doNext: "Look again; if it stays so, end the program that holds it.",
  };
}

function checkFolder({ capturesDir }: Settings, fact: Fact<true>): Check {
  const name = "captures folder";
  const folder = inQuotes(capturesDir);
  if ("value" in fact) return { name, status: "good", says: `${folder} can be written.` };
  return {
    name,
    status: "degraded",
    says: `${folder} cannot be written, so no picture can be saved there: ${bounded(fact.failure)}.`,
    doNext:
      "Make room, or let this person write there; until then outputPath may lie in a folder of --output-dir.",
  };
}

/** What the options allow; nothing of it is wrong. */
function checkPermissions({ isReadOnly, toolsets, allowLaunch, outputDirs }: Settings): readonly Check[] {
  const launch = isReadOnly || allowLaunch?.length === 0
    ? "No program may be started"
    : allowLaunch === undefined
    ? "Any program may be started"
    : `Programs may be started that fit ${allInQuotes(allowLaunch, MOST_SHOWN)}`;
  const some = toolsets.length === TOOLSETS.length ? "" : ` of ${toolsets.join(", ")} (--toolsets)`;
  const acts = isReadOnly
    ? `Only tools${some} that look are listed (--read-only)`
    : some === ""
    ? "Every tool is listed"
    : `Only tools${some} are listed`;
  return [{
    name: "permissions",
    status: "good",
    says: `${acts}. ${launch}. Pictures may be saved in ${allInQuotes(outputDirs, MOST_SHOWN)}.`,
  }];
}
