import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leaveSpareFor, minutesUntilLeaving } from '@baari/contract/leaving.ts';
import type { PatientEntry } from '@baari/contract/queue.ts';
import {
  adviceFor,
  byUrgencyToAct,
  expectedWait,
  minutesBetween,
  newsOf,
  outcomeOf,
} from './my-place.ts';
import { queueDoctor, patientEntry } from '../../live/queue-entry.test-data.ts';

const now = Date.parse('2026-11-20T05:00:00Z');
const minute = 60_000;

function entry(change: Partial<PatientEntry> = {}): PatientEntry {
  return patientEntry({
    status: 'waiting',
    position: 5,
    joinedAt: '2026-11-20T04:30:00.000Z',
    approvedAt: '2026-11-20T04:35:00.000Z',
    estimatedWaitTime: 60,
    waitRange: { lower: 50, upper: 80 },
    doctor: { ...queueDoctor('d'), name: 'Dr. Asha' },
    queueVersion: 7,
    ...change,
  });
}

function advise(change: Partial<PatientEntry>, travelMinutes = 20, readAt = now) {
  return adviceFor(entry(change), { now, readAt, travelMinutes });
}

function stayUntil(minutes: number, spareMinutes = 30) {
  return { kind: 'stayUntil', leaveAt: now + minutes * minute, spareMinutes };
}

describe('what to do now', () => {
  it('sends nobody to a closed hospital before the way there would end at its opening [PAT-11]', () => {
    const opensAt = new Date(now + 60 * minute).toISOString();
    const shut = (until: string | null, change: Partial<PatientEntry> = {}) => ({
      position: 1,
      hospital: { ...entry().hospital, opening: { isOpen: false, until } },
      ...change,
    });
    assert.deepEqual(advise(shut(opensAt)), { kind: 'shut', opensAt });
    assert.deepEqual(advise(shut(null, { position: 4 })), { kind: 'shut', opensAt: null });
    assert.deepEqual(advise(shut(opensAt), 60), { kind: 'next' });
    assert.deepEqual(advise(shut(opensAt, { checkedInAt: opensAt })), { kind: 'next' });
  });

  it('while the staff look at the request there is nothing to do [PAT-11]', () => {
    assert.deepEqual(advise({ status: 'pending_approval', position: 0, estimatedWaitTime: 0 }), {
      kind: 'pending',
    });
  });

  it('far from the front the patient stays and is told when to leave, with time to spare [PAT-11]', () => {
    // 60 minutes to go, 20 of travel, 30 to spare: in 10 minutes
    assert.deepEqual(advise({}), stayUntil(10));
  });

  it('a longer way means leaving earlier, down to leaving now [PAT-11]', () => {
    assert.deepEqual(advise({}, 25), stayUntil(5));
    assert.deepEqual(advise({}, 30), { kind: 'leaveNow' });
  });

  it('the time to leave counts from when the wait was estimated [PAT-11]', () => {
    assert.deepEqual(advise({}, 20, now - 30 * minute), { kind: 'leaveNow' });
  });

  it('the time to leave is told to five minutes, never later than it is [PAT-11]', () => {
    assert.deepEqual(advise({ estimatedWaitTime: 63 }), stayUntil(10));
    // In three minutes: the round time is now, and now is too early.
    assert.deepEqual(advise({ estimatedWaitTime: 53 }), stayUntil(3));
  });

  it('with two others on site there is less to spare, as in the message [PAT-11]', () => {
    assert.deepEqual(advise({ leaveSpare: 15 }), stayUntil(25, 15));
    assert.deepEqual(advise({ leaveSpare: 15, estimatedWaitTime: 35 }), { kind: 'leaveNow' });
  });

  it('the page says to leave exactly when the message is due, and not a minute earlier [PAT-11]', () => {
    for (const spareMinutes of [leaveSpareFor(0), leaveSpareFor(1), leaveSpareFor(2)]) {
      for (let waitMinutes = 1; waitMinutes < 120; waitMinutes += 1) {
        const isDue = minutesUntilLeaving({ waitMinutes, travelMinutes: 20, spareMinutes }) <= 0;
        const change = { estimatedWaitTime: waitMinutes, leaveSpare: spareMinutes };
        assert.equal(advise(change).kind === 'leaveNow', isDue, `${waitMinutes} minutes`);
      }
    }
  });

  it('without an estimate the patient stays and no time is made up [PAT-11]', () => {
    assert.deepEqual(advise({ estimatedWaitTime: 0, waitRange: null }), { kind: 'stay' });
  });

  it('the next to be called is at the door, whatever the estimate [PAT-11]', () => {
    assert.deepEqual(advise({ position: 1, estimatedWaitTime: 90 }), { kind: 'next' });
  });

  it('who is called goes in [PAT-11]', () => {
    assert.deepEqual(advise({ status: 'in_progress', position: 0 }), { kind: 'turn' });
  });
});

describe('the expected wait', () => {
  it('is a range in minutes and on the clock [PAT-11]', () => {
    assert.deepEqual(expectedWait(entry(), now), {
      lower: 50,
      upper: 80,
      from: now + 50 * minute,
      to: now + 80 * minute,
    });
  });

  it('is one figure when no range was sent [PAT-11]', () => {
    const wait = expectedWait(entry({ waitRange: null }), now);
    assert.deepEqual([wait?.lower, wait?.upper], [60, 60]);
  });

  for (const change of [{ position: 0 }, { estimatedWaitTime: 0 }]) {
    it(`is being calculated while ${JSON.stringify(change)} [PAT-11]`, () => {
      assert.equal(expectedWait(entry(change), now), undefined);
    });
  }
});

describe('what has just ended', () => {
  const ended = (change: Partial<PatientEntry>) =>
    entry({ endedAt: new Date(now - 5 * minute).toISOString(), position: 0, ...change });

  for (const [change, outcome] of [
    [{ status: 'rejected' }, 'rejected'],
    [{ status: 'no_show' }, 'noShow'],
    [{ status: 'completed' }, 'completed'],
    [{ status: 'cancelled', cancelledBy: 'staff' }, 'removed'],
    [{ status: 'cancelled', cancelledBy: 'patient' }, undefined],
    [{ status: 'waiting' }, undefined],
  ] as const) {
    it(`${JSON.stringify(change)} is told as ${outcome ?? 'no news'} [PAT-11]`, () => {
      assert.equal(outcomeOf(ended(change)), outcome);
    });
  }

  it('the newest ending is news, and an older one behind it is not [PAT-11]', () => {
    const older = ended({ id: 'old', status: 'rejected', endedAt: '2026-11-20T03:00:00.000Z' });
    const newer = ended({ id: 'new', status: 'completed' });
    assert.equal(newsOf([older, newer], now)?.id, 'new');
    assert.equal(
      newsOf([older, ended({ status: 'cancelled', cancelledBy: 'patient' })], now),
      undefined,
    );
  });

  it('half a day later it is history only [PAT-11]', () => {
    const visit = ended({ status: 'completed', endedAt: '2026-11-19T16:00:00.000Z' });
    assert.equal(newsOf([visit], now), undefined);
    assert.equal(newsOf([], now), undefined);
  });
});

it('of several places the called one comes first, then the shortest wait, then what is asked for [PAT-11, PROF-1]', () => {
  const shown = [
    entry({ id: 'asked', status: 'pending_approval' }),
    entry({ id: 'later', status: 'waiting', position: 2, estimatedWaitTime: 40 }),
    entry({ id: 'called', status: 'in_progress' }),
    entry({ id: 'sooner', status: 'waiting', position: 5, estimatedWaitTime: 12 }),
  ].toSorted(byUrgencyToAct);
  assert.deepEqual(
    shown.map(({ id }) => id),
    ['called', 'sooner', 'later', 'asked'],
  );
});

it('minutes are counted from moment to moment, and are unknown where one is missing [PAT-11]', () => {
  assert.equal(minutesBetween('2026-03-12T10:00:00Z', '2026-03-12T10:24:40Z'), 25);
  assert.equal(minutesBetween(null, '2026-03-12T10:24:40Z'), undefined);
});

describe('a doctor who has left', () => {
  const gone = { ...queueDoctor('d'), status: 'Offline' } as const;

  it('is nobody to set out for, until a return is announced [DAY-2]', () => {
    assert.deepEqual(advise({ doctor: gone, estimatedWaitTime: 5 }), { kind: 'gone' });
    assert.deepEqual(advise({ doctor: gone, position: 1 }), { kind: 'gone' });
    const back = { ...gone, breakUntil: '2026-11-20T05:30:00.000Z' };
    assert.deepEqual(advise({ doctor: back, position: 1 }), { kind: 'next' });
  });

  it('and the end of the day are told as why a place was closed [DAY-1, DAY-2]', () => {
    const ended = { status: 'cancelled', cancelledBy: 'staff' } as const;
    const because = (reason: 'day_ended' | 'doctor_left') =>
      outcomeOf(entry({ ...ended, closed: { reason, word: null } }));
    assert.equal(because('day_ended'), 'day_ended');
    assert.equal(because('doctor_left'), 'doctor_left');
    assert.equal(outcomeOf(entry(ended)), 'removed');
  });
});
