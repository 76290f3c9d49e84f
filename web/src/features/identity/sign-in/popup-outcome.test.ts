import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeInAddress, readOutcome } from './popup-outcome.ts';

const outcome = (query: string) => outcomeInAddress(new URLSearchParams(query));

test('the sign-in window reports that the person is signed in, or why sign-in failed [LOGIN-2]', () => {
  assert.deepEqual(outcome(''), { kind: 'signed-in' });
  for (const code of ['second_factor_required', 'not_hospital_staff', 'provider_failed']) {
    assert.deepEqual(outcome(`error=${code}`), { kind: 'refused', code });
  }
});

test('an unknown reason from the sign-in window counts as a failure, never as signed in [LOGIN-2]', () => {
  for (const error of ['', 'access_denied', 'signed-in']) {
    assert.deepEqual(outcome(`error=${error}`), { kind: 'refused', code: 'provider_failed' });
  }
});

test('the page that opened the sign-in window accepts only that window’s messages [LOGIN-2]', () => {
  for (const query of ['', 'error=second_factor_required', 'error=other']) {
    assert.deepEqual(readOutcome(structuredClone(outcome(query))), outcome(query));
  }
  for (const other of [null, 'signed-in', {}, { kind: 'refused' }, { kind: 'x', code: 'y' }]) {
    assert.equal(readOutcome(other), undefined);
  }
});
