import assert from "node:assert/strict";
import { SharedQuestions } from "../../src/desktop/windows/shared_questions.ts";

/** Questions that are answered by hand, in the order in which they were put. */
function byHand() {
  const put: PromiseWithResolvers<number>[] = [];
  return {
    put,
    question: () => {
      const one = Promise.withResolvers<number>();
      put.push(one);
      return one.promise;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("SharedQuestions: who asks while an answer is on its way gets the next one, together with all others", async () => {
  const shared = new SharedQuestions();
  const { put, question } = byHand();
  const first = shared.ask("list", question);
  const later = Array.from({ length: 100 }, () => shared.ask("list", question));
  assert.equal(put.length, 1);
  put[0]?.resolve(1);
  assert.equal(await first, 1);
  await settled();
  assert.equal(put.length, 2);
  const latest = shared.ask("list", question);
  put[1]?.resolve(2);
  assert.deepEqual(new Set(await Promise.all(later)), new Set([2]));
  await settled();
  put[2]?.resolve(3);
  assert.equal(await latest, 3);
  assert.equal(put.length, 3);
});

Deno.test("SharedQuestions: different questions wait for nothing", async () => {
  const shared = new SharedQuestions();
  const { put, question } = byHand();
  const answers = [shared.ask("a", question), shared.ask("b", question)];
  assert.equal(put.length, 2);
  put[1]?.resolve(2);
  assert.equal(await answers[1], 2);
  put[0]?.resolve(1);
  assert.equal(await answers[0], 1);
});

Deno.test("SharedQuestions: a question that fails fails for those who shared it, and the next one is put", async () => {
  const shared = new SharedQuestions();
  const { put, question } = byHand();
  const first = shared.ask("a", question);
  const second = shared.ask("a", question);
  put[0]?.reject(new Error("overran"));
  await assert.rejects(first, /overran/);
  await settled();
  const third = shared.ask("a", question);
  put[1]?.reject(new Error("again"));
  await assert.rejects(second, /again/);
  await settled();
  put[2]?.resolve(3);
  assert.equal(await third, 3);
});

Deno.test("SharedQuestions: one that has been answered is put anew", async () => {
  const shared = new SharedQuestions();
  let count = 0;
  const question = () => Promise.resolve(++count);
  assert.deepEqual([await shared.ask("a", question), await shared.ask("a", question)], [1, 2]);
});
