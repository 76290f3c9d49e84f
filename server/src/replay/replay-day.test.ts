import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTheClock } from '@baari/contract/constants.ts';
import type { Replayed } from '@baari/contract/hospital/replay.ts';
import fc from 'fast-check';
import { workDayAt } from '../schedule/work-day.rules.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import { between, lognormalOf, seededRandom } from './chance.rules.ts';
import { playLine } from './play-line.rules.ts';
import { recordedLine, type RecordedLine, type RecordedRow } from './recorded-day.rules.ts';
import { type Change, replayDay } from './replay-day.rules.ts';

const midnight = Date.UTC(2026, 2, 2);
const at = (minutes: number) => new Date(midnight + minutes * 60_000);
const opens = 9 * 60;

const nine = { from: '09:00', to: '17:00' };
const day = { hours: [nine], breaks: [] };
const plan = {
  zone: 'UTC',
  week: {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  },
  hospitalHours: roundTheClock,
};

interface Day {
  readonly visits?: number;
  /** How many minutes after the opening the doctor comes. */
  readonly late?: number;
  readonly pause?: { readonly from: number; readonly to: number };
  /** Minutes between arrivals. */
  readonly every?: number;
  readonly seed?: number;
  readonly change?: (row: RecordedRow, index: number) => RecordedRow;
}

/**
 * A recorded day of a doctor: patients are seen in the order in which they came, with a minute
 * between two visits.
 */
function dayOf({
  visits = 40,
  late = 0,
  pause,
  every = 9,
  seed = 5,
  change,
}: Day = {}): RecordedLine {
  const random = seededRandom(seed);
  let free = opens + late;
  let isPauseOver = pause === undefined;
  const rows = Array.from({ length: visits }, (_, index): RecordedRow => {
    const joined = opens - 20 + index * every + between(random, 0, 4);
    if (!isPauseOver && pause !== undefined && free >= pause.from) {
      isPauseOver = true;
      free += pause.to - pause.from;
    }
    const started = Math.max(free, joined);
    const ended = started + lognormalOf(random, 10, 0.6);
    free = ended + 1;
    const row: RecordedRow = {
      status: 'completed',
      urgency: 'medium',
      joined_at: at(joined),
      approved_at: at(joined),
      moved_at: null,
      due_at: null,
      is_booked: false,
      checked_in_at: at(joined),
      back_at: null,
      called_at: null,
      first_called_at: null,
      missed_calls: 0,
      started_at: at(started),
      ended_at: at(ended),
      was_closed: false,
      was_kept: true,
    };
    return change?.(row, index) ?? row;
  });
  return recordedLine({ plan, learnt: nothingLearnt, rows }, workDayAt(plan, [], at(0)));
}

const nothing: Change = {
  besideLine: undefined,
  isOnTime: false,
  breaks: 'recorded',
  order: 'recorded',
  walkIns: undefined,
};

function replay(lines: readonly RecordedLine[], change: Partial<Change> = {}, seed = 1): Replayed {
  return replayDay({ lines, weekday: 'monday', change: { ...nothing, ...change }, seed });
}

test('simulating a fully recorded day with the hospital’s own calling rule gives exactly the recorded day [WAIT-4]', () => {
  const line = dayOf({ late: 20, pause: { from: 12 * 60, to: 12 * 60 + 40 } });
  const { recorded, unchanged, difference, isFaithful } = replay([line]);
  for (const name of ['waitMedian', 'waitP90', 'mostWaiting', 'seen', 'lastEnd'] as const) {
    const [was, played] = [recorded.figures[name], unchanged.figures[name]];
    assert.ok(was !== null && played !== null);
    assert.ok(Math.abs(played.middle - was) <= 2, `${name}: ${was} and ${played.middle}`);
  }
  for (const [step, waiting] of recorded.waiting.entries()) {
    assert.ok(Math.abs((unchanged.waiting[step]?.middle ?? NaN) - waiting) <= 1);
  }
  assert.deepEqual(difference.waitMedian, { low: 0, middle: 0, high: 0 });
  assert.ok(isFaithful);
});

test('in every simulation one more doctor shortens the wait and also sees the patients who had left unseen [WAIT-4]', () => {
  const line = dayOf({
    change: (row, index) =>
      index < 34
        ? row
        : {
            ...row,
            status: 'cancelled',
            was_closed: true,
            started_at: null,
            ended_at: at(17 * 60),
          },
  });
  const { difference, unchanged, changed } = replay([line], { besideLine: 0 });
  assert.ok((difference.waitMedian?.high ?? 0) < -5, JSON.stringify(difference.waitMedian));
  assert.ok((unchanged.figures.notSeen?.middle ?? 0) >= 5);
  assert.equal(changed.figures.notSeen?.middle, 0);
});

test('in a simulated day fewer patients wait if a doctor comes on time or takes no break [WAIT-4]', () => {
  const late = replay([dayOf({ late: 50 })], { isOnTime: true });
  assert.ok((late.difference.waitMedian?.high ?? 0) < -20);
  const pause = { from: 11 * 60, to: 12 * 60 };
  const none = replay([dayOf({ pause })], { breaks: undefined });
  assert.ok((none.difference.lastEnd?.high ?? 0) < -10, JSON.stringify(none.difference.lastEnd));
  const other = replay([dayOf({ pause })], { breaks: { from: 14 * 60, to: 14 * 60 + 30 } });
  assert.ok((other.difference.waitMedian?.high ?? 0) < 0);
});

test('if a simulated day calls each patient by the time at which the patient is due, urgent patients wait less and others a little longer [WAIT-4]', () => {
  const line = dayOf({
    every: 7,
    change: (row, index) => ({ ...row, urgency: index % 8 === 7 ? 'high' : 'low' }),
  });
  const drawn = {
    visits: line.visits.map(({ length, at: hereAt }) => ({
      length: length ?? 10,
      changeOver: 1,
      hereAt,
      way: undefined,
    })),
    helperFactor: 1,
  };
  const rule = {
    doctors: 1,
    plan,
    comesAt: line.comesAt,
    pauses: line.pauses,
    walkIns: undefined,
  } as const;
  const meanOf = (order: 'asked' | 'due', urgency: string) => {
    const { visits } = playLine(line, { ...rule, order }, drawn);
    const waits = visits.flatMap(({ waited }, index) =>
      line.visits[index]?.urgency === urgency ? (waited ?? []) : [],
    );
    return waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  };
  assert.ok(meanOf('due', 'high') < meanOf('asked', 'high') - 20);
  assert.ok(meanOf('due', 'low') > meanOf('asked', 'low'));
});

test('in a simulated day, a quota limits the walk-in patients of each hour and moves the others to a later hour [WAIT-4]', () => {
  const line = dayOf({ every: 7 });
  const { walkIns, changed } = replay([line], { walkIns: 5 });
  assert.equal(walkIns.all, line.visits.length);
  assert.ok(walkIns.putOff > 10, String(walkIns.putOff));
  assert.equal(changed.figures.notSeen?.middle, walkIns.sentAway);
  const none = replay([line], { walkIns: 0 });
  assert.equal(none.walkIns.sentAway, line.visits.length);
  assert.equal(none.changed.figures.waitMedian, null);
});

test('a simulation of a past day chooses unknown values at random, and the same seed chooses the same values [WAIT-4]', () => {
  const known = dayOf();
  const vague = dayOf({ change: (row) => ({ ...row, ended_at: row.started_at }) });
  const bandOf = ({ unchanged }: Replayed) =>
    (unchanged.figures.waitMedian?.high ?? 0) - (unchanged.figures.waitMedian?.low ?? 0);
  assert.ok(bandOf(replay([known])) < 2);
  assert.ok(bandOf(replay([vague])) > 5, String(bandOf(replay([vague]))));
  assert.equal(replay([vague]).unknown.lengths, vague.visits.length);
  assert.deepEqual(replay([vague]), replay([vague]));
  assert.notDeepEqual(replay([vague]), replay([vague], {}, 2));
});

test('a patient who did not come or came late on the recorded day does the same when that day is simulated [WAIT-4]', () => {
  const line = dayOf({
    change: (row, index) => {
      if (index === 3) return { ...row, status: 'no_show', missed_calls: 1, started_at: null };
      if (index !== 5 || row.started_at === null) return row;
      const called = new Date(row.started_at.getTime() - 10 * 60_000);
      return { ...row, missed_calls: 1, first_called_at: called, back_at: row.started_at };
    },
  });
  const { unchanged } = replay([line]);
  assert.equal(unchanged.figures.notSeen?.middle, 1);
  assert.equal(unchanged.figures.seen?.middle, line.visits.length - 1);
});

test('in a simulated day with one more doctor, a patient who comes when notified arrives earlier [WAIT-4]', () => {
  // All patients requested a place from home, and arrived at the hospital a minute before their
  // visit began.
  const line = dayOf({
    change: (row) => ({
      ...row,
      checked_in_at: row.started_at && new Date(row.started_at.getTime() - 60_000),
    }),
  });
  const { difference } = replay([line], { besideLine: 0 });
  assert.ok((difference.waitMedian?.middle ?? 0) < -5, JSON.stringify(difference.waitMedian));
});

test('the simulation of a day leaves out the share of correct forecasts if the hospital used another forecast method on that day [WAIT-4]', () => {
  const { unchanged, difference } = replay([
    dayOf({ change: (row) => ({ ...row, was_kept: false }) }),
  ]);
  assert.deepEqual([unchanged.figures.keptShare, difference.keptShare], [null, null]);
  assert.ok(
    replay([dayOf({ change: (row) => ({ ...row, was_kept: null }) })]).unchanged.figures.keptShare,
  );
});

test('every simulated day is simulated to its end, and each range of results contains the median result [WAIT-4] @long', () => {
  fc.assert(
    fc.property(
      fc.record({
        visits: fc.integer({ min: 1, max: 30 }),
        late: fc.integer({ min: -20, max: 90 }),
        every: fc.integer({ min: 1, max: 30 }),
        seed: fc.integer({ min: 1, max: 1e6 }),
        besideLine: fc.constantFrom(undefined, 0),
        isOnTime: fc.boolean(),
        breaks: fc.constantFrom<Change['breaks']>('recorded', undefined, { from: 660, to: 700 }),
        order: fc.constantFrom('recorded', 'asked', 'due'),
        walkIns: fc.constantFrom(undefined, 0, 2, 20),
      }),
      ({ visits, late, every, seed, ...change }) => {
        const line = dayOf({ visits, late, every, seed });
        const replayed = replay([line], change, seed);
        const { recorded, unchanged, changed } = replayed;
        assert.equal(unchanged.waiting.length, recorded.waiting.length);
        assert.equal(changed.waiting.length, recorded.waiting.length);
        for (const { low, middle, high } of [...unchanged.waiting, ...changed.waiting]) {
          assert.ok(0 <= low && low <= middle && middle <= high && high <= visits);
        }
        const { seen, notSeen } = changed.figures;
        assert.ok(seen !== null && notSeen !== null);
        assert.equal(seen.low + notSeen.high, visits);
      },
    ),
    { numRuns: 40 },
  );
});
