import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leavesIn } from '@baari/contract/queue/leaving.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import {
  adviceFor,
  byUrgencyToAct,
  expectedTimes,
  minutesBetween,
  newsOf,
  outcomeOf,
  timeLeft,
} from './my-place.ts';
import { queueDoctor, patientEntry } from '../../../live/queue-entry.test-data.ts';

const now = Date.parse('2026-11-20T05:00:00Z');
const minute = 60_000;

function time(minutes: number): string {
  return new Date(now + minutes * minute).toISOString();
}

function entry(change: Partial<PatientEntry> = {}): PatientEntry {
  return patientEntry({
    status: 'waiting',
    position: 5,
    joinedAt: '2026-11-20T04:30:00.000Z',
    approvedAt: '2026-11-20T04:35:00.000Z',
    estimatedWaitTime: 60,
    waitRange: { lower: 50, upper: 80, parts: [{ from: time(50), to: time(80) }] },
    line: { state: 'running', at: null, usuallyAt: null },
    call: { at: time(60), deviation: 10 },
    doctor: { ...queueDoctor('d'), name: 'Dr. Asha' },
    queueVersion: 7,
    ...change,
  });
}

function advise(change: Partial<PatientEntry>, travelMinutes = 20, at = now) {
  return adviceFor(entry(change), { now: at, travelMinutes });
}

/** Returns data in which the patient is expected to be called in in this many minutes. */
function callIn(minutes: number) {
  return { call: { at: time(minutes), deviation: 10 } };
}

describe('what to do now', () => {
  it('a patient is never told to leave so early that the arrival would be before the hospital opens [PAT-11]', () => {
    const opensAt = new Date(now + 60 * minute).toISOString();
    const outsideHours = (until: string | null, change: Partial<PatientEntry> = {}) => ({
      position: 1,
      hospital: { ...entry().hospital, opening: { isOpen: false, until } },
      ...change,
    });
    assert.deepEqual(advise(outsideHours(opensAt)), { kind: 'shut', opensAt });
    assert.deepEqual(advise(outsideHours(null, { position: 4 })), { kind: 'shut', opensAt: null });
    assert.deepEqual(advise(outsideHours(opensAt), 60), { kind: 'leaveNow' });
    assert.deepEqual(advise(outsideHours(opensAt, { checkedInAt: opensAt, ...callIn(10) })), {
      kind: 'next',
    });
  });

  it('while the staff review the request the patient is asked to do nothing [PAT-11]', () => {
    assert.deepEqual(advise({ status: 'pending_approval', position: 0, call: null }), {
      kind: 'pending',
    });
  });

  it('a patient far back in line is asked to stay, and reads when to leave, in steps of five minutes [PAT-11]', () => {
    // The patient is expected to be called in in 60 minutes. Subtracting 20 for travel, 4 to reach
    // the door and a margin of 15.2 leaves 20.8.
    assert.deepEqual(advise({}), { kind: 'stayUntil', leaveAt: now + 20 * minute });
    assert.deepEqual(advise(callIn(43)), { kind: 'stayUntil', leaveAt: leaveAt(43) });
  });

  it('a patient with a longer way to the hospital gets the advice to leave earlier, if necessary at once [PAT-11]', () => {
    assert.deepEqual(advise({}, 30), { kind: 'stayUntil', leaveAt: now + 5 * minute });
    assert.deepEqual(advise({}, 45), { kind: 'leaveNow' });
  });

  it('the time to leave is a fixed clock time, and the advice becomes “leave now” when it has come [PAT-11]', () => {
    assert.deepEqual(advise({}, 20, now + 10 * minute), advise({}));
    assert.deepEqual(advise({}, 20, now + 21 * minute), { kind: 'leaveNow' });
  });

  it('the page and the message tell the patient to leave at the same minute [PAT-11]', () => {
    for (let expected = 1; expected < 120; expected += 1) {
      const isDue = leavesIn({ expected, deviation: 10, way: 20 }) <= 0;
      assert.equal(advise(callIn(expected)).kind === 'leaveNow', isDue, `${expected} minutes`);
    }
  });

  it('if the wait cannot be forecast, the patient is asked to stay, and no time is shown [PAT-11]', () => {
    assert.deepEqual(advise({ call: null, waitRange: null }), { kind: 'stay' });
  });

  it('the first patient in line reads “You are next” only when the call is near [PAT-11, INV-16]', () => {
    assert.deepEqual(advise({ position: 1, ...callIn(20) }), { kind: 'next' });
    const soon = advise({ position: 1, ...callIn(30) });
    assert.deepEqual(soon, { kind: 'leaveNow' }, 'and not at the door half an hour early');
    assert.equal(advise({ position: 1, ...callIn(150) }).kind, 'stayUntil');
    const far = { position: 1, ...callIn(84) };
    assert.deepEqual(advise(far, 60), { kind: 'leaveNow' }, 'an hour away nobody is at the door');
    assert.deepEqual(advise(far, 60, now + 10 * minute), { kind: 'leaveNow' });
    assert.deepEqual(advise(far, 60, now + 60 * minute), { kind: 'next' });
    const isHere = { position: 1, checkedInAt: time(-5) };
    assert.deepEqual(advise({ ...isHere, ...callIn(60) }), { kind: 'here' });
    assert.deepEqual(advise({ ...isHere, ...callIn(10) }), { kind: 'next' });
  });

  it('a patient at the hospital is asked to sit down, and not to leave home [PAT-11, ARR-1]', () => {
    for (const expected of [5, 60, 150]) {
      const here = { position: 4, checkedInAt: time(-5), ...callIn(expected) };
      assert.deepEqual(advise(here), { kind: 'here' });
    }
  });

  it('a patient who is forwarded to the next step of the visit reads where to go, with the room if known [LINE-4, PAT-11]', () => {
    const here = { position: 4, checkedInAt: time(-5), ...callIn(60) };
    const sent = { ...here, id: 'e2', visitId: 'e1' };
    assert.deepEqual(advise(sent), { kind: 'goTo', where: 'Dr. Asha' });
    const doctor = { ...queueDoctor('l'), name: 'Laboratory', room: 'Block B' };
    assert.deepEqual(advise({ ...sent, doctor }), { kind: 'goTo', where: 'Laboratory, Block B' });
    assert.deepEqual(advise({ ...here, id: 'e1', visitId: 'e1' }), { kind: 'here' });
    const closed = { line: { state: 'closed', at: null, usuallyAt: null } } as const;
    assert.deepEqual(advise({ ...sent, ...closed }), { kind: 'goTo', where: 'Dr. Asha' });
    assert.deepEqual(advise({ ...sent, position: 1, ...callIn(10) }), { kind: 'next' });
  });

  it('while the call cannot be predicted, even the first patient in line is asked to do nothing [INV-16]', () => {
    const line = { state: 'offline', at: null, usuallyAt: null } as const;
    assert.deepEqual(advise({ position: 1, line, call: null, waitRange: null }), { kind: 'gone' });
  });

  it('a called patient is asked to go in [PAT-11]', () => {
    assert.deepEqual(advise({ status: 'in_progress', position: 0 }), { kind: 'turn' });
  });

  function leaveAt(expected: number): number {
    const exact = now + leavesIn({ expected, deviation: 10, way: 20 }) * minute;
    const rounded = Math.floor(exact / (5 * minute)) * 5 * minute;
    return rounded > now ? rounded : exact;
  }
});

describe('the expected wait', () => {
  it('a patient reads the expected time of the call as a range between two clock times [PAT-11]', () => {
    const times = [{ from: now + 50 * minute, to: now + 80 * minute }];
    assert.deepEqual(expectedTimes(entry()), times);
    assert.deepEqual(expectedTimes(entry({ waitRange: null })), []);
  });

  it('the remaining wait is shown in steps of five minutes, and from two hours on in half hours [PAT-11, INV-16]', () => {
    const left = (from: number, to: number, later = 0) =>
      timeLeft([{ from: now + from * minute, to: now + to * minute }], now + later * minute);
    assert.deepEqual(left(50, 80), { in: 'minutes', lower: 50, upper: 80 });
    for (let later = 0; later < 5; later += 1) {
      assert.deepEqual(left(55, 80, later), {
        in: 'minutes',
        lower: later === 0 ? 55 : 50,
        upper: 80,
      });
    }
    assert.deepEqual(left(100, 200), { in: 'hours', lower: 1.5, upper: 3.5 });
    assert.equal(left(-20, 0), undefined);
  });
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
    it(`${JSON.stringify(change)} is shown as ${outcome ?? 'no news'} [PAT-11]`, () => {
      assert.equal(outcomeOf(ended(change)), outcome);
    });
  }

  it('of several ended visits, the patient sees only the latest as news on My Queue [PAT-11]', () => {
    const older = ended({ id: 'old', status: 'rejected', endedAt: '2026-11-20T03:00:00.000Z' });
    const newer = ended({ id: 'new', status: 'completed' });
    assert.equal(newsOf([older, newer], now)?.id, 'new');
    assert.equal(
      newsOf([older, ended({ status: 'cancelled', cancelledBy: 'patient' })], now),
      undefined,
    );
  });

  it('an ended visit is shown as news for half a day, and afterwards only in the history [PAT-11]', () => {
    const visit = ended({ status: 'completed', endedAt: '2026-11-19T16:00:00.000Z' });
    assert.equal(newsOf([visit], now), undefined);
    assert.equal(newsOf([], now), undefined);
  });
});

it('if a patient has several places in line, My Queue lists called places first, then the shortest wait, then requests [PAT-11, PROF-1]', () => {
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

it('the number of minutes between two times is unknown if one of the times is missing [PAT-11]', () => {
  assert.equal(minutesBetween('2026-03-12T10:00:00Z', '2026-03-12T10:24:40Z'), 25);
  assert.equal(minutesBetween(null, '2026-03-12T10:24:40Z'), undefined);
});

describe('a doctor who has left', () => {
  const unknown = { waitRange: null, call: null };
  const gone = { line: { state: 'offline', at: null, usuallyAt: null }, ...unknown } as const;

  it('a patient whose doctor has left is not told to set out until the doctor’s return is announced [DAY-2]', () => {
    assert.deepEqual(advise(gone), { kind: 'gone' });
    assert.deepEqual(advise({ ...gone, position: 1 }), { kind: 'gone' });
    const opensAt = time(90);
    const hospital = { ...entry().hospital, opening: { isOpen: false, until: opensAt } };
    assert.deepEqual(advise({ ...gone, hospital }), { kind: 'shut', opensAt });
    const back = { state: 'on_break', at: time(10), usuallyAt: null } as const;
    assert.deepEqual(advise({ ...callIn(3), line: back, position: 1 }), { kind: 'next' });
  });

  it('a patient whose place is closed reads the reason: the doctor has left, or the day has ended [DAY-1, DAY-2]', () => {
    const ended = { status: 'cancelled', cancelledBy: 'staff' } as const;
    const because = (reason: 'day_ended' | 'doctor_left') =>
      outcomeOf(entry({ ...ended, closed: { reason, word: null } }));
    assert.equal(because('day_ended'), 'day_ended');
    assert.equal(because('doctor_left'), 'doctor_left');
    assert.equal(outcomeOf(entry(ended)), 'removed');
  });
});
