import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareById } from './share-by-id.ts';

const asha = { id: 'a', name: 'Asha', token: { letters: 'C', number: 1 } };
const ravi = { id: 'b', name: 'Ravi', token: { letters: 'C', number: 2 } };
const mala = { id: 'c', name: 'Mala', token: { letters: 'C', number: 3 } };
const again = <Value>(value: Value): Value => structuredClone(value);

test('when the first patient leaves a list, React does not render the other rows again [ADM-6]', () => {
  const shared = shareById([asha, ravi, mala], again([ravi, mala])) as unknown[];
  assert.equal(shared.length, 2);
  assert.ok(shared[0] === ravi && shared[1] === mala);
});

test('when one row of a list changes, React renders only the changed parts of this row again [ADM-6]', () => {
  const changed = { ...again(ravi), name: 'Ravi Rao' };
  const shared = shareById({ queue: [asha, ravi] }, { queue: [again(asha), changed] }) as {
    queue: (typeof asha)[];
  };
  assert.deepEqual(shared.queue, [asha, changed]);
  assert.ok(shared.queue[0] === asha && shared.queue[1] !== ravi);
  assert.equal(shared.queue[1]?.token, ravi.token);
});

test('receiving the same list again changes nothing on the screen, and receiving its rows in another order does [ADM-6]', () => {
  const before = { pages: [{ rows: [asha, ravi] }], next: null };
  assert.equal(shareById(before, again(before)), before);
  const turned = shareById([asha, ravi], again([ravi, asha])) as unknown[];
  assert.ok(turned[0] === ravi && turned[1] === asha);
});

test('list rows that were removed, added or changed are shown as the server sent them [ADM-6]', () => {
  assert.deepEqual(shareById({ a: 1, b: 2 }, { a: 1 }), { a: 1 });
  assert.deepEqual(shareById({ a: 1 }, { a: 1, b: undefined }), { a: 1, b: undefined });
  assert.deepEqual(shareById([asha], []), []);
  assert.deepEqual(shareById([], [asha]), [asha]);
  assert.deepEqual(shareById([asha], asha), asha);
  assert.deepEqual(shareById(undefined, [asha]), [asha]);
  assert.deepEqual(shareById([1, 2], [2]), [2]);
  assert.equal(shareById(asha, null), null);
});
