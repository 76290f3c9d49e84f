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

test('a patient who is not looking at the page is notified when approved, when it is time to leave, when next in line and when called [PAT-11]', () => {
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

test('a patient is not notified when My Queue opens, when nothing changed, or after the patient’s own actions [PAT-11]', () => {
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

test('a patient is notified of every missed call as a missed call, never as an approval [PAT-11]', () => {
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
