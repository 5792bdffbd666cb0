/** Whether a program is the one that a pack was made for, as far as its file tells. */
import type { Manifest } from "./schema/manifest.ts";

/** What is known of the file of a program. */
export interface ExecutableIdentity {
  /** Undefined where nobody asks for it. */
  readonly sha256?: string | undefined;
  readonly fileVersion?: string | undefined;
  readonly productVersion?: string | undefined;
}

/** A fact by which a program is known. */
export type IdentityFact = "sha256" | "fileVersion" | "productVersion";

/** The verdict. A mismatch is a warning: the pack may fit all the same. */
export interface PackCompatibility {
  readonly status: "verified" | "compatible-unverified" | "mismatch" | "not-declared";
  /** Whether the file was compared. */
  readonly checked: boolean;
  readonly matchedBy?: readonly IdentityFact[];
  readonly mismatchReasons?: readonly string[];
}

/**
 * Compares what the manifest was tested against with the program.
 *
 * @param identity undefined where the file could not be read
 */
export function compatibilityOf(
  { testedAgainst }: Pick<Manifest, "testedAgainst">,
  identity: ExecutableIdentity | undefined,
): PackCompatibility {
  const declared = testedAgainst?.executable ?? {};
  const { sha256, fileVersion, productVersion } = declared;
  // An app version or a revision says nothing that could be compared with a file.
  if (sha256 === undefined && fileVersion === undefined && productVersion === undefined) {
    return { status: "not-declared", checked: false };
  }
  if (identity === undefined) {
    return {
      status: "compatible-unverified",
      checked: false,
      mismatchReasons: ["The file of the program could not be read"],
    };
  }
  if (sha256 !== undefined && sha256.toLowerCase() === identity.sha256?.toLowerCase()) {
    return { status: "verified", checked: true, matchedBy: ["sha256"] };
  }
  const matchedBy = (["fileVersion", "productVersion"] as const).filter((fact) =>
    declared[fact] !== undefined && declared[fact] === identity[fact]
  );
  if (matchedBy.length > 0) return { status: "compatible-unverified", checked: true, matchedBy };
  const reason = sha256 === undefined ? "No version is the one that the pack was tested with" : "sha256";
  return { status: "mismatch", checked: true, mismatchReasons: [reason] };
}
