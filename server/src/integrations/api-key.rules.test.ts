/** Tests of the rules of API keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageBandOf, dueReminder, expiryOf, isUseNoted } from './api-key.rules.ts';

const now = new Date('2026-12-01T10:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('a key works for 30 days, 90 days, a year or without an end [API-28]', () => {
  assert.deepEqual(expiryOf('30 days', now), inDays(30));
  assert.deepEqual(expiryOf('90 days', now), inDays(90));
  assert.deepEqual(expiryOf('year', now), inDays(365));
  assert.equal(expiryOf('unlimited', now), null);
});

test('the use of a key is written at most once a minute, and at once from another network [API-28]', () => {
  const used = { last_used_at: new Date(now.getTime() - 30_000), last_network: '10.0.0.1' };
  assert.ok(isUseNoted({ last_used_at: null, last_network: null }, '10.0.0.1', now));
  assert.ok(!isUseNoted(used, '10.0.0.1', now));
  assert.ok(isUseNoted(used, '10.0.0.2', now));
  assert.ok(isUseNoted({ ...used, last_used_at: inDays(-1) }, '10.0.0.1', now));
});

test('administrators are reminded 30 and 7 days before the end and after 90 days without use, each once [API-28]', () => {
  const key = { made_at: inDays(-335), expires_at: inDays(30), last_used_at: now, reminded: [] };
  assert.equal(dueReminder({ ...key, expires_at: inDays(31) }, now), undefined);
  assert.equal(dueReminder(key, now), '30 days');
  assert.equal(dueReminder({ ...key, reminded: ['30 days'] }, now), undefined);
  const soon = { ...key, expires_at: inDays(7), reminded: ['30 days'] };
  assert.equal(dueReminder(soon, now), '7 days');
  assert.equal(dueReminder({ ...soon, reminded: ['30 days', '7 days'] }, now), undefined);
  // A key made for 30 days is not announced on the day on which it was made.
  assert.equal(dueReminder({ ...key, made_at: now }, now), undefined);
  const idle = { ...key, expires_at: null, last_used_at: inDays(-90) };
  assert.equal(dueReminder(idle, now), 'unused');
  assert.equal(dueReminder({ ...idle, reminded: ['unused'] }, now), undefined);
});

test('an age is shown to a key as a band [SEC-18]', () => {
  assert.deepEqual([0, 4, 5, 29, 30, 74, 75, 101].map(ageBandOf), [
    '0-4',
    '0-4',
    '5-14',
    '15-29',
    '30-44',
    '60-74',
    '75+',
    '75+',
  ]);
});
