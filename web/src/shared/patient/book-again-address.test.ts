import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksToBook, bookAgainAddress, readBookAgain } from './book-again-address.ts';

test('a scheduling link opens the booking of its doctor or line at its time, and a search service’s own parameters change nothing [API-40]', () => {
  const begun = { patientId: undefined, visitKind: undefined, day: '2026-12-01', time: '10:30' };
  const link = '?day=2026-12-01&time=10%3A30';
  assert.deepEqual(readBookAgain(link), begun);
  assert.deepEqual(readBookAgain(`${link}&source=finder&booking-referral=34d1`), begun);
  assert.ok(asksToBook(`${link}&source=finder`));
  assert.ok(!asksToBook(link, 'line-1'));
  assert.ok(asksToBook(`${link}&line=line-1`, 'line-1'));
  assert.ok(!asksToBook(`${link}&line=line-1`));
});

test('an address without a whole time opens no booking [API-40]', () => {
  for (const search of ['', '?time=10:30', '?day=2026-12-01', '?day=2026-12-01&time=soon']) {
    assert.ok(!asksToBook(search), search);
  }
  assert.ok(!asksToBook(new URL(bookAgainAddress('d', { day: '2026-12-01' }), 'http://x').search));
});
