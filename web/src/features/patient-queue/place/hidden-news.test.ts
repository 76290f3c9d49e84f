import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNews, type Seen } from './hidden-news.ts';

function seen(
  status: Seen['entry']['status'],
  advice: Seen['advice'] = 'stay',
  more: Partial<Seen['entry']> = {},
): Seen {
  return {
    entry: { id: 'e1', status, cancelledBy: null, closed: null, hold: null, ...more },
    advice,
  };
}

test('a patient who is not looking is notified of approval, the time to leave, being next and the turn [PAT-11]', () => {
  const waiting = seen('waiting', 'stayUntil');
  assert.equal(hiddenNews(seen('pending_approval', 'pending'), waiting), 'approved');
  assert.equal(hiddenNews(seen('pending_approval'), seen('waiting', 'next')), 'next');
  assert.equal(hiddenNews(waiting, seen('waiting', 'leaveNow')), 'leaveNow');
  assert.equal(hiddenNews(seen('waiting', 'leaveNow'), seen('waiting', 'next')), 'next');
  assert.equal(hiddenNews(seen('waiting', 'next'), seen('in_progress', 'turn')), 'turn');
  assert.equal(hiddenNews(seen('pending_approval'), seen('rejected')), 'rejected');
  const removed = seen('cancelled', 'stay', { cancelledBy: 'staff' });
  assert.equal(hiddenNews(waiting, removed), 'removed');
});

test('nothing is notified at the first look, without a change, or after the patient’s own actions [PAT-11]', () => {
  const waiting = seen('waiting', 'leaveNow');
  assert.equal(hiddenNews(undefined, seen('in_progress')), undefined);
  assert.equal(hiddenNews(waiting, waiting), undefined);
  assert.equal(hiddenNews(waiting, seen('waiting', 'stayUntil')), undefined);
  assert.equal(
    hiddenNews(waiting, seen('cancelled', 'stay', { cancelledBy: 'patient' })),
    undefined,
  );
  assert.equal(hiddenNews(waiting, seen('in_progress', 'turn', { id: 'e2' })), undefined);
});

test('every missed call is notified as a missed call, and never as an approval [PAT-11]', () => {
  const missed = (calls: number) =>
    seen('waiting', 'leaveNow', {
      hold: { calledAt: '2026-11-20T05:00:00Z', calls, backAt: null },
    });
  assert.equal(hiddenNews(seen('in_progress', 'turn'), missed(1)), 'missed');
  assert.equal(hiddenNews(seen('waiting', 'next'), missed(1)), 'missed');
  assert.equal(hiddenNews(missed(1), missed(1)), undefined);
  assert.equal(hiddenNews(missed(1), missed(2)), 'missed');
  assert.equal(hiddenNews(missed(1), seen('waiting', 'next')), 'next');
});
