import assert from "node:assert/strict";
import {
  ANYBODY,
  ChangeCollector,
  type ChangeNews,
  concerns,
} from "../../src/desktop/windows/change_news.ts";

function collector(): { readonly collected: ChangeCollector; readonly posts: ChangeNews[] } {
  const posts: ChangeNews[] = [];
  return { collected: new ChangeCollector((news) => posts.push(news)), posts };
}

Deno.test("ChangeCollector tells of the first change at once, and nothing when nothing has changed", () => {
  const { collected, posts } = collector();
  collected.postIfDue(1_000);
  assert.deepEqual(posts, []);
  collected.note(7, true);
  collected.postIfDue(1_000);
  assert.deepEqual(posts, [{ windows: [7], anything: [7] }]);
  collected.postIfDue(2_000);
  assert.equal(posts.length, 1);
});

Deno.test("ChangeCollector tells windows from what is in them, each process once", () => {
  const { collected, posts } = collector();
  for (const pid of [7, 8, 7]) collected.note(pid, false);
  collected.note(8, true);
  collected.postIfDue(0);
  assert.deepEqual(posts, [{ windows: [8], anything: [7, 8] }]);
});

Deno.test("ChangeCollector makes of 10,000 changes in a second less than 70 posts, and loses none of the programs", () => {
  const { collected, posts } = collector();
  for (let tenth = 0; tenth < 10_000; tenth++) {
    collected.note(1 + tenth % 3, tenth % 2 === 0);
    collected.postIfDue(tenth / 10);
  }
  assert.ok(posts.length <= 67, `${posts.length}`);
  for (const { anything } of posts.slice(1)) assert.deepEqual(anything.toSorted(), [1, 2, 3]);
});

Deno.test("ChangeCollector tells later what changed in the pause", () => {
  const { collected, posts } = collector();
  collected.note(1, true);
  collected.postIfDue(0);
  collected.note(2, true);
  collected.postIfDue(14);
  assert.equal(posts.length, 1);
  collected.postIfDue(15);
  assert.deepEqual(posts[1], { windows: [2], anything: [2] });
});

Deno.test("ChangeCollector names nobody when it may be anybody, or too many", () => {
  const { collected, posts } = collector();
  collected.note(1, true);
  collected.note(ANYBODY, true);
  collected.note(2, false);
  collected.postIfDue(0);
  assert.deepEqual(posts, [{ windows: [ANYBODY], anything: [ANYBODY] }]);
  for (let pid = 1; pid <= 64; pid++) collected.note(pid, false);
  collected.postIfDue(100);
  assert.equal(posts[1]?.anything.length, 64);
  for (let pid = 1; pid <= 65; pid++) collected.note(pid, false);
  collected.postIfDue(200);
  assert.deepEqual(posts[2], { windows: [], anything: [ANYBODY] });
});

Deno.test("ChangeCollector.forget() leaves nothing to be told", () => {
  const { collected, posts } = collector();
  collected.note(1, true);
  collected.forget();
  collected.postIfDue(0);
  assert.deepEqual(posts, []);
});

Deno.test("concerns() asks for one process or for any", () => {
  assert.deepEqual([concerns([1, 2], 2), concerns([1, 2], 3), concerns([ANYBODY], 3)], [true, false, true]);
  assert.deepEqual([concerns([1], undefined), concerns([], undefined)], [true, false]);
});
