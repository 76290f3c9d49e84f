import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiProblem } from '../problems/problem.ts';
import { createRestraint, restAfter } from './restraint.ts';

const minute = 60_000;

function problem(status: number, retryAfter?: number): ApiProblem {
  return new ApiProblem({ status, code: 'http', message: `HTTP ${status}`, retryAfter });
}

/** A query cache with a manual clock, whose server answers with `failure`. */
function makeCache(failure: ApiProblem | undefined) {
  const state = { now: 0, pressedAt: Number.NEGATIVE_INFINITY, sent: 0, failure };
  const restraint = createRestraint({ now: () => state.now, pressedAt: () => state.pressedAt });
  const client = new QueryClient({
    defaultOptions: {
      queries: { behavior: restraint.behavior, retry: false, retryOnMount: restraint.mayAsk },
    },
  });
  const options = {
    queryKey: ['place'],
    queryFn: () => {
      state.sent += 1;
      if (state.failure !== undefined) return Promise.reject(state.failure);
      return Promise.resolve('third');
    },
  };
  return {
    state,
    client,
    restraint,
    ask: () => client.fetchQuery({ ...options, staleTime: 0 }),
    /** Mounts and unmounts a component that reads the test's query. */
    async show(): Promise<void> {
      const stop = new QueryObserver(client, options).subscribe(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      stop();
    },
  };
}

for (const status of [0, 400, 403, 404, 429, 500, 503]) {
  test(`a page that repeats a request with status ${status} is allowed three quick attempts, and then only a few in a minute [PAT-11, ERR-2]`, async () => {
    const failure = problem(status);
    const { state, ask } = makeCache(failure);
    for (let turn = 0; turn < 1000; turn += 1) await assert.rejects(ask(), failure);
    assert.equal(state.sent, 3);
    for (; state.now < minute; state.now += 50) await assert.rejects(ask(), failure);
    assert.ok(state.sent <= 10, `${state.sent} sent`);
  });
}

test('a page seldom repeats a request that was permanently refused, and repeats a request within seconds after a brief failure [PAT-11]', () => {
  assert.equal(restAfter(2, problem(403)), 0);
  assert.equal(restAfter(3, problem(403)), 2000);
  assert.equal(restAfter(40, problem(403)), 10 * minute);
  assert.equal(restAfter(40, problem(404)), 10 * minute);
  assert.equal(restAfter(40, problem(503)), 15_000);
  assert.equal(restAfter(40, problem(0)), 15_000);
});

test('when the server says how long to wait after a refusal, every part of the page waits that long [ERR-2]', async () => {
  const failure = problem(429, 30);
  const { state, ask } = makeCache(failure);
  await assert.rejects(ask(), failure);
  for (; state.now < 30_000; state.now += 500) {
    state.pressedAt = state.now;
    await assert.rejects(ask(), failure);
  }
  assert.equal(state.sent, 1);
  await assert.rejects(ask(), failure);
  assert.equal(state.sent, 2);
});

test('each press of a button by a person sends a request at once, even after failed requests [PAT-11]', async () => {
  const { state, ask } = makeCache(problem(403));
  for (let turn = 0; turn < 10; turn += 1) await assert.rejects(ask());
  assert.equal(state.sent, 3);
  state.now += 10;
  state.pressedAt = state.now;
  state.now += 10;
  for (let turn = 0; turn < 10; turn += 1) await assert.rejects(ask());
  assert.equal(state.sent, 4);
});

test('a part of the page that disappears when it fails does not send a request each time it reappears [PAT-11]', async () => {
  const { state, show } = makeCache(problem(404));
  for (let turn = 0; turn < 50; turn += 1) await show();
  assert.equal(state.sent, 3);
});

test('one successful request, or a server that can be reached again, ends the waiting between failed requests [PAT-11]', async () => {
  const { state, ask, restraint } = makeCache(problem(500));
  for (let turn = 0; turn < 10; turn += 1) await assert.rejects(ask());
  restraint.forget();
  state.failure = undefined;
  assert.equal(await ask(), 'third');
  state.failure = problem(500);
  const before = state.sent;
  for (let turn = 0; turn < 10; turn += 1) await assert.rejects(ask());
  assert.equal(state.sent - before, 3);
});
