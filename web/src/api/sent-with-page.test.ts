import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { listHospitals } from '@baari/contract/hospital/hospital.ts';
import { listHistory, listOpenEntries } from '@baari/contract/queue/queue.ts';
import type { SentWithPage } from '@baari/contract/sent-with-page.ts';

const asha = { id: 'u1', name: 'Asha' };
const sent = {
  user: asha,
  answers: {
    '/api/queues/open': { queues: [] },
    '/api/hospitals?page=2': { hospitals: [], total: 0, page: 2 },
  },
};

type Module = typeof import('./sent-with-page.ts');
let { takeUserSent, takeAnswerSent, takePlaceSent, forgetSent, forgetAnswersSent }: Module =
  await import('./sent-with-page.ts');
let loads = 0;

/** Loads a fresh copy of the module, as on a page that was just opened. */
async function open(text: string | null): Promise<void> {
  Object.assign(globalThis, {
    document: { getElementById: () => (text === null ? null : { textContent: text }) },
  });
  loads += 1;
  // oxlint-disable-next-line no-unsafe-assignment -- the same module once more
  ({ takeUserSent, takeAnswerSent, takePlaceSent, forgetSent, forgetAnswersSent } = await import(
    `./sent-with-page.ts?${loads}`
  ));
}

beforeEach(() => mock.method(performance, 'now', () => 800));
afterEach(() => {
  mock.restoreAll();
  Reflect.deleteProperty(globalThis, 'document');
});

test('each embedded answer is used once; the second time the server is asked [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  assert.deepEqual(takeAnswerSent(listOpenEntries), { queues: [] });
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
  assert.equal(takeUserSent(), undefined);
});

test('a live event makes unused embedded answers stale, but not the signed-in user [EV-9]', async () => {
  await open(JSON.stringify(sent));
  forgetAnswersSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
});

test('an answer is used only for the same request [PAT-2]', async () => {
  await open(JSON.stringify(sent));
  assert.equal(takeAnswerSent(listHospitals), undefined);
  assert.equal(takeAnswerSent(listHistory), undefined);
  assert.equal(takeAnswerSent(listHospitals, { query: { page: 2 } })?.total, 0);
});

test('embedded answers that have expired on a slow connection are not used, and the server is asked [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  mock.method(performance, 'now', () => 15_001);
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.equal(takeUserSent(), undefined);
});

test('one person’s embedded answers are not available to the next person who signs in [AUTH-2]', async () => {
  await open(JSON.stringify(sent));
  forgetSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
});

test('a page says that nobody is signed in as embedded data too, and a page without embedded data asks the server [AUTH-1]', async () => {
  await open(JSON.stringify({ user: null, answers: {} } satisfies SentWithPage));
  assert.equal(takeUserSent(), null);
  await open(null);
  assert.equal(takeUserSent(), undefined);
});

test('the live stream’s start position is used once, and not by the next person who signs in [PAT-11, AUTH-2]', async () => {
  await open(JSON.stringify({ ...sent, place: '7-1' }));
  assert.equal(takePlaceSent(), '7-1');
  assert.equal(takePlaceSent(), undefined);
  await open(JSON.stringify({ ...sent, place: '7-1' }));
  forgetSent();
  assert.equal(takePlaceSent(), undefined);
  await open(JSON.stringify({ ...sent, place: '7-1' }));
  mock.method(performance, 'now', () => 15_001);
  assert.equal(takePlaceSent(), undefined);
});
