import assert from "node:assert/strict";
import { withScale, withUiaServer } from "./prefix.ts";

const REGISTRY = String.raw`WINE REGISTRY Version 2

[Control Panel\\Cursors] 1796036902
#time=1dd80bb1d09fd2a
"LogPixels"=dword:00000060

[Control Panel\\Desktop] 1796036902
#time=1dd80bb1d09fd2a
"ActiveWndTrackTimeout"=dword:00000000
"BlockSendInputResets"="0"

[Control Panel\\Desktop\\WindowMetrics] 1796036902
"BorderWidth"="1"
`;

Deno.test("withScale() adds the value to the desktop's key and to no other", () => {
  const changed = withScale(REGISTRY, 150);
  assert.equal(
    changed,
    REGISTRY.replace('"ActiveWnd', '"LogPixels"=dword:00000090\n"ActiveWnd'),
  );
});

Deno.test("withScale() replaces the value that it set before", () => {
  assert.equal(withScale(withScale(REGISTRY, 150), 200), withScale(REGISTRY, 200));
  assert.match(
    withScale(REGISTRY, 200),
    /\[Control Panel\\\\Desktop\] .*\n#.*\n"LogPixels"=dword:000000c0\n/,
  );
});

Deno.test("withScale() refuses a registry without the key", () => {
  assert.throws(() => withScale("WINE REGISTRY Version 2\n", 150), /Control Panel/);
});

const CLASSES = String.raw`WINE REGISTRY Version 2

[Software\\Classes\\CLSID\\{E22AD333-B25F-460C-83D0-0581107395C9}] 1796041753
#time=1dd80c6686362ec
@="CUIAutomation8"

[Software\\Classes\\CLSID\\{E22AD333-B25F-460C-83D0-0581107395C9}\\InprocServer32] 1796041753
#time=1dd80c668635e78
@="C:\\windows\\system32\\uiautomationcore.dll"
"ThreadingModel"="Both"

[Software\\Classes\\CLSID\\{E2510970-F137-11CE-8B67-00AA00A3F1A6}\\InprocServer32] 1796041753
@="C:\\windows\\system32\\another.dll"

[Software\\Classes\\CLSID\\{FF48DBA4-60EF-4201-AA87-54103EEF594E}\\InprocServer32] 1796041753
#time=1dd80c668635414
@="C:\\windows\\system32\\uiautomationcore.dll"
"ThreadingModel"="Both"
`;

Deno.test("withUiaServer() names the library in both classes and changes nothing else", () => {
  assert.equal(
    withUiaServer(CLASSES, "Z:\\cache\\$&\\server.dll"),
    CLASSES.replaceAll(
      String.raw`C:\\windows\\system32\\uiautomationcore.dll`,
      () => String.raw`Z:\\cache\\$&\\server.dll`,
    ),
  );
});

Deno.test("withUiaServer() replaces the library that it named before", () => {
  assert.equal(
    withUiaServer(withUiaServer(CLASSES, "Z:\\first.dll"), "Z:\\second.dll"),
    withUiaServer(CLASSES, "Z:\\second.dll"),
  );
});

Deno.test("withUiaServer() refuses a registry without the classes", () => {
  assert.throws(() => withUiaServer("WINE REGISTRY Version 2\n", "Z:\\server.dll"), /FF48DBA4/);
});
