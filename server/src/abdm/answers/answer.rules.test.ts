import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTry, onShareBody } from './answer.rules.ts';

const now = new Date('2026-11-30T10:00:00.000Z');

test('five tries of an answer fit into the 30 seconds for which the patient’s app waits, and later ones follow [API-38]', () => {
  const times = [0];
  for (let tries = 1; ; tries += 1) {
    const at = nextTry(tries, undefined, now);
    if (at === undefined) break;
    times.push((times.at(-1) ?? 0) + at.getTime() - now.getTime());
  }
  assert.equal(times.filter((ms) => ms <= 30_000).length, 6);
  assert.ok((times.at(-1) ?? 0) > 480_000);
});

test('an answer that ABDM refuses for good is not tried again [API-38]', () => {
  const error = { status: 404, code: 'ABDM-1001', message: '' };
  assert.equal(nextTry(1, error, now), undefined);
  assert.ok(nextTry(1, { ...error, status: 503 }, now) !== undefined);
});

test('every answer is an acknowledgement or an error, and an unknown reason has a sentence too [API-38]', () => {
  const to = { requestId: 'a-request', counterCode: 'a2345678' };
  const place = { token: 'C-017', abhaAddress: 'asha@sbx' };
  assert.deepEqual(Object.keys(onShareBody({ ...to, place, refusal: null })), [
    'acknowledgement',
    'response',
  ]);
  for (const refusal of ['line_closed', 'anything_new', null]) {
    const body = onShareBody({ ...to, place: undefined, refusal });
    assert.deepEqual(Object.keys(body), ['error', 'response']);
    assert.match(JSON.stringify(body), /"message":"[^"]{10,}"/u);
  }
});
