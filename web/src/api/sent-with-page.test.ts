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

/** The module as a page that was just opened has it. */
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

test('what came with the page is taken once; the second time the server is asked [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  assert.deepEqual(takeAnswerSent(listOpenEntries), { queues: [] });
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
  assert.equal(takeUserSent(), undefined);
});

test('what was told since makes the answers old that nobody has taken, not who is signed in [EV-9]', async () => {
  await open(JSON.stringify(sent));
  forgetAnswersSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
});

test('an answer is that to the same question and no other [PAT-2]', async () => {
  await open(JSON.stringify(sent));
  assert.equal(takeAnswerSent(listHospitals), undefined);
  assert.equal(takeAnswerSent(listHistory), undefined);
  assert.equal(takeAnswerSent(listHospitals, { query: { page: 2 } })?.total, 0);
});

test('on a line so slow that the answers have grown old the server is asked [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  mock.method(performance, 'now', () => 15_001);
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.equal(takeUserSent(), undefined);
});

test('what came for one person is not there for the next who signs in [AUTH-2]', async () => {
  await open(JSON.stringify(sent));
  forgetSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
});

test('nobody is known to be signed in as well; a page that brought nothing asks [AUTH-1]', async () => {
  await open(JSON.stringify({ user: null, answers: {} } satisfies SentWithPage));
  assert.equal(takeUserSent(), null);
  await open(null);
  assert.equal(takeUserSent(), undefined);
});

test('where the live stream goes on from is taken once, and not by the next who signs in [PAT-11, AUTH-2]', async () => {
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
