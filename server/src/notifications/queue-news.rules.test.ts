import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueStatuses } from '@baari/contract/constants.ts';
import { leavesIn } from '@baari/contract/queue/leaving.ts';
import fc from 'fast-check';
import {
  type FollowedEntry,
  mayHearAt,
  newsOf,
  type QueueNews,
  noticeKey,
} from './queue-news.rules.ts';

const now = new Date('2026-03-02T08:00:00Z');
const minute = 60_000;
const before = (minutes: number) => new Date(now.getTime() - minutes * minute);

function entry(change: Partial<FollowedEntry> = {}): FollowedEntry {
  return {
    status: 'waiting',
    place: 5,
    leavesIn: 40,
    cancelledBy: null,
    closeReason: null,
    movedAt: null,
    hasDoctorLeft: false,
    approvedAt: before(1),
    startedAt: null,
    endedAt: null,
    isOnSite: false,
    joinedOnSite: false,
    travelMinutes: 20,
    outsideHoursForMinutes: 0,
    missedCallAt: null,
    wait: undefined,
    broughtBackAt: null,
    ...change,
  };
}

function kindOf(given: Partial<FollowedEntry>, sent: string[] = []) {
  return newsOf(entry(given), new Set(sent), now)?.kind;
}

test('a patient who would arrive before the hospital opens is not told to leave yet [PAT-11]', () => {
  const shut = (outsideHoursForMinutes: number) => ({ leavesIn: -10, outsideHoursForMinutes });
  assert.equal(kindOf({ ...shut(21), place: 1 }, ['approved']), undefined);
  assert.equal(kindOf(shut(Infinity), ['approved']), undefined);
  assert.equal(kindOf({ ...shut(20), leavesIn: -16, place: 1 }, ['approved']), 'next');
  assert.equal(kindOf(shut(20), ['approved']), 'leave_now');
  assert.equal(kindOf({ ...shut(60), place: 1, isOnSite: true }, ['approved']), 'next');
});

test('a patient is notified of the approval once, with advice on what to do, and the advice is not repeated [PAT-11]', () => {
  const news = newsOf(entry({ place: 1, leavesIn: -20 }), new Set(), now);
  assert.equal(news?.kind, 'approved');
  assert.equal(news.advice, 'next');
  assert.deepEqual(news.covers, ['next', 'leave_now']);
  assert.equal(kindOf({}, ['approved']), undefined);
});

test('“leave now” is sent when nine in ten patients who leave then arrive before the call, and not earlier [PAT-11]', () => {
  assert.equal(kindOf({ leavesIn: 0.5 }, ['approved']), undefined);
  assert.equal(kindOf({ leavesIn: 0 }, ['approved']), 'leave_now');
  assert.equal(kindOf({ leavesIn: 0 }, ['approved', 'leave_now']), undefined);
  const far = { expected: 90, deviation: 10 };
  assert.ok(leavesIn({ ...far, way: 60 }) < 10 && leavesIn({ ...far, way: 20 }) > 40);
});

test('no patient gets the message “leave now” or “you are next” while no call can be predicted [INV-16, PAT-11]', () => {
  assert.equal(kindOf({ leavesIn: undefined }, ['approved']), undefined);
  assert.equal(kindOf({ leavesIn: undefined, place: 1 }, ['approved']), undefined);
});

test('the first patient in line gets the message “you are next” only when the call is near [INV-16, PAT-11]', () => {
  assert.equal(kindOf({ place: 1, leavesIn: 100 }, ['approved']), undefined);
  assert.equal(
    kindOf({ place: 1, leavesIn: -1 }, ['approved']),
    'leave_now',
    'still 20 minutes away',
  );
  assert.equal(kindOf({ place: 1, leavesIn: -16 }, ['approved']), 'next');
  assert.equal(kindOf({ place: 1, leavesIn: 30, isOnSite: true }, ['approved']), undefined);
});

test('the first patient in line with a long way to the hospital gets the message to leave, and “you are next” once the call is near [INV-16, PAT-11]', () => {
  const far = { place: 1, travelMinutes: 60 };
  assert.equal(kindOf({ ...far, leavesIn: -1 }, ['approved']), 'leave_now');
  assert.equal(kindOf({ ...far, leavesIn: -1 }, ['approved', 'leave_now']), undefined);
  assert.equal(kindOf({ ...far, leavesIn: -56 }, ['approved', 'leave_now']), 'next');
  assert.equal(hearsIn({ ...far, leavesIn: -1 }, ['leave_now']), 5, 'it is looked at again');
  assert.equal(hearsIn({ ...far, leavesIn: -49 }, ['leave_now']), 3);
});

test('a patient who has arrived at the hospital gets the message to sit down, and never the message to leave home [PAT-11, ARR-1]', () => {
  const here = entry({ place: 4, leavesIn: -20, isOnSite: true, joinedOnSite: false });
  assert.equal(newsOf(here, new Set(), now)?.advice, 'wait_here');
  assert.equal(newsOf(here, new Set(['approved']), now), undefined);
});

test('the first patient in line gets “you are next” after any earlier message, and gets no “leave now” after it [PAT-11]', () => {
  assert.equal(kindOf({ place: 1, leavesIn: -20 }, ['approved', 'leave_now']), 'next');
  assert.equal(kindOf({ place: 2, leavesIn: -15 }, ['approved', 'leave_now', 'next']), undefined);
});

test('a patient who is already at the hospital is not notified to leave for the hospital [PAT-11, APPT-1]', () => {
  const joined = { isOnSite: true, joinedOnSite: true };
  assert.equal(kindOf({ ...joined, leavesIn: -10 }), undefined);
  assert.equal(kindOf({ ...joined, place: 1, leavesIn: -10 }), 'next');
  assert.equal(kindOf({ isOnSite: true, leavesIn: -10 }), 'approved', 'who asked waits for word');
});

test('a patient is notified of a call, and is notified again of a second call [PAT-11]', () => {
  const called = { status: 'in_progress', place: 0, startedAt: before(1) } as const;
  assert.equal(kindOf(called), 'called');
  assert.equal(kindOf(called, [noticeKey('called', before(1).toISOString())]), undefined);
  assert.equal(kindOf(called, [noticeKey('called', before(9).toISOString())]), 'called');
});

test('a patient is notified once of a missed call and of the kept place, and gets no further messages until the return [PAT-11, QST-6]', () => {
  const away = { place: 2, leavesIn: -10, missedCallAt: before(2) };
  const first = newsOf(entry(away), new Set(['approved']), now);
  assert.equal(first?.kind, 'held');
  assert.deepEqual(first.covers, ['next', 'leave_now']);
  const sent = ['approved', noticeKey('held', before(2).toISOString())];
  assert.equal(kindOf(away, sent), undefined);
  assert.equal(kindOf({ ...away, missedCallAt: before(1) }, sent), 'held', 'called once more');
  assert.equal(kindOf({ ...away, missedCallAt: before(61) }, ['approved']), undefined, 'stale');
});

test('a patient is notified when staff end the visit early, and not when the visit is completed or the patient leaves [PAT-11]', () => {
  const ended = { place: 0, endedAt: before(5) };
  assert.equal(kindOf({ ...ended, status: 'rejected' }), 'rejected');
  assert.equal(kindOf({ ...ended, status: 'no_show' }), 'no_show');
  assert.equal(kindOf({ ...ended, status: 'cancelled', cancelledBy: 'staff' }), 'removed');
  assert.equal(kindOf({ ...ended, status: 'cancelled', cancelledBy: 'patient' }), undefined);
  assert.equal(kindOf({ ...ended, status: 'completed' }), undefined);
});

test('messages to patients that are outdated are not sent [PAT-11]', () => {
  assert.equal(kindOf({ approvedAt: before(61) }), undefined);
  assert.equal(kindOf({ status: 'in_progress', startedAt: before(16) }), undefined);
  assert.equal(kindOf({ status: 'rejected', endedAt: before(13 * 60) }), undefined);
});

test('each message to a patient is sent at most once and never after it became outdated, however the line moves [PAT-11]', () => {
  const state = fc.record({
    status: fc.constantFrom(...queueStatuses),
    place: fc.integer({ min: 1, max: 9 }),
    leavesIn: fc.option(fc.integer({ min: -60, max: 200 }), { nil: undefined }),
    isOnSite: fc.boolean(),
    missedCallAt: fc.constantFrom(null, now),
    later: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(fc.array(state, { maxLength: 30 }), (states) => {
      const sent = new Set<string>();
      let clock = now;
      for (const { later, ...given } of states) {
        clock = new Date(clock.getTime() + later * minute);
        const moments = { approvedAt: now, startedAt: now, endedAt: now };
        const news: QueueNews | undefined = newsOf(entry({ ...given, ...moments }), sent, clock);
        if (news === undefined) continue;
        const key = noticeKey(news.kind, news.occasion);
        assert.ok(!sent.has(key), key);
        assert.ok(news.notAfter > clock);
        for (const kind of [key, ...news.covers]) sent.add(kind);
      }
    }),
  );
});

test('a patient whose doctor left is not told to leave home, and a patient whose place was closed reads the reason [DAY-1, DAY-2]', () => {
  const near = { leavesIn: -20 };
  assert.equal(kindOf(near, ['approved']), 'leave_now');
  assert.equal(kindOf({ ...near, hasDoctorLeft: true }, ['approved']), undefined);
  assert.equal(kindOf({ place: 1, hasDoctorLeft: true }, ['approved']), undefined);
  const closed = { status: 'cancelled', cancelledBy: 'staff', endedAt: before(1) } as const;
  assert.equal(kindOf({ ...closed, closeReason: 'day_ended' }), 'day_ended');
  assert.equal(kindOf({ ...closed, closeReason: 'doctor_left' }), 'doctor_left');
  assert.equal(kindOf(closed), 'removed');
});

test('a patient moved to another doctor is notified once with what to do now [DAY-3]', () => {
  const movedAt = before(1);
  const sent = ['approved'];
  assert.equal(kindOf({ movedAt }, sent), 'moved');
  assert.equal(kindOf({ movedAt }, [...sent, `moved ${movedAt.toISOString()}`]), undefined);
  const near = newsOf(entry({ movedAt, leavesIn: -20 }), new Set(sent), now);
  assert.deepEqual([near?.advice, near?.covers], ['leave_now', ['leave_now']]);
});

test('when staff restore an ended visit, a patient who had been notified of the end gets one message [DESK-1]', () => {
  const back = { broughtBackAt: before(2), endedAt: null };
  const round = before(2).toISOString();
  assert.equal(kindOf(back, ['approved']), undefined, 'who never heard of it hears nothing');
  assert.equal(kindOf(back, ['approved', 'removed']), 'restored');
  assert.equal(kindOf(back, ['approved', 'removed', noticeKey('restored', round)]), undefined);
  assert.equal(kindOf({ ...back, status: 'pending_approval', place: 0 }, ['rejected']), 'reopened');
  const inside = { ...back, status: 'in_progress' as const, startedAt: before(9) };
  const called = noticeKey('called', before(9).toISOString());
  assert.equal(kindOf(inside, [called, 'no_show']), 'restored');
});

test('after staff restore an ended visit the patient gets all later messages, also when the visit ends again [DESK-1, PAT-11]', () => {
  const broughtBackAt = before(2);
  const round = broughtBackAt.toISOString();
  const sent = ['approved', 'next', 'leave_now', 'removed', noticeKey('restored', round)];
  const first = newsOf(entry({ broughtBackAt, place: 1, leavesIn: -17 }), new Set(sent), now);
  assert.deepEqual([first?.kind, first?.occasion, first?.round], ['next', round, round]);
  const ended = { broughtBackAt, cancelledBy: 'staff' as const, endedAt: before(1) };
  assert.equal(kindOf({ ...ended, status: 'cancelled' }, sent), 'removed');
});

test('a patient who was told to leave but was not notified of the visit’s end gets no message when staff restore the visit [DESK-1, PAT-11]', () => {
  const back = { broughtBackAt: before(2), endedAt: null };
  assert.equal(kindOf({ ...back, leavesIn: -15 }, ['approved', 'leave_now']), undefined);
  assert.equal(kindOf({ ...back, place: 1, leavesIn: -17 }, ['approved', 'next']), undefined);
});

function hearsIn(given: Partial<FollowedEntry>, sent: string[] = []): number | undefined {
  const at = mayHearAt(entry(given), new Set(sent), now);
  return at && (at.getTime() - now.getTime()) / minute;
}

test('the server checks a line again halfway to the time when a patient must leave, and not if no message will become due [PAT-11]', () => {
  assert.equal(hearsIn({ leavesIn: 8 }), 4);
  assert.equal(hearsIn({ leavesIn: 300 }), 5);
  assert.equal(hearsIn({ leavesIn: -3 }), 0.5);
  assert.equal(hearsIn({ leavesIn: undefined }), 1);
  assert.equal(hearsIn({ leavesIn: 8 }, ['leave_now']), undefined);
  assert.equal(hearsIn({ leavesIn: -7, place: 1 }, ['leave_now']), 4);
  assert.equal(hearsIn({ leavesIn: 8, place: 1 }, ['next', 'leave_now']), undefined);
  assert.equal(hearsIn({ leavesIn: 8, isOnSite: true }), undefined);
  assert.equal(hearsIn({ leavesIn: 8, missedCallAt: before(2) }), undefined);
  assert.equal(hearsIn({ leavesIn: 8, hasDoctorLeft: true }), undefined);
  for (const status of queueStatuses) {
    if (status !== 'waiting') assert.equal(hearsIn({ status, place: 0 }), undefined);
  }
});

test('messages due at a certain time are at most half a minute late if lines are checked on schedule [PAT-11]', () => {
  const given = fc.record({
    place: fc.integer({ min: 1, max: 9 }),
    leavesIn: fc.integer({ min: -20, max: 200 }),
    isOnSite: fc.boolean(),
  });
  const known = ['approved'];
  fc.assert(
    fc.property(given, (first) => {
      // Only the time changes. Each check happens at the time that the previous check returned.
      let { leavesIn } = first;
      while (kindOf({ ...first, leavesIn }, known) === undefined) {
        const wait = hearsIn({ ...first, leavesIn }, known);
        if (wait === undefined) return first.isOnSite && first.place > 1;
        leavesIn -= wait;
      }
      return leavesIn >= Math.min(-0.5, first.leavesIn);
    }),
  );
});

const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minute);

/**
 * A patient was told to expect the call within half an hour; now the call is expected in this many
 * minutes.
 */
function delayed(
  expectedIn: number | undefined,
  change: Partial<NonNullable<FollowedEntry['wait']>> = {},
): Partial<FollowedEntry> {
  const sent =
    expectedIn === undefined
      ? undefined
      : { expectedAt: inMinutes(expectedIn), until: inMinutes(expectedIn + 10) };
  return {
    wait: {
      announcedUntil: inMinutes(30),
      state: 'on_break',
      awaySince: now,
      now: sent,
      ...change,
    },
  };
}

test('a patient is notified once of a break that delays the predicted call, and once more if the break gets longer [PAT-11, DOC-3]', () => {
  assert.equal(kindOf(delayed(30), ['approved']), undefined, 'within the announced time');
  const news = newsOf(entry(delayed(45)), new Set(['approved']), now);
  assert.equal(news?.kind, 'delayed');
  const sent = ['approved', noticeKey(news.kind, news.occasion)];
  assert.equal(kindOf(delayed(45), sent), undefined);
  assert.equal(kindOf(delayed(55), sent), undefined, 'within the announced delay');
  assert.equal(kindOf(delayed(70), sent), 'delayed');
});

test('a patient is notified at once of an Offline doctor, and of a Busy doctor only after the predicted time, each once [PAT-11, DAY-2]', () => {
  const offline = delayed(undefined, { state: 'offline' });
  const news = newsOf(entry(offline), new Set(['approved']), now);
  assert.equal(news?.kind, 'delayed');
  const sent = ['approved', noticeKey(news.kind, news.occasion)];
  assert.equal(kindOf(offline, sent), undefined);
  const again = delayed(undefined, { state: 'offline', awaySince: inMinutes(20) });
  assert.equal(kindOf(again, sent), undefined, 'away again before anybody could notice');
  const later = delayed(undefined, { state: 'offline', awaySince: inMinutes(90) });
  assert.equal(kindOf(later, sent), 'delayed');
  const busy = (announcedUntil: Date) => delayed(undefined, { state: 'busy', announcedUntil });
  assert.equal(kindOf(busy(inMinutes(5)), ['approved']), undefined);
  assert.equal(kindOf(busy(before(5)), ['approved']), 'delayed');
});

test('a patient gets no message about a long consultation or without a forecast; news of being next is sent before news of a delay [PAT-11]', () => {
  assert.equal(kindOf(delayed(90, { state: 'running' }), ['approved']), undefined);
  assert.equal(kindOf({ wait: undefined }, ['approved']), undefined);
  const next = { ...delayed(45), place: 1, leavesIn: -20 };
  assert.equal(kindOf(next, ['approved']), 'next');
  assert.equal(kindOf(next, ['approved', 'next', 'leave_now']), 'delayed');
});
