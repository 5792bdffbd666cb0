import assert from "node:assert/strict";
import type { ChangedPlace } from "../../src/desktop/desktop.ts";
import {
  ANYBODY,
  ChangeCollector,
  type ChangeNews,
  concerns,
  placesOf,
} from "../../src/desktop/windows/change_news.ts";

function collector(): { readonly collected: ChangeCollector; readonly posts: ChangeNews[] } {
  const posts: ChangeNews[] = [];
  return { collected: new ChangeCollector((news) => posts.push(news)), posts };
}

Deno.test("ChangeCollector tells of the first change at once, and nothing when nothing has changed", () => {
  const { collected, posts } = collector();
  collected.postIfDue(1_000);
  assert.deepEqual(posts, []);
  collected.note(7, true, undefined);
  collected.postIfDue(1_000);
  assert.deepEqual(posts, [{ windows: [7], anything: [7], places: undefined }]);
  collected.postIfDue(2_000);
  assert.equal(posts.length, 1);
});

Deno.test("ChangeCollector tells windows from what is in them, each process once", () => {
  const { collected, posts } = collector();
  for (const pid of [7, 8, 7]) collected.note(pid, false, undefined);
  collected.note(8, true, undefined);
  collected.postIfDue(0);
  assert.deepEqual(posts, [{ windows: [8], anything: [7, 8], places: undefined }]);
});

Deno.test("ChangeCollector makes of 10,000 changes in a second less than 70 posts, and loses none of the programs", () => {
  const { collected, posts } = collector();
  for (let tenth = 0; tenth < 10_000; tenth++) {
    collected.note(1 + tenth % 3, tenth % 2 === 0, undefined);
    collected.postIfDue(tenth / 10);
  }
  assert.ok(posts.length <= 67, `${posts.length}`);
  for (const { anything } of posts.slice(1)) assert.deepEqual(anything.toSorted(), [1, 2, 3]);
});

Deno.test("ChangeCollector tells later what changed in the pause", () => {
  const { collected, posts } = collector();
  collected.note(1, true, undefined);
  collected.postIfDue(0);
  collected.note(2, true, undefined);
  collected.postIfDue(14);
  assert.equal(posts.length, 1);
  collected.postIfDue(15);
  assert.deepEqual(posts[1], { windows: [2], anything: [2], places: undefined });
});

Deno.test("ChangeCollector names nobody when it may be anybody, or too many", () => {
  const { collected, posts } = collector();
  collected.note(1, true, undefined);
  collected.note(ANYBODY, true, undefined);
  collected.note(2, false, undefined);
  collected.postIfDue(0);
  assert.deepEqual(posts, [{ windows: [ANYBODY], anything: [ANYBODY], places: undefined }]);
  for (let pid = 1; pid <= 64; pid++) collected.note(pid, false, undefined);
  collected.postIfDue(100);
  assert.equal(posts[1]?.anything.length, 64);
  for (let pid = 1; pid <= 65; pid++) collected.note(pid, false, undefined);
  collected.postIfDue(200);
  assert.deepEqual(posts[2], { windows: [], anything: [ANYBODY], places: undefined });
});

Deno.test("ChangeCollector.forget() leaves nothing to be told", () => {
  const { collected, posts } = collector();
  collected.note(1, true, undefined);
  collected.forget();
  collected.postIfDue(0);
  assert.deepEqual(posts, []);
});

Deno.test("concerns() asks for one process or for any", () => {
  assert.deepEqual([concerns([1, 2], 2), concerns([1, 2], 3), concerns([ANYBODY], 3)], [true, false, true]);
  assert.deepEqual([concerns([1], undefined), concerns([], undefined)], [true, false]);
});

const place = (hwnd: bigint, isNew = false): ChangedPlace => ({ hwnd, parent: 1n, isNew });

Deno.test("ChangeCollector names the windows in which it was, each once, and that one is new", () => {
  const { collected, posts } = collector();
  collected.note(7, false, [place(10n, true)]);
  collected.note(7, false, [place(10n)]);
  collected.note(8, false, [place(11n)]);
  collected.postIfDue(0);
  assert.deepEqual(posts[0]?.places, [{ ...place(10n, true), pid: 7 }, { ...place(11n), pid: 8 }]);
});

Deno.test("ChangeCollector names no windows where one cannot be named, or they are too many; the next time it does", () => {
  const { collected, posts } = collector();
  collected.note(7, false, [place(10n)]);
  collected.note(7, false, undefined);
  collected.postIfDue(0);
  for (let hwnd = 1n; hwnd <= 65n; hwnd++) collected.note(7, false, [place(hwnd)]);
  collected.postIfDue(100);
  for (let hwnd = 1n; hwnd <= 64n; hwnd++) collected.note(7, false, [place(hwnd)]);
  collected.postIfDue(200);
  assert.deepEqual(posts.map(({ places }) => places?.length), [undefined, undefined, 64]);
});

Deno.test("placesOf() leaves out what is surely another program's", () => {
  const places = [{ ...place(1n), pid: 7 }, { ...place(2n), pid: 8 }, { ...place(3n), pid: ANYBODY }];
  assert.deepEqual(placesOf(places, 7), [place(1n), place(3n)]);
  assert.deepEqual(placesOf(places, undefined)?.length, 3);
  assert.equal(placesOf(undefined, 7), undefined);
});

Deno.test("ChangeCollector tells of a change that is to be seen nowhere, without a place", () => {
  const { collected, posts } = collector();
  collected.note(7, true, []);
  collected.postIfDue(0);
  assert.deepEqual(posts, [{ windows: [7], anything: [7], places: [] }]);
});
