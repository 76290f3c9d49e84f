/** Tests that concurrent callers share one read, which never began before their call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from './database.ts';
import { sharedRead } from './shared-read.ts';

function nobody(): Promise<never> {
  return Promise.reject(new Error('No read is expected here.'));
}

function makeDatabase(): Queryable {
  return { many: nobody, maybeOne: nobody, one: nobody, run: nobody };
}

/**
 * Makes a database read whose result the test supplies by hand. It counts how often the read was
 * started.
 */
function makeRead() {
  const begun: PromiseWithResolvers<string>[] = [];
  return {
    begun,
    read: () => {
      const asked = Promise.withResolvers<string>();
      begun.push(asked);
      return asked.promise;
    },
  };
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  assert.ok(item !== undefined);
  return item;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('twenty screens that ask for the same data while a read is in progress share one further database read', async () => {
  const db = makeDatabase();
  const { begun, read } = makeRead();
  const first = sharedRead(db, 'counts', read);
  const others = Array.from({ length: 20 }, () => sharedRead(db, 'counts', read));
  assert.equal(begun.length, 1);
  at(begun, 0).resolve('as it was');
  assert.equal(await first, 'as it was');
  await pause();
  assert.equal(begun.length, 2, 'a read that began before they asked is not used for them');
  at(begun, 1).resolve('as it is');
  assert.deepEqual(await Promise.all(others), Array<string>(20).fill('as it is'));
  const later = sharedRead(db, 'counts', read);
  assert.equal(begun.length, 3, 'nothing is kept');
  at(begun, 2).resolve('later');
  assert.equal(await later, 'later');
});

test('requests with another key or another database do not wait for a shared database read', async () => {
  const db = makeDatabase();
  const { begun, read } = makeRead();
  void sharedRead(db, 'counts', read);
  void sharedRead(db, 'doctors', read);
  void sharedRead(makeDatabase(), 'counts', read);
  assert.equal(begun.length, 3);
});

test('if a shared database read fails, all its callers get the error, and the next caller reads again', async () => {
  const db = makeDatabase();
  const { begun, read } = makeRead();
  const first = sharedRead(db, 'counts', read);
  const second = sharedRead(db, 'counts', read);
  const third = sharedRead(db, 'counts', read);
  at(begun, 0).reject(new Error('away'));
  await assert.rejects(first, /away/u);
  await pause();
  at(begun, 1).reject(new Error('still away'));
  await assert.rejects(second, /still away/u);
  await assert.rejects(third, /still away/u);
  const fourth = sharedRead(db, 'counts', read);
  at(begun, 2).resolve('back');
  assert.equal(await fourth, 'back');
});
