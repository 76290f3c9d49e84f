/** Tests of the retry schedule of webhooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, endpointAfterFailure, retryAfterOf } from './retry.rules.ts';

const now = new Date('2026-12-01T06:00:00Z');
const hourMs = 3_600_000;
const usual = {
  tries: 1,
  firstTriedAt: now,
  lastSuccessAt: null,
  retryAfterMs: undefined,
  random: 0,
} as const;

test('a failed delivery is tried ten times within three days, each time later, and then no more [API-30]', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => {
    const { state, nextAt } = afterFailure({ ...usual, tries }, now);
    assert.equal(state, 'waiting');
    return (nextAt.getTime() - now.getTime()) / 1000;
  });
  assert.deepEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  assert.equal(afterFailure({ ...usual, tries: 10 }, now).state, 'failed');
  const late = afterFailure({ ...usual, random: 0.999 }, now).nextAt.getTime() - now.getTime();
  assert.ok(late > 5900 && late <= 6000, 'at most a fifth later, so that not all come at once');
});

test('a receiver’s Retry-After counts between the usual wait and twice the usual wait [API-30]', () => {
  const waitFor = (retryAfterMs: number) =>
    afterFailure({ ...usual, tries: 2, retryAfterMs }, now).nextAt.getTime() - now.getTime();
  assert.deepEqual(
    [waitFor(1000), waitFor(400_000), waitFor(9_000_000)],
    [300_000, 400_000, 600_000],
  );
  assert.equal(retryAfterOf('120', now), 120_000);
  assert.equal(retryAfterOf('Tue, 01 Dec 2026 06:01:00 GMT', now), 60_000);
  assert.equal(retryAfterOf('Tue, 01 Dec 2026 05:00:00 GMT', now), 0);
  for (const none of [undefined, '', 'soon', '-5'])
    assert.equal(retryAfterOf(none, now), undefined);
});

test('an event that failed three times while others arrived no longer holds its subject back [API-30]', () => {
  const later = new Date(now.getTime() + 1000);
  const isParked = (tries: number, lastSuccessAt: Date | null) =>
    afterFailure({ ...usual, tries, lastSuccessAt }, later).isParked;
  assert.ok(isParked(3, later));
  assert.ok(!isParked(2, later), 'two tries are too few');
  assert.ok(!isParked(9, null) && !isParked(9, now), 'nothing else has arrived since');
});

test('administrators get a mail after a day of failures; five days, or the answer 410, disable a webhook [API-30]', () => {
  const after = (hours: number, status = 500, warnedAt: Date | null = null) => {
    const failingSince = new Date(now.getTime() - hours * hourMs);
    return endpointAfterFailure({ failingSince, warnedAt }, status, now);
  };
  assert.deepEqual(
    [after(0), after(23), after(24), after(50, 500, now), after(119, 500, now), after(120)],
    ['failing', 'failing', 'warn', 'failing', 'failing', 'disable'],
  );
  assert.equal(after(0, 410), 'disable');
});
