import assert from "node:assert/strict";
import { withScale } from "./prefix.ts";

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
