/** When a doctor is there, in three time zones, over daylight saving and midnight. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { type DayPlan, type WeekPlan, weekPlan } from '@baari/contract/schedule.ts';
import fc from 'fast-check';
import { estimateWait } from '../waits/estimate.rules.ts';
import { dayAt, instantFrom, timeAt } from './calendar.rules.ts';
import {
  absenceAt,
  backAfter,
  isThere,
  mayTakeOff,
  type WorkPlan,
  weekOf,
} from './schedule.rules.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/London'] as const;
const nobodyInside = { breakUntil: null, consultingSince: null };

function everyDay(plan: DayPlan): WeekPlan {
  return {
    monday: plan,
    tuesday: plan,
    wednesday: plan,
    thursday: plan,
    friday: plan,
    saturday: plan,
    sunday: plan,
  };
}

function span(text: string): { from: string; to: string } {
  const [from = '', to = ''] = text.split('–');
  return { from, to };
}

function plan(
  hours: readonly string[],
  breaks: readonly string[] = [],
  zone: string = zones[0],
): WorkPlan {
  const day = { hours: hours.map(span), breaks: breaks.map(span) };
  return { zone, week: everyDay(day), hospitalHours: defaultOperatingHours };
}

/** 12 March 2026 at a time in India. */
function at(time: string): Date {
  return instantFrom('2026-03-12', time, 'Asia/Kolkata');
}

test('a doctor without an own week keeps the operating hours of the hospital [DOC-1]', () => {
  const week = weekOf({ zone: zones[0], week: null, hospitalHours: defaultOperatingHours });
  assert.deepEqual(week.saturday, { hours: [{ from: '09:00', to: '17:00' }], breaks: [] });
  assert.deepEqual(week.sunday, { hours: [], breaks: [] });
});

test('a visit lies within the hours, whole, and touches no break [DOC-1, APPT-1]', () => {
  const day = { hours: [span('09:00–13:00'), span('16:00–19:00')], breaks: [span('11:00–11:15')] };
  const cases: readonly (readonly [string, boolean])[] = [
    ['09:00–09:30', true],
    ['08:45–09:15', false],
    ['10:30–11:00', true],
    ['10:45–11:15', false],
    ['11:00–11:30', false],
    ['11:15–11:45', true],
    ['12:30–13:00', true],
    ['12:45–13:15', false],
    ['14:00–14:30', false],
    ['18:30–19:00', true],
    ['19:00–19:30', false],
  ];
  for (const [visit, there] of cases) assert.equal(isThere(day, span(visit)), there, visit);
});

test('how long until the doctor sees patients, and what pauses are to come today [DOC-1, QST-12]', () => {
  const twoHalves = plan(['09:00–13:00', '16:00–19:00'], ['11:00–11:15']);
  const cases = [
    [
      '07:30',
      90,
      [
        [210, 15],
        [330, 180],
      ],
    ],
    [
      '09:00',
      0,
      [
        [120, 15],
        [240, 180],
      ],
    ],
    ['11:05', 10, [[115, 180]]],
    ['13:00', 180, []],
    ['15:30', 30, []],
    ['18:00', 0, []],
    // The line is seen to its end.
    ['19:30', 0, []],
  ] as const;
  for (const [time, backIn, pauses] of cases) {
    const absence = absenceAt(twoHalves, nobodyInside, at(time));
    assert.equal(absence.backIn, backIn, time);
    assert.deepEqual(
      absence.breaks.map(({ startsIn, length }) => [startsIn, length]),
      pauses,
      time,
    );
  }
});

test('an announced break counts, also where it runs into a scheduled one [DOC-2, QST-12]', () => {
  const day = plan(['09:00–13:00'], ['11:00–11:30']);
  const until = (time: string) => ({ breakUntil: at(time), consultingSince: null });
  assert.equal(absenceAt(day, until('10:45'), at('10:30')).backIn, 15);
  assert.deepEqual(absenceAt(day, until('11:10'), at('10:30')), { backIn: 60, breaks: [] });
  assert.equal(absenceAt(day, until('10:00'), at('10:30')).backIn, 0);
});

test('whoever has a patient inside is there, whatever the clock says [QST-12]', () => {
  const day = plan(['09:00–13:00']);
  const inside = { breakUntil: null, consultingSince: at('08:30') };
  assert.equal(absenceAt(day, inside, at('08:40')).backIn, 0);
  assert.equal(absenceAt(day, nobodyInside, at('08:40')).backIn, 20);
});

test('a break that is overdue is still ahead while the one called before it is inside [QST-12, DOC-1]', () => {
  const day = plan(['09:00–13:00'], ['11:00–11:45']);
  const inside = { breakUntil: null, consultingSince: at('10:52') };
  const before = absenceAt(day, inside, at('10:59'));
  const overdue = absenceAt(day, inside, at('11:04'));
  assert.deepEqual(before, { backIn: 0, breaks: [{ startsIn: 1, length: 45 }] });
  assert.deepEqual(overdue, { backIn: 0, breaks: [{ startsIn: 0, length: 45 }] });
  const wait = (absence: typeof before, runningFor: number) =>
    estimateWait({ ahead: 4, mean: 12, runningFor, ...absence }).minutes;
  assert.ok(Math.abs(wait(before, 7) - wait(overdue, 12)) <= 5, 'the wait does not lose it');
  // Whoever was called within the break shows that there is none.
  const called = { breakUntil: null, consultingSince: at('11:02') };
  assert.deepEqual(absenceAt(day, called, at('11:04')), { backIn: 0, breaks: [] });
});

test('waits to opening are minutes that pass, also in the night that clocks are changed [DOC-1]', () => {
  const newYork = plan(['08:00–12:00'], [], 'America/New_York');
  // 8 March 2026 has no 02:30; 1 November has 01:30 twice.
  const cases = [
    ['2026-03-08T06:30:00Z', '01:30', 330],
    ['2026-11-01T05:30:00Z', '01:30', 450],
    ['2026-11-01T06:30:00Z', '01:30', 390],
    ['2026-06-01T05:30:00Z', '01:30', 390],
  ] as const;
  for (const [now, shown, backIn] of cases) {
    const moment = new Date(now);
    assert.equal(timeAt(moment, newYork.zone), shown);
    assert.equal(absenceAt(newYork, nobodyInside, moment).backIn, backIn, now);
  }
  // Hours that begin within the hour that is skipped begin when it is.
  const early = plan(['02:30–06:00'], [], 'America/New_York');
  const before = absenceAt(early, nobodyInside, new Date('2026-03-08T06:30:00Z'));
  assert.equal(before.backIn, 30);
});

test('a night that reaches over midnight is two days, each with its own hours [DOC-1]', () => {
  const night = plan(['00:00–06:00', '22:00–23:59']);
  assert.equal(absenceAt(night, nobodyInside, at('23:30')).backIn, 0);
  assert.equal(absenceAt(night, nobodyInside, at('00:00')).backIn, 0);
  assert.equal(absenceAt(night, nobodyInside, at('07:00')).backIn, 15 * 60);
});

test('whoever is off is back on the next day that is neither off nor free [DOC-1]', () => {
  const weekdaysOnly: WorkPlan = {
    zone: 'Asia/Kolkata',
    week: {
      ...everyDay({ hours: [span('10:00–14:00')], breaks: [] }),
      sunday: { hours: [], breaks: [] },
    },
    hospitalHours: defaultOperatingHours,
  };
  const off = [
    { firstDay: '2026-03-12', lastDay: '2026-03-13' },
    { firstDay: '2026-03-14', lastDay: '2026-03-14' },
  ];
  // 15 March is a Sunday.
  assert.equal(
    backAfter(weekdaysOnly, off, '2026-03-12')?.toISOString(),
    '2026-03-16T04:30:00.000Z',
  );
  assert.equal(backAfter(plan([]), off, '2026-03-12'), undefined);
});

test('days off are in order, not over and not endlessly ahead [DOC-1]', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['2026-03-12', '2026-03-12', true],
    ['2026-03-10', '2026-03-12', true],
    ['2026-03-10', '2026-03-11', false],
    ['2026-03-14', '2026-03-13', false],
    ['2028-03-10', '2028-03-12', true],
    ['2028-03-10', '2028-03-13', false],
  ];
  for (const [firstDay, lastDay, allowed] of cases) {
    assert.equal(mayTakeOff({ firstDay, lastDay }, '2026-03-12', 0).ok, allowed, firstDay);
  }
  assert.equal(
    mayTakeOff({ firstDay: '2026-03-12', lastDay: '2026-03-12' }, '2026-03-12', 60).ok,
    false,
  );
});

test('a week with hours out of order, or a break outside them, is refused [DOC-1, VAL-6]', () => {
  const wrong: readonly DayPlan[] = [
    { hours: [span('12:00–09:00')], breaks: [] },
    { hours: [span('09:00–09:00')], breaks: [] },
    { hours: [span('09:00–12:00'), span('11:00–15:00')], breaks: [] },
    { hours: [span('16:00–19:00'), span('09:00–12:00')], breaks: [] },
    { hours: [span('09:00–12:00')], breaks: [span('11:30–12:30')] },
    { hours: [], breaks: [span('11:30–12:30')] },
    { hours: [span('24:00–25:00')], breaks: [] },
  ];
  for (const day of wrong) {
    assert.ok(!weekPlan.safeParse(everyDay(day)).success, JSON.stringify(day));
  }
  const good = { hours: [span('09:00–12:00'), span('12:00–15:00')], breaks: [span('09:00–09:10')] };
  assert.ok(weekPlan.safeParse(everyDay(good)).success);
});

/** Hours and breaks of a day from any six times. */
const anyPlan = fc
  .uniqueArray(fc.integer({ min: 0, max: 23 * 60 }), { minLength: 6, maxLength: 6 })
  .map((minutes) => {
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = minutes.toSorted((x, y) => x - y);
    return {
      hours: [
        { from: clock(a), to: clock(d) },
        { from: clock(e), to: clock(f) },
      ],
      breaks: [{ from: clock(b), to: clock(c) }],
    };
  });

test('pauses are in order, apart and after the return, in every zone and at every moment [DOC-1]', () => {
  fc.assert(
    fc.property(
      anyPlan,
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
      fc.option(fc.integer({ min: 1, max: 600 })),
      fc.option(fc.integer({ min: 0, max: 300 })),
      (day, zone, now, breakMinutes, consultedFor) => {
        const given: WorkPlan = { zone, week: everyDay(day), hospitalHours: defaultOperatingHours };
        const breakUntil =
          breakMinutes === null ? null : new Date(now.getTime() + breakMinutes * 60_000);
        const consultingSince =
          consultedFor === null ? null : new Date(now.getTime() - consultedFor * 60_000);
        const { backIn, breaks } = absenceAt(given, { breakUntil, consultingSince }, now);
        assert.ok(backIn >= (breakMinutes ?? 0));
        // One that is overdue begins at once.
        let end = backIn === 0 && consultingSince !== null ? -1 : backIn;
        for (const pause of breaks) {
          assert.ok(pause.length > 0 && pause.startsIn > end, JSON.stringify(breaks));
          end = pause.startsIn + pause.length;
        }
        // By another way: nobody inside, the wall says whether the doctor is there.
        if (breakUntil === null && consultingSince === null) {
          const shown = timeAt(now, zone);
          const last = day.hours.at(-1)?.to ?? '';
          const isAway = shown < last && !isThere(day, { from: shown, to: `${shown}:30` });
          assert.equal(backIn > 0, isAway, `${shown} ${JSON.stringify(day)}`);
        }
        assert.equal(dayAt(now, zone).length, 10);
      },
    ),
    { numRuns: 500 },
  );
});

test('before opening and on a break, the wait begins with the return [QST-12, DOC-2]', () => {
  const closed = absenceAt(plan(['09:00–13:00']), nobodyInside, at('08:15'));
  assert.equal(estimateWait({ ahead: 0, mean: 12, runningFor: null, ...closed }).minutes, 45);
  assert.equal(estimateWait({ ahead: 0, mean: 12, runningFor: 2, ...closed }).minutes, 45);
});

test('a wait that reaches over a scheduled break is longer by its length [QST-12, DOC-1]', () => {
  const day = absenceAt(plan(['09:00–19:00'], ['11:00–12:00']), nobodyInside, at('10:30'));
  const far = estimateWait({ ahead: 12, mean: 12, runningFor: null, ...day });
  const near = estimateWait({ ahead: 0, mean: 12, runningFor: null, ...day });
  assert.equal(far.minutes, Math.round(12 * 0.92 * 12) + 60);
  assert.equal(near.minutes, 1);
});
