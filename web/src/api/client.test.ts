import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import { listHospitals } from '@baari/contract/hospital/hospital.ts';
import { replayDay } from '@baari/contract/hospital/replay.ts';
import { completeConsultation, getEntry, getDoctorQueue } from '@baari/contract/queue/queue.ts';
import { forgetToken, onSessionLost, wantToken } from '../session/token.ts';
import { call } from './client.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

const id = '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f';
const realFetch = globalThis.fetch;
let seen: Seen[] = [];

function pathOf(url: string | URL | Request): string {
  return url instanceof Request ? url.url : url.toString();
}

/** Replaces the network. The tests check which requests leave the browser, and in which order. */
function answerWith(answers: (request: Seen) => Response): void {
  globalThis.fetch = async (url, init) => {
    const request = {
      method: init?.method ?? 'GET',
      url: pathOf(url),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : undefined,
    };
    seen.push(request);
    return answers(request);
  };
}

const calls = () => seen.filter((request) => !request.url.startsWith('/api/identity/'));
const ended = () =>
  Response.json({ error: 'Authentication failed.', code: 'session_ended' }, { status: 401 });

beforeEach(() => {
  seen = [];
  forgetToken();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a page without a sign-in token sends no request about a queue to the server [VAL-5, ERR-5]', async () => {
  answerWith(() => Response.json({}));
  await assert.rejects(call(getEntry, { params: { id } }), {
    code: 'not_authenticated',
    message: 'Not authenticated',
  });
  assert.deepEqual(seen, []);
});

test('the public list of hospitals is requested without a sign-in token [ROLE-5]', async () => {
  answerWith(() => Response.json({ hospitals: [] }));
  await call(listHospitals, { query: { search: 'eye & ear' } });
  assert.equal(seen[0]?.url, '/api/hospitals?search=eye+%26+ear');
  assert.equal(seen[0]?.headers.has('authorization'), false);
});

test('every API request carries the sign-in token, and every change also carries a new idempotency key', async () => {
  wantToken();
  answerWith(({ url }) => Response.json(url.endsWith('/token') ? { token: 't1' } : { queue: {} }));
  await call(completeConsultation, { params: { id } });
  await call(getDoctorQueue, { params: { id }, query: { includeCompleted: 'true' } });
  const [write, read] = calls();
  assert.equal(write?.url, `/api/queues/${id}/complete`);
  assert.equal(write?.headers.get('authorization'), 'Bearer t1');
  assert.equal(write?.body, '{}');
  assert.match(write?.headers.get('idempotency-key') ?? '', /^[0-9a-f-]{32,36}$/);
  assert.equal(read?.url, `/api/hospital/doctors/${id}/queue?includeCompleted=true`);
  assert.equal(read?.headers.has('idempotency-key'), false);
});

test('a device that slept for long renews its sign-in token first, so that the server refuses no request [AUTH-3]', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22) });
  try {
    wantToken();
    let tokens = 0;
    let isDown = false;
    answerWith(({ url, headers }) => {
      if (!url.endsWith('/token')) {
        return headers.get('authorization') === 'Bearer t3' ? ended() : Response.json({});
      }
      if (isDown) return Response.json({ error: 'Down.', code: 'internal' }, { status: 500 });
      tokens += 1;
      return Response.json({ token: `t${tokens}` });
    });
    const tokenOfCall = async () => {
      seen = [];
      await call(getEntry, { params: { id } });
      return calls().map(({ headers }) => headers.get('authorization'));
    };
    assert.deepEqual(await tokenOfCall(), ['Bearer t1']);
    mock.timers.tick((tokenRefreshSeconds - 1) * 1000);
    assert.deepEqual(await tokenOfCall(), ['Bearer t1'], 'still young');
    mock.timers.tick(3_600_000);
    assert.deepEqual(await tokenOfCall(), ['Bearer t2'], 'after a sleep');
    mock.timers.tick(3_600_000);
    isDown = true;
    assert.deepEqual(await tokenOfCall(), ['Bearer t2'], 'the old one while there is no other');
    isDown = false;
    assert.deepEqual(await tokenOfCall(), ['Bearer t3', 'Bearer t4'], 'refused, and renewed once');
  } finally {
    mock.timers.reset();
  }
});

test('the page gives up a request that gets no answer after twenty seconds, or later for the simulation of a past day [ADM-1, WAIT-4]', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 10, 22) });
  try {
    wantToken();
    globalThis.fetch = async (url, init) => {
      if (pathOf(url).endsWith('/token')) return Response.json({ token: 't1' });
      return new Promise((_, reject) => {
        const { signal } = init ?? {};
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    };
    const outcomes: string[] = [];
    const heard = (name: string, answer: Promise<unknown>) =>
      answer.catch(() => {
        outcomes.push(name);
      });
    const entry = heard('entry', call(getEntry, { params: { id } }));
    const day = heard('day', call(replayDay, { query: { day: '2026-11-20' } }));
    await nextTurn();
    mock.timers.tick(20_000);
    await entry;
    assert.deepEqual(outcomes, ['entry']);
    mock.timers.tick(39_000);
    await nextTurn();
    assert.deepEqual(outcomes, ['entry']);
    mock.timers.tick(1000);
    await day;
    assert.deepEqual(outcomes, ['entry', 'day']);
  } finally {
    mock.timers.reset();
  }
});

test('a page without a sign-in token asks for a token at most once a second, for all its requests together [PAT-11, ERR-2]', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22) });
  try {
    wantToken();
    answerWith(() => Response.json({ error: 'Down.', code: 'internal' }, { status: 500 }));
    const asked = async () => {
      await assert.rejects(call(getEntry, { params: { id } }), { code: 'internal' });
      return seen.length;
    };
    assert.deepEqual([await asked(), await asked(), await asked()], [1, 1, 1]);
    mock.timers.tick(1000);
    assert.deepEqual([await asked(), await asked()], [2, 2]);
    answerWith(({ url }) => Response.json(url.endsWith('/token') ? { token: 't1' } : {}));
    mock.timers.tick(1000);
    await call(getEntry, { params: { id } });
  } finally {
    mock.timers.reset();
  }
});

test('a request with an expired session is repeated once, with a new sign-in token and the same key [AUTH-2]', async () => {
  wantToken();
  let issued = 0;
  answerWith(({ url, headers }) => {
    if (url.endsWith('/token')) return Response.json({ token: `t${++issued}` });
    return headers.get('authorization') === 'Bearer t2' ? Response.json({ queue: {} }) : ended();
  });
  await call(completeConsultation, { params: { id } });
  const keys = calls().map((request) => request.headers.get('idempotency-key'));
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test('a session that is still expired after a retry is reported as ended once, and the page stops repeating the request [AUTH-2]', async () => {
  wantToken();
  let lost = 0;
  const stop = onSessionLost(() => {
    lost += 1;
  });
  answerWith(({ url }) => (url.endsWith('/token') ? Response.json({ token: 't' }) : ended()));
  await assert.rejects(call(getEntry, { params: { id } }), { code: 'session_ended' });
  stop();
  assert.equal(lost, 1);
  assert.equal(calls().length, 2);
});

test('many requests at the same time fetch only one sign-in token', async () => {
  wantToken();
  answerWith(({ url }) => Response.json(url.endsWith('/token') ? { token: 't' } : { queue: {} }));
  await Promise.all([1, 2, 3].map(() => call(getEntry, { params: { id } })));
  assert.equal(seen.filter(({ url }) => url.endsWith('/token')).length, 1);
});

test('a lost network is reported to the user as a network problem, not as a programming error', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  await assert.rejects(call(listHospitals), { code: 'network', status: 0 });
});

test('a request that ends because the user left the page is not reported as a failure', async () => {
  const controller = new AbortController();
  globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
    });
  const pending = call(listHospitals, { signal: controller.signal });
  controller.abort();
  await assert.rejects(pending, { name: 'AbortError' });
});
