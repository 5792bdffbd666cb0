/** Icon and version information of the exe, as Explorer and `Get-Item` show them. */
import { Data, NtExecutable, NtExecutableResource, Resource } from "resedit";
import config from "../../deno.json" with { type: "json" };
import { ICON_SIZES, iconPng } from "./icon.ts";

/** US English, Unicode: what Windows looks for first. */
const LANGUAGE = { lang: 1033, codepage: 1200 } as const;

/** The exe with our icon and version information in place of the runtime's. */
export function withResources(exe: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const executable = NtExecutable.from(exe, { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  const icons = ICON_SIZES.map((size) => Data.RawIconItem.from(toArrayBuffer(iconPng(size)), size, size, 32));
  const iconId = 1;
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, iconId, LANGUAGE.lang, icons);
  setVersion(resources);
  resources.outputResource(executable);
  return new Uint8Array(executable.generate());
}

function setVersion(resources: NtExecutableResource): void {
  const info = Resource.VersionInfo.createEmpty();
  info.setFileVersion(`${config.version}.0`, LANGUAGE.lang);
  info.setProductVersion(`${config.version}.0`, LANGUAGE.lang);
  info.setStringValues(LANGUAGE, {
    CompanyName: "The Casement authors",
    FileDescription: "Casement: Windows desktop automation over MCP",
    FileVersion: config.version,
    InternalName: "casement",
    LegalCopyright: "MIT License",
    OriginalFilename: "casement.exe",
    ProductName: "Casement",
    ProductVersion: config.version,
  });
  // The runtime brings its own, in whatever language: two would leave it to Windows which one is shown.
  const versionType = 16;
  resources.entries = resources.entries.filter((entry) => entry.type !== versionType);
  info.outputToResourceEntries(resources.entries);
}

function toArrayBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
