/**
 * Paths on the two sides of Wine. Inside a run the Linux root is drive `Z:` and the project lies at its own Linux
 * path, so the two forms map one to one, and a path that the program prints can be opened outside.
 */

/** The Windows form of an absolute Linux path; unchanged on Windows. */
export function toWindowsPath(hostPath: string, os: string = Deno.build.os): string {
  if (os === "windows") return hostPath;
  if (!hostPath.startsWith("/")) throw new TypeError(`not an absolute Linux path: ${hostPath}`);
  if (/[\\:]/.test(hostPath)) throw new TypeError(`Windows cannot name this path: ${hostPath}`);
  return `Z:${hostPath.replaceAll("/", "\\")}`;
}

/**
 * The Linux form of an absolute Windows path; unchanged on Windows. Paths on `C:` lie in the Wine prefix and need
 * its folder.
 */
export function toHostPath(windowsPath: string, prefix?: string, os: string = Deno.build.os): string {
  if (os === "windows") return windowsPath;
  const parts = /^(?:\\\\\?\\)?([A-Za-z]):[\\/](.*)$/s.exec(windowsPath);
  if (parts === null) throw new TypeError(`not an absolute Windows path: ${windowsPath}`);
  const [, drive = "", rest = ""] = parts;
  const tail = rest.replaceAll("\\", "/");
  if (drive.toUpperCase() === "Z") return `/${tail}`;
  if (drive.toUpperCase() === "C" && prefix !== undefined) return `${prefix}/drive_c/${tail}`;
  throw new TypeError(`no Linux path is known for ${windowsPath}`);
}
