/** Launches of the fixture by a pack of it. */
import { win32 } from "node:path";
import { PackPlace } from "../packs/load/pack_place.ts";
import { type FixtureEvent, fixturePath } from "./fixture_run.ts";
import { FixtureLog } from "./launched_fixture.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

/** The title by which the pack knows the main window. */
export const TITLE = "Launched by its pack";
/** The variable that names the program. */
export const VARIABLE = "CASEMENT_TEST_PROGRAM";
/** A door with a pack of the fixture, and the log of what it starts; everything goes with the `await using` block. */
export class Launches implements AsyncDisposable {
  readonly door: RealDoor;
  readonly log: FixtureLog;
  readonly #place: PackPlace;

  private constructor(place: PackPlace, log: FixtureLog) {
    this.#place = place;
    this.log = log;
    this.door = createRealDoor({}, [{ source: "local", folder: `${place.root}/packs` }]);
  }

  static async create(profile: object = {}, manifest: object = {}): Promise<Launches> {
    const place = new PackPlace();
    place.write("packs/fixture", {
      "manifest.json": { schemaVersion: 1, id: "fixture", displayName: "Fixture", version: "1", ...manifest },
      "profile.json": {
        id: "fixture",
        executableNames: ["casement_fixture.exe"],
        executableEnv: VARIABLE,
        mainWindow: { title: TITLE, titleMatch: "exact" },
        ...profile,
      },
    });
    Deno.env.set(VARIABLE, windowsPath(fixturePath()));
    return new Launches(place, await FixtureLog.create());
  }

  /** Arguments with which the fixture tells what it sees. */
  argsOf(...more: string[]): string[] {
    return ["--log", this.log.path, "--title", TITLE, ...more];
  }

  // deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
  async launch(given: { readonly options?: readonly string[] } & Record<string, unknown> = {}): Promise<any> {
    const { options = [], ...args } = given;
    return await this.door.succeed("profile_launch", {
      profile: "fixture",
      args: this.argsOf(...options),
      ...args,
    });
  }

  /** The starts that the programs themselves logged. */
  async starts(): Promise<readonly FixtureEvent[]> {
    return (await this.log.events()).filter(({ event }) => event === "ready");
  }

  /** Writes a file beside the log. */
  async file(name: string, bytes: Uint8Array): Promise<string> {
    const path = win32.join(this.log.folder, name);
    await Deno.writeFile(path, bytes);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Deno.env.delete(VARIABLE);
    this.door[Symbol.dispose]();
    await this.log[Symbol.asyncDispose]();
    this.#place[Symbol.dispose]();
  }
}

/** With the slashes that Windows writes. */
export function windowsPath(path: string): string {
  return path.replaceAll("/", "\\");
}

/** A handle as callers write it, as a number. */
export function handleOf(written: string): bigint {
  return BigInt(written);
}
