/** The builds of Deno that the lab uses besides the one that runs it. */

import { npmStep } from "./npm_package.ts";
import type { Step } from "./step.ts";

/** The Windows build that the tests run on; the same version as the Linux one of development. */
export const WINDOWS_DENO_STEP: Step = npmStep("windows-deno", "Windows Deno 2.9.6", {
  name: "@deno/win32-x64",
  version: "2.9.6",
  integrity:
    "sha512-qRGnmVz/Ea6UWPht/S3xFRK17UZ/ls38DSVfgGB17fpASLxPkksqzWUI/BzL9YYoOknYzfc94mySGyInZu/JXw==",
});

/** The Linux build for `deno compile`: it must be of the version of the Windows runtime in `denort.ts`. */
export const COMPILE_DENO_STEP: Step = npmStep("compile-deno", "Linux Deno 2.7.11 (for deno compile)", {
  name: "@deno/linux-x64-glibc",
  version: "2.7.11",
  integrity:
    "sha512-TCRXqy4rHI+pKmWfjIz/qfDyfTz61qhxj+03kEJ3r0YzRGsXNoHyE7WiUawwUK2hbrBAu7hn3m5833VUYqRzOg==",
});
