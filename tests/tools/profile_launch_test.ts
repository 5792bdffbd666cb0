import assert from "node:assert/strict";
import type { Settings } from "../../src/core/config.ts";
import type { ExecutableFacts, StartedProcess, StartProcessOptions } from "../../src/desktop/desktop.ts";
import { createTools } from "../../src/tools/index.ts";
import type { TestDoor } from "../fakes/test_door.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { el } from "../elements/trees.ts";
import { PackWorld, smallPack } from "./pack_world.ts";

const EXE = "C:\\apps\\sensorlab.exe";
const OTHER_EXE = "C:\\build\\sensorlab.exe";
const PERSONS = 0x50n;
const MAIN = 0x77n;

/** A run with the pack "lab", whose program is at {@link EXE}; the person works in another window. */
class LaunchWorld extends PackWorld {
  readonly started: StartProcessOptions[] = [];
  /** What the next program does when it is started, beside having a process. */
  onStart: (pid: number) => void = (pid) => this.after(100, () => this.show(pid));

  constructor(profile: object = {}, manifest: object = {}, settings: Partial<Settings> = {}) {
    const pack = smallPack("lab");
    super({
      lab: {
        "manifest.json": { ...pack["manifest.json"] as object, ...manifest },
        "profile.json": {
          id: "lab",
          executableNames: ["sensorlab.exe"],
          executableEnv: "SENSOR_LAB_EXE",
          mainWindow: { title: "Sensor Lab", titleMatch: "contains" },
          ...profile,
        },
      },
    }, settings);
    const { desktop } = this.door;
    desktop.windows.push(fakeWindow({ hwnd: PERSONS, pid: 50, title: "What the person works in" }));
    desktop.processes.push(fakeProcess({ pid: 50, name: "editor" }));
    desktop.foreground = PERSONS;
    desktop.environment.SENSOR_LAB_EXE = EXE;
    desktop.paths.set(EXE.toLowerCase(), "file").set(OTHER_EXE.toLowerCase(), "file");
    desktop.startBehaviour = (options, pid): StartedProcess => {
      this.started.push(options);
      const creationTime = this.addProcess(pid, options.exePath);
      this.onStart(pid);
      return {
        pid,
        creationTime,
        isolation: {
          effective: "independent",
          method: "windows-breakaway",
          verified: true,
          outerJobCoupling: "none-observed",
        },
      };
    };
  }

  addProcess(pid: number, path: string, parentPid = 500): bigint {
    const process = fakeProcess({ pid, parentPid, path, name: "sensorlab" });
    this.door.desktop.processes.push(process);
    return process.creationTime;
  }

  show(pid: number, given: Partial<Parameters<typeof fakeWindow>[0]> = {}): void {
    this.door.desktop.windows.unshift(fakeWindow({ hwnd: MAIN, pid, title: "Sensor Lab 1", ...given }));
  }

  /** An instance that runs already. */
  run(pid: number, path = EXE, given: Partial<Parameters<typeof fakeWindow>[0]> = {}): void {
    this.addProcess(pid, path);
    this.door.desktop.windows.push(fakeWindow({ hwnd: MAIN, pid, title: "Sensor Lab 1", ...given }));
  }

  /** Has something happen once the virtual clock is that far. */
  after(ms: number, happen: () => void): void {
    const { clock, desktop } = this.door;
    const due = clock.now() + ms;
    let hasHappened = false;
    desktop.before("listWindows", () => {
      if (hasHappened || clock.now() < due) return;
      hasHappened = true;
      happen();
    });
  }

  facts(path: string, facts: Partial<ExecutableFacts> & { sha256?: string }): void {
    this.door.desktop.executables.set(path.toLowerCase(), facts);
  }

  // deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
  async launch(args: object = {}): Promise<any> {
    return await this.door.succeed("profile_launch", { profile: "lab", ...args });
  }

  async refuse(args: object = {}): ReturnType<TestDoor["fail"]> {
    return await this.door.fail("profile_launch", { profile: "lab", ...args });
  }
}

Deno.test("profile_launch: starts what the variable of the pack names, and binds its main window", async () => {
  using world = new LaunchWorld();
  const result = await world.launch({ args: ["a b"] });
  assert.deepEqual([result.profile, result.pid, result.hwnd, result.title], [
    "lab",
    9_001,
    "0x00000077",
    "Sensor Lab 1",
  ]);
  assert.deepEqual([result.startedByMcp, result.reused, result.lifetime], [true, false, "independent"]);
  assert.equal(result.processLifetime.isolationMethod, "windows-breakaway");
  assert.deepEqual(world.started, [{
    exePath: EXE,
    args: ["a b"],
    cwd: undefined,
    show: "inactive",
    lifetime: "independent",
  }]);
  assert.equal(result.targetRef, "target_lab_9001_119");
  const bound = world.door.sessions.find(result.targetRef)?.bound;
  assert.deepEqual([bound?.hwnd, bound?.startedByMcp, bound?.lifetime], [MAIN, true, "independent"]);
  assert.deepEqual(bound?.packCompatibility, { status: "not-declared", checked: false });
  const state = await world.door.succeed("get_window_state", { targetRef: result.targetRef });
  assert.equal(state.title, "Sensor Lab 1");
});

Deno.test("profile_launch: takes the running instance, a minimised one too, and starts no second one", async () => {
  for (const minimized of [false, true]) {
    using world = new LaunchWorld();
    world.run(70, EXE, { minimized });
    const result = await world.launch({ args: ["ignored"], lifetime: "managed" });
    assert.deepEqual(
      [result.reused, result.startedByMcp, result.pid, result.hwnd, result.lifetime, result.processLifetime],
      [true, false, 70, "0x00000077", undefined, undefined],
    );
    assert.equal(result.targetRef, "target_lab_70_119");
    assert.deepEqual(world.started, []);
    assert.equal(world.door.desktop.window(MAIN)?.minimized, minimized);
    assert.equal(result.interaction.foregroundChanged, false);
  }
});

Deno.test("profile_launch: a program that is bound already keeps its name", async () => {
  using world = new LaunchWorld();
  const first = await world.launch({ waitForWindow: false });
  assert.equal(first.targetRef, "target_lab_9001");
  world.show(9_001);
  const second = await world.launch();
  assert.deepEqual([second.targetRef, second.reused, second.startedByMcp, second.hwnd], [
    first.targetRef,
    true,
    false,
    "0x00000077",
  ]);
  assert.equal(world.door.sessions.find(first.targetRef)?.bound.startedByMcp, true);
});

Deno.test("profile_launch: a window that is not its main window is no running instance", async () => {
  using world = new LaunchWorld();
  world.run(70, EXE, { title: "Settings" });
  world.onStart = (pid) => world.after(100, () => world.show(pid, { hwnd: 0x78n }));
  const result = await world.launch();
  assert.deepEqual([result.reused, result.hwnd], [false, "0x00000078"]);
});

Deno.test("profile_launch: reuseIfRunning false, of the call or the pack, starts another one", async () => {
  for (
    const [args, profile] of [[{ reuseIfRunning: false }, {}], [{}, { launch: { reuseIfRunning: false } }]]
  ) {
    using world = new LaunchWorld(profile);
    world.run(70);
    world.onStart = (pid) => world.after(100, () => world.show(pid, { hwnd: 0x78n }));
    const result = await world.launch(args);
    assert.deepEqual([result.reused, result.hwnd, result.pid], [false, "0x00000078", 9_001]);
  }
  using world = new LaunchWorld({ launch: { reuseIfRunning: false } });
  world.run(70);
  assert.equal((await world.launch({ reuseIfRunning: true })).reused, true);
});

Deno.test("profile_launch: a running instance of another file than exePath is not taken", async () => {
  using world = new LaunchWorld();
  world.run(70);
  world.onStart = (pid) => world.after(100, () => world.show(pid, { hwnd: 0x78n }));
  const result = await world.launch({ exePath: OTHER_EXE });
  assert.deepEqual([result.reused, result.pid, result.hwnd], [false, 9_001, "0x00000078"]);
  assert.equal(world.started[0]?.exePath, OTHER_EXE);
});

Deno.test("profile_launch: a running instance of exePath is taken however the path is written", async () => {
  using world = new LaunchWorld();
  world.door.desktop.paths.set("c:/apps/../apps/sensorlab.exe", "file");
  world.run(70);
  assert.equal((await world.launch({ exePath: "c:/APPS/../apps/SensorLab.EXE" })).reused, true);
});

Deno.test("profile_launch: an instance whose file cannot be read is taken for another one than exePath", async () => {
  using world = new LaunchWorld();
  world.run(70);
  const running = world.door.desktop.processes.find(({ pid }) => pid === 70);
  assert.ok(running);
  running.path = undefined;
  world.onStart = (pid) => world.after(100, () => world.show(pid, { hwnd: 0x78n }));
  assert.equal((await world.launch({ exePath: EXE })).reused, false);
  assert.equal((await world.launch()).reused, true);
});

Deno.test("profile_launch: a wrong exePath is INVALID_EXECUTABLE, running instance or not", async () => {
  for (
    const exePath of ["C:\\apps\\missing.exe", "sensorlab.exe", "C:\\apps\\x.exe", "C:\\apps\\notes.txt"]
  ) {
    using world = new LaunchWorld();
    world.door.desktop.paths.set("c:\\apps\\x.exe", "folder");
    world.run(70);
    const error = await world.refuse({ exePath });
    assert.equal(error.code, "INVALID_EXECUTABLE");
    assert.equal(error.details?.exePath, exePath);
    assert.deepEqual(world.started, []);
  }
});

Deno.test("profile_launch: a file of another name than the pack knows is its program when exePath says so", async () => {
  using world = new LaunchWorld();
  const renamed = "C:\\apps\\lab-debug.exe";
  world.door.desktop.paths.set(renamed.toLowerCase(), "file");
  world.onStart = (pid) => {
    const process = world.door.desktop.processes.find((each) => each.pid === pid);
    if (process !== undefined) process.name = "lab-debug";
    world.after(100, () => world.show(pid));
  };
  const result = await world.launch({ exePath: renamed });
  assert.equal(result.hwnd, "0x00000077");
  assert.equal((await world.launch({ exePath: renamed })).reused, true);
});

Deno.test("profile_launch: a variable that names no program is refused by its name, not passed over", async () => {
  using world = new LaunchWorld();
  world.door.desktop.environment.SENSOR_LAB_EXE = "C:\\gone\\sensorlab.exe";
  world.door.desktop.paths.set("c:\\work\\sensorlab.exe", "file");
  const error = await world.refuse();
  assert.equal(error.code, "INVALID_EXECUTABLE");
  assert.match(error.message, /SENSOR_LAB_EXE names "C:\\\\gone\\\\sensorlab.exe", which does not exist/);
  assert.match(error.suggestion ?? "", /SENSOR_LAB_EXE/);
  assert.equal((await world.launch({ exePath: EXE })).startedByMcp, true);
});

Deno.test("profile_launch: without a variable, build folders come before the current one, PATH and Windows", async () => {
  const places = [
    "C:\\work\\build\\Release\\sensorlab.exe",
    "C:\\work\\build\\Release\\Release\\sensorlab.exe",
    "C:\\work\\sensorlab.exe",
    "D:\\tools\\sensorlab.exe",
    "C:\\Windows\\System32\\sensorlab.exe",
    "C:\\Windows\\sensorlab.exe",
  ];
  for (let from = 0; from < places.length; from++) {
    using world = new LaunchWorld({ executableNames: ["sensor/lab.exe", "SensorLab"] });
    const { desktop } = world.door;
    desktop.environment = {};
    desktop.folders = { ...desktop.folders, others: ["D:\\tools", ...desktop.folders.others] };
    for (const place of places.slice(from)) desktop.paths.set(place.toLowerCase(), "file");
    await world.launch();
    assert.equal(world.started[0]?.exePath.toLowerCase(), places[from]?.toLowerCase());
  }
});

Deno.test("profile_launch: PROFILE_NOT_FOUND tells where the program was looked for", async () => {
  using world = new LaunchWorld();
  world.door.desktop.environment = {};
  const error = await world.refuse();
  assert.equal(error.code, "PROFILE_NOT_FOUND");
  assert.equal(error.details?.executableEnv, "SENSOR_LAB_EXE");
  assert.deepEqual(error.details?.tried, [
    "C:\\work\\build\\Release",
    "C:\\work\\build\\Release\\Release",
    "C:\\work",
    "PATH",
    "Windows' folders",
  ]);
  assert.match(error.suggestion ?? "", /exePath/);
});

Deno.test("profile_launch: folders that do not answer end the search", async () => {
  using world = new LaunchWorld();
  world.door.desktop.environment = {};
  world.door.desktop.before("pathKind", () => world.door.clock.sleep(6_000));
  assert.equal((await world.refuse()).code, "TIMEOUT");
});

Deno.test("profile_launch: PROFILE_NOT_FOUND for an unknown profile, with the ids there are", async () => {
  using world = new LaunchWorld();
  const error = await world.door.fail("profile_launch", { profile: "labs" });
  assert.equal(error.code, "PROFILE_NOT_FOUND");
  assert.deepEqual(error.details, { didYouMean: "lab", loaded: ["lab"] });
});

Deno.test("profile_launch: starts nothing that --allow-launch does not fit, and takes what runs", async () => {
  using world = new LaunchWorld({}, {}, { allowLaunch: ["notes.exe"] });
  assert.equal((await world.refuse()).code, "PERMISSION_DENIED");
  assert.deepEqual(world.started, []);
  world.run(70);
  assert.equal((await world.launch()).reused, true);
});

Deno.test("profile_launch: does not even look at a path that --allow-launch does not fit", async () => {
  using world = new LaunchWorld({}, {}, { allowLaunch: ["notes.exe"] });
  const exePath = "\\\\elsewhere\\share\\sensorlab.exe";
  assert.equal((await world.refuse({ exePath })).code, "PERMISSION_DENIED");
  assert.deepEqual(world.door.desktop.callsOf("pathKind"), []);
  // One that runs already is not started.
  world.run(70, exePath);
  assert.equal((await world.launch({ exePath })).reused, true);
});

Deno.test("profile_launch: is not there under --read-only", async () => {
  using world = new LaunchWorld({}, {}, { isReadOnly: true });
  assert.equal((await world.refuse()).code, "PERMISSION_DENIED");
});

for (const manifestLevel of ["requireAdministrator", "highestAvailable"] as const) {
  Deno.test(`profile_launch: ELEVATED_MANIFEST_REJECTED before the start for ${manifestLevel}`, async () => {
    using world = new LaunchWorld({ security: { requiresAsInvoker: true } });
    world.facts(EXE, { manifestLevel });
    const error = await world.refuse();
    assert.equal(error.code, "ELEVATED_MANIFEST_REJECTED");
    assert.deepEqual(error.details, { exePath: EXE, manifestLevel });
    assert.deepEqual(world.started, []);
  });

  Deno.test(`profile_launch: ${manifestLevel} is told of where the pack allows it`, async () => {
    using world = new LaunchWorld();
    world.facts(EXE, { manifestLevel });
    assert.equal((await world.launch()).manifestLevel, manifestLevel);
  });
}

for (const manifestLevel of ["asInvoker", "unknown"] as const) {
  Deno.test(`profile_launch: a level of ${manifestLevel} is no reason to refuse`, async () => {
    using world = new LaunchWorld({ security: { requiresAsInvoker: true } });
    world.facts(EXE, { manifestLevel });
    assert.equal((await world.launch()).manifestLevel, manifestLevel);
  });
}

const HASH = "ab".repeat(32);

for (
  const [what, declared, facts, expected] of [
    ["the hash", { sha256: HASH.toUpperCase() }, { sha256: HASH }, {
      status: "verified",
      checked: true,
      matchedBy: ["sha256"],
    }],
    ["the version", { fileVersion: "1.2.0.0" }, { fileVersion: "1.2.0.0" }, {
      status: "compatible-unverified",
      checked: true,
      matchedBy: ["fileVersion"],
    }],
    ["nothing", { productVersion: "9" }, { productVersion: "8" }, {
      status: "mismatch",
      checked: true,
      mismatchReasons: ["No version is the one that the pack was tested with"],
    }],
    ["a hash of a file that cannot be read", { sha256: HASH }, {}, {
      status: "compatible-unverified",
      checked: false,
      mismatchReasons: ["The file of the program could not be read"],
    }],
  ] as const
) {
  Deno.test(`profile_launch: packCompatibility by ${what}, of the file that runs`, async () => {
    using world = new LaunchWorld({}, { testedAgainst: { executable: declared } });
    world.run(70, OTHER_EXE);
    world.facts(OTHER_EXE, facts);
    world.facts(EXE, { sha256: "cd".repeat(32), fileVersion: "0", productVersion: "0" });
    const result = await world.launch();
    assert.deepEqual(result.packCompatibility, expected);
    assert.equal(result.warning !== undefined, expected.status === "mismatch");
    assert.deepEqual(world.door.sessions.find(result.targetRef)?.bound.packCompatibility, expected);
    assert.equal(world.door.desktop.callsOf("fileSha256").length, "sha256" in declared ? 1 : 0);
  });
}

Deno.test("profile_launch: what the call says beats the pack, and that beats what is built in", async () => {
  for (
    const [launch, args, expected] of [
      [{}, {}, "inactive"],
      [{ noActivate: false }, {}, "normal"],
      [{ noActivate: false }, { noActivate: true }, "inactive"],
      [{}, { noActivate: false }, "normal"],
      [{}, { noActivate: false, startMinimized: true }, "minimized"],
      [{}, { startMinimized: true }, "minimizedInactive"],
      [{ noActivate: false }, { interactionMode: "background", noActivate: false }, "inactive"],
      [{}, { interactionMode: "background", startMinimized: true }, "inactive"],
      [{}, { interactionMode: "foregroundDemo", startMinimized: true }, "normal"],
    ] as const
  ) {
    using world = new LaunchWorld({ launch });
    await world.launch(args);
    assert.equal(world.started[0]?.show, expected, JSON.stringify([launch, args]));
  }
});

Deno.test("profile_launch: waits as long as the call or the pack says, and no window is an answer", async () => {
  for (
    const [launch, args, waitedMs] of [[{ timeoutMs: 700 }, {}, 700], [{}, { timeoutMs: 900 }, 900]] as const
  ) {
    using world = new LaunchWorld({ launch });
    world.onStart = () => {};
    const begun = world.door.clock.now();
    const result = await world.launch(args);
    const took = world.door.clock.now() - begun;
    assert.ok(took >= waitedMs && took < waitedMs + 1_500, `${took}`);
    assert.deepEqual([result.hwnd, result.uiaRootAvailable, result.targetRef], [
      undefined,
      false,
      "target_lab_9001",
    ]);
    assert.match(result.warning, /No window came in time/);
  }
});

Deno.test("profile_launch: waitForWindow false, of the call or the pack, looks for none and warns of none", async () => {
  for (const [launch, args] of [[{ waitForWindow: false }, {}], [{}, { waitForWindow: false }]]) {
    using world = new LaunchWorld({ launch });
    const result = await world.launch(args);
    assert.deepEqual([result.hwnd, result.warning, result.pid], [undefined, undefined, 9_001]);
  }
});

Deno.test("profile_launch: waits for the main window behind a splash screen", async () => {
  using world = new LaunchWorld();
  world.onStart = (pid) => {
    world.after(100, () => world.show(pid, { hwnd: 0x90n, title: "Loading" }));
    world.after(2_000, () => world.show(pid));
  };
  assert.equal((await world.launch()).hwnd, "0x00000077");
});

Deno.test("profile_launch: where no main window comes, the program of the other window is bound without one", async () => {
  using world = new LaunchWorld();
  world.onStart = (pid) => {
    world.addProcess(9_900, EXE, pid);
    world.after(100, () => world.show(9_900, { hwnd: 0x90n, title: "Licence" }));
  };
  const result = await world.launch({ timeoutMs: 1_000 });
  assert.deepEqual([result.hwnd, result.pid, result.targetRef], [undefined, 9_900, "target_lab_9900"]);
  assert.match(result.warning, /no main window/);
});

Deno.test("profile_launch: a program that ends at once is LAUNCH_FAILED, whatever it ends with", async () => {
  for (const exitCode of [0, 3]) {
    using world = new LaunchWorld();
    world.onStart = (pid) => {
      const process = world.door.desktop.processes.find((each) => each.pid === pid);
      if (process !== undefined) process.exitCode = exitCode;
    };
    const error = await world.refuse({ timeoutMs: 1_000 });
    assert.equal(error.code, "LAUNCH_FAILED");
    assert.equal(error.details?.exitCode, exitCode);
    assert.equal(world.door.sessions.find("target_lab_9001"), undefined);
  }
});

Deno.test("profile_launch: an instance that took a hand-over was running before", async () => {
  using world = new LaunchWorld({ launch: { reuseIfRunning: false } });
  world.run(70);
  world.onStart = (pid) => {
    const process = world.door.desktop.processes.find((each) => each.pid === pid);
    if (process !== undefined) process.exitCode = 0;
    world.after(300, () => {
      const window = world.door.desktop.window(MAIN);
      if (window !== undefined) window.title = "Sensor Lab - a file";
    });
  };
  const result = await world.launch();
  assert.deepEqual([result.pid, result.reused, result.startedByMcp, result.lifetime], [
    70,
    true,
    false,
    undefined,
  ]);
});

Deno.test("profile_launch: of two at once the second takes what the first has started", async () => {
  using world = new LaunchWorld();
  const [first, second] = await Promise.all([world.launch(), world.launch()]);
  assert.equal(world.started.length, 1);
  assert.deepEqual([first.reused, second.reused], [false, true]);
  assert.equal(first.targetRef, second.targetRef);
});

Deno.test("profile_launch: a cancelled launch names the process that it left", async () => {
  using world = new LaunchWorld();
  const cancel = new AbortController();
  world.onStart = () => world.after(500, () => cancel.abort());
  const result = await world.door.call("profile_launch", { profile: "lab" }, cancel.signal);
  assert.equal(result.ok, false);
  if (result.ok) return;
  assert.equal(result.error.code, "CANCELLED");
  assert.equal(result.error.details?.pid, 9_001);
});

function takingTheFront(world: LaunchWorld): void {
  world.onStart = (pid) =>
    world.after(100, () => {
      world.show(pid);
      world.door.desktop.setForeground(MAIN);
    });
}

Deno.test("profile_launch: in background mode the foreground is handed back without sent input", async () => {
  using world = new LaunchWorld({ interaction: { defaultMode: "background" } });
  takingTheFront(world);
  const { interaction } = await world.launch({ noActivate: false });
  const { desktop } = world.door;
  assert.equal(desktop.foreground, PERSONS);
  assert.deepEqual(
    [interaction.requestedMode, interaction.foregroundChanged, interaction.foregroundRestored],
    ["background", false, true],
  );
  assert.ok(desktop.callsOf("requestForeground").every(([, way]) => way === "plain"));
  assert.equal(desktop.windows.at(-1)?.hwnd, MAIN);
});

Deno.test("profile_launch: says so where the foreground could not be handed back", async () => {
  using world = new LaunchWorld();
  takingTheFront(world);
  world.door.desktop.grantsForeground = false;
  const { interaction, warning } = await world.launch({ interactionMode: "background" });
  assert.deepEqual([interaction.foregroundChanged, interaction.foregroundRestored], [true, false]);
  assert.match(warning, /took the foreground/);
});

for (
  const [backgroundPresentation, show, isLast, isMinimized] of [
    ["behind", "inactive", true, false],
    ["minimized", "minimizedInactive", true, true],
    ["normal", "inactive", false, false],
  ] as const
) {
  Deno.test(`profile_launch: presents the program ${backgroundPresentation} in the background`, async () => {
    using world = new LaunchWorld({ interaction: { defaultMode: "background", backgroundPresentation } });
    takingTheFront(world);
    await world.launch();
    const { desktop } = world.door;
    assert.equal(world.started[0]?.show, show);
    assert.equal(desktop.callsOf("sendToBottom").length > 0, isLast);
    assert.equal(desktop.window(MAIN)?.minimized, isMinimized);
    assert.equal(desktop.foreground, PERSONS);
  });
}

for (const isRunning of [false, true]) {
  Deno.test(`profile_launch: foregroundDemo shows ${isRunning ? "a minimised" : "a new"} window and hands back`, async () => {
    using world = new LaunchWorld({ interaction: { restorePreviousForeground: true } });
    if (isRunning) world.run(70, EXE, { minimized: true });
    const demo = { interactionMode: "foregroundDemo" };
    const { interaction } = await world.launch(demo);
    assert.deepEqual(
      [interaction.effectiveMode, interaction.targetActivated, interaction.foregroundRestored],
      ["foregroundDemo", true, true],
    );
    assert.equal(world.door.desktop.foreground, PERSONS);
    await world.launch({ ...demo, foregroundDemo: { restorePreviousForeground: false } });
    assert.equal(world.door.desktop.foreground, MAIN);
    assert.equal(world.door.desktop.window(MAIN)?.minimized, false);
  });
}

Deno.test("profile_launch: a pack that does not want the foreground handed back is heard", async () => {
  using world = new LaunchWorld({ interaction: { restorePreviousForeground: false } });
  await world.launch({ interactionMode: "foregroundDemo" });
  assert.equal(world.door.desktop.foreground, MAIN);
});

Deno.test("profile_launch: uiaRootAvailable is what a short look found, and its failure fails nothing", async () => {
  using world = new LaunchWorld();
  world.run(70);
  assert.equal((await world.launch()).uiaRootAvailable, false);
  world.door.desktop.elements.windows.set(MAIN, el("Window", "Sensor Lab 1"));
  assert.equal((await world.launch()).uiaRootAvailable, true);
  const window = world.door.desktop.window(MAIN);
  assert.ok(window);
  window.responding = "no";
  window.hung = true;
  assert.equal((await world.launch()).uiaRootAvailable, false);
});

Deno.test("profile_launch: calls by the pack that fail afterwards tell whether it was made for the program", async () => {
  for (const fileVersion of ["9", "1"]) {
    using world = new LaunchWorld({}, { testedAgainst: { executable: { fileVersion } } });
    world.run(70);
    world.facts(EXE, { fileVersion: "1" });
    const { targetRef, packCompatibility } = await world.launch();
    assert.equal(packCompatibility.status, fileVersion === "1" ? "compatible-unverified" : "mismatch");
    const control = { profile: "lab", control: "none", action: "invoke", targetRef };
    const error = await world.door.fail("profile_action", control);
    assert.equal(error.code, "PROFILE_CONTROL_NOT_FOUND");
    assert.deepEqual(error.details?.packCompatibility, packCompatibility);
    const other = await world.door.fail("ui_get", { targetRef, selector: { name: "none" } });
    assert.equal(other.details?.packCompatibility, undefined);
  }
});

Deno.test("profile_launch: what models read says when to use it, and where a given path goes", () => {
  const described = (name: string): string => {
    const tool = createTools().find((each) => each.name === name);
    assert.ok(tool);
    return tool.description;
  };
  assert.match(
    described("profile_launch"),
    /Preferred over launch_app .*targetRef.*exePath on the first call/,
  );
  assert.match(described("launch_app"), /profile_launch/);
});

Deno.test("profile_launch: a file that takes too long to read is not read to its end, and fails nothing", async () => {
  using world = new LaunchWorld({}, { testedAgainst: { executable: { sha256: HASH } } });
  world.run(70);
  world.door.desktop.hang("fileSha256");
  const { packCompatibility } = await world.launch();
  assert.deepEqual([packCompatibility.status, packCompatibility.checked], ["compatible-unverified", false]);
});
