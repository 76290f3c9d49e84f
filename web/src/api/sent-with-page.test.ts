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

test('data that arrived with the page is used once, and the second time the page requests the data from the server [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  assert.deepEqual(takeAnswerSent(listOpenEntries), { queues: [] });
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
  assert.equal(takeUserSent(), undefined);
});

test('after a live update the page no longer uses data that came with it, but still knows the signed-in user [EV-9]', async () => {
  await open(JSON.stringify(sent));
  forgetAnswersSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.deepEqual(takeUserSent(), asha);
});

test('data that came with the page is used only for exactly the same request [PAT-2]', async () => {
  await open(JSON.stringify(sent));
  assert.equal(takeAnswerSent(listHospitals), undefined);
  assert.equal(takeAnswerSent(listHistory), undefined);
  assert.equal(takeAnswerSent(listHospitals, { query: { page: 2 } })?.total, 0);
});

test('data that arrived with the page is not used when it is too old, and the page requests new data from the server [PAT-11]', async () => {
  await open(JSON.stringify(sent));
  mock.method(performance, 'now', () => 15_001);
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
  assert.equal(takeUserSent(), undefined);
});

test('data that came with one person’s page is not shown to the next person who signs in [AUTH-2]', async () => {
  await open(JSON.stringify(sent));
  forgetSent();
  assert.equal(takeAnswerSent(listOpenEntries), undefined);
});

test('a page may arrive with the information that nobody is signed in, and otherwise asks the server who is signed in [AUTH-1]', async () => {
  await open(JSON.stringify({ user: null, answers: {} } satisfies SentWithPage));
  assert.equal(takeUserSent(), null);
  await open(null);
  assert.equal(takeUserSent(), undefined);
});

test('the position in the live updates that arrives with a page is used once, and not for the next person who signs in [PAT-11, AUTH-2]', async () => {
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
