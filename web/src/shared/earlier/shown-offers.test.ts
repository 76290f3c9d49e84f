import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EarlierOffer } from '@baari/contract/visit/earlier.ts';
import { endOf, type ShownOffer, withEnd, withOpenOffers } from './shown-offers.ts';

function offerOf(id: string): EarlierOffer {
  return {
    id,
    wishId: `w-${id}`,
    state: 'open',
    patient: { id: 'p1', name: 'Asha' },
    doctor: { id: 'd1', name: 'Dr. Rao', specialty: 'General', department: 'General' },
    hospital: { id: 'h1', name: 'Shanti', timeZone: 'Asia/Kolkata' },
    date: '2026-12-01',
    time: '10:00',
    startsAt: '2026-12-01T04:30:00.000Z',
    minutes: 20,
    instead: null,
    reason: 'longest_wish',
    offeredAt: '2026-11-28T04:30:00.000Z',
    expiresAt: '2026-11-28T05:30:00.000Z',
  };
}

const before = Date.parse('2026-11-28T05:00:00.000Z');
const after = Date.parse('2026-11-28T05:30:00.000Z');

function endsOf(shown: readonly ShownOffer[], now = before, booked: readonly EarlierOffer[] = []) {
  return shown.map((each) => endOf(each, booked, now));
}

test('an offer of an earlier time that has ended stays on the page and says that it is over [APPT-1]', () => {
  const shown = withOpenOffers([], [offerOf('a'), offerOf('b')]);
  assert.deepEqual(endsOf(shown), [null, null]);
  assert.deepEqual(endsOf(withOpenOffers(shown, [offerOf('b')])), ['over', null]);
  assert.deepEqual(endsOf(shown, after), ['over', 'over']);
});

test('an offer of an earlier time that was accepted in another tab says that the time is booked [APPT-1]', () => {
  const shown = withOpenOffers(withOpenOffers([], [offerOf('a')]), []);
  assert.deepEqual(endsOf(shown, before, [offerOf('a')]), ['taken']);
});

test('the patient’s answer to an offer of an earlier time stays on the page when the page is updated [APPT-1]', () => {
  const answered = withEnd(withOpenOffers([], [offerOf('a'), offerOf('b')]), 'a', 'declined');
  assert.deepEqual(endsOf(withOpenOffers(answered, [offerOf('a')])), ['declined', 'over']);
});
