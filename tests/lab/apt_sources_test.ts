import assert from "node:assert/strict";
import {
  chooseMirror,
  findAcquireSettings,
  findMirror,
  parseListFile,
  parseSourcesFile,
} from "./apt_sources.ts";

const isWindows = Deno.build.os === "windows";

Deno.test("parseListFile() reads entries with options, and neither comments nor source packages", () => {
  const text = [
    "# deb http://commented.example/debian bookworm main",
    "deb-src http://mirror.example/debian bookworm main",
    "deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian bookworm main contrib # why",
    "   deb https://other.example/debian/ bookworm-updates main",
    "",
  ].join("\n");
  assert.deepEqual(parseListFile(text), [
    { uri: "http://mirror.example/debian", suite: "bookworm", components: ["main", "contrib"] },
    { uri: "https://other.example/debian/", suite: "bookworm-updates", components: ["main"] },
  ]);
});

Deno.test("parseSourcesFile() reads paragraphs: several values, continued fields, comments, disabled ones", () => {
  const text = `Types: deb deb-src
# a comment inside
URIs: http://a.example/debian
  http://b.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 =abcd

Enabled: no
Types: deb
URIs: http://disabled.example/debian
Suites: bookworm
Components: main

types: deb-src
uris: http://sources.example/debian
suites: bookworm
components: main
`;
  assert.deepEqual(
    parseSourcesFile(text).map(({ uri, suite }) => `${uri} ${suite}`),
    [
      "http://a.example/debian bookworm",
      "http://a.example/debian bookworm-updates",
      "http://b.example/debian bookworm",
      "http://b.example/debian bookworm-updates",
    ],
  );
});

for (
  const [title, list, expected] of [
    ["takes the main archive and not its security updates", [
      "deb http://s.example/debian-security bookworm-security main",
      "deb http://m.example/debian/ bookworm main",
    ], "http://m.example/debian"],
    ["passes over a vendor that has no main Debian suite", [
      "deb https://packages.example/apt cloud-sdk-bookworm main",
      "deb https://node.example/node_20.x nodistro main",
    ], undefined],
    ["does not take Ubuntu's archive for Debian's", [
      "deb http://archive.example/ubuntu noble main",
    ], undefined],
    ["passes over a medium that is not on the network", [
      "deb cdrom:[Debian_12]/ bookworm main",
      "deb file:/srv/debian bookworm main",
    ], undefined],
    ["passes over a suite without main", ["deb http://m.example/debian bookworm contrib"], undefined],
  ] as const
) {
  Deno.test(`chooseMirror() ${title}`, () => {
    assert.equal(chooseMirror(parseListFile(list.join("\n"))), expected);
  });
}

Deno.test("findMirror() looks into both kinds of files of an apt folder", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(findMirror(folder), undefined);
    await Deno.mkdir(`${folder}/sources.list.d`);
    await Deno.writeTextFile(
      `${folder}/sources.list.d/notes.txt`,
      "deb http://no.example/debian trixie main\n",
    );
    await Deno.writeTextFile(
      `${folder}/sources.list.d/debian.sources`,
      "Types: deb\nURIs: http://deb822.example/debian\nSuites: trixie\nComponents: main\n",
    );
    assert.equal(findMirror(folder), "http://deb822.example/debian");
    await Deno.writeTextFile(`${folder}/sources.list`, "deb http://list.example/debian trixie main\n");
    assert.equal(findMirror(folder), "http://list.example/debian");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "findAcquireSettings() returns the files that say how to reach a mirror, and no others",
  ignore: isWindows,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${folder}/apt.conf.d`);
      await Deno.writeTextFile(
        `${folder}/apt.conf.d/10proxy`,
        'Acquire::http::Proxy "http://proxy.example:3128";\n',
      );
      await Deno.writeTextFile(`${folder}/apt.conf.d/20clean`, 'DPkg::Post-Invoke { "rm -f x"; };\n');
      await Deno.writeTextFile(`${folder}/apt.conf.d/30block`, "acquire {\n  Retries 3;\n}\n");
      await Deno.writeTextFile(`${folder}/apt.conf`, 'Acquire::Retries "3";\n');
      assert.deepEqual(findAcquireSettings(folder), [
        `${folder}/apt.conf`,
        `${folder}/apt.conf.d/10proxy`,
        `${folder}/apt.conf.d/30block`,
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
