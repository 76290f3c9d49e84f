/** When a doctor is available, in three time zones, across daylight saving changes and midnight. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { type DayPlan, type WeekPlan, weekPlan } from '@baari/contract/hospital/schedule.ts';
import fc from 'fast-check';
import { alike } from '../waits/forecast.rules.ts';
import { forecastOf, lineNow } from '../waits/announced-wait.rules.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import { addDays, dayAt, instantFrom, timeAt } from './calendar.rules.ts';
import {
  backAfter,
  countsSince,
  isThere,
  mayTakeOff,
  workBegins,
  type WorkPlan,
  weekOf,
} from './schedule.rules.ts';
import { workDayAt } from './work-day.rules.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/London'] as const;
const nobodyInside = { breakUntil: null, consultingSince: null };

/**
 * The line of a doctor who is Available or on an announced break, with an optional time of the last
 * call.
 */
function lineAt(
  plan: WorkPlan,
  doctor: { breakUntil: Date | null; consultingSince: Date | null; lastCallAt?: Date },
  now: Date,
) {
  const { breakUntil, consultingSince, lastCallAt = null } = doctor;
  const rows = {
    plan,
    status: breakUntil === null ? ('Available' as const) : ('Busy' as const),
    breakUntil,
    insideSince: consultingSince,
    waitingSince: null,
    learnt: {
      ...nothingLearnt,
      last_call_at: lastCallAt,
      interrupted_at: breakUntil === null ? null : now,
    },
  };
  return lineNow(rows, now);
}

/** Minutes until the doctor is back; undefined if the line announces no return. */
function backIn(...line: Parameters<typeof lineAt>): number | undefined {
  const [, , now] = line;
  const { at } = lineAt(...line).announced;
  return at === null ? undefined : (Date.parse(at) - now.getTime()) / 60_000;
}

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

/** The instant of a local time on 12 March 2026 in India. */
function at(time: string): Date {
  return instantFrom('2026-03-12', time, 'Asia/Kolkata');
}

test('a doctor without own weekly hours has the hospital’s opening hours [DOC-1]', () => {
  const week = weekOf({ zone: zones[0], week: null, hospitalHours: defaultOperatingHours });
  assert.deepEqual(week.saturday, { hours: [{ from: '09:00', to: '17:00' }], breaks: [] });
  assert.deepEqual(week.sunday, { hours: [], breaks: [] });
});

test('a visit must lie entirely within the doctor’s hours and overlap no break [DOC-1, APPT-1]', () => {
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

test('the schedule shows until when the doctor sees patients and today’s coming pauses [DOC-1, QST-12]', () => {
  const twoHalves = plan(['09:00–13:00', '16:00–19:00'], ['11:00–11:15']);
  const called = (time: string) => ({ ...nobodyInside, lastCallAt: at(time) });
  const cases = [
    ['07:30', nobodyInside, 'not_open', 90, [210, 330]],
    ['09:05', called('09:02'), 'running', undefined, [115, 235]],
    ['11:05', called('10:50'), 'on_break', 10, [115]],
    ['13:00', called('12:50'), 'on_break', 180, []],
    ['15:30', called('12:50'), 'on_break', 30, []],
    ['18:00', called('17:50'), 'running', undefined, []],
    // Soon after closing time a recent call shows that the doctor still sees patients.
    ['19:20', called('19:10'), 'running', undefined, []],
    ['19:50', called('19:10'), 'past_closing', undefined, []],
  ] as const;
  for (const [time, doctor, state, back, pauses] of cases) {
    const line = lineAt(twoHalves, doctor, at(time));
    assert.equal(line.announced.state, state, time);
    assert.equal(backIn(twoHalves, doctor, at(time)), back, time);
    const startsIn = line.lineForecast?.pauses.map((pause) => Math.round(pause.startsIn)) ?? [];
    assert.deepEqual(startsIn, pauses, time);
  }
});

test('an announced break is part of the schedule, and lasts until the end of a planned break if it reaches into that planned break [DOC-2, QST-12]', () => {
  const day = plan(['09:00–13:00'], ['11:00–11:30']);
  const until = (time: string) => ({
    breakUntil: at(time),
    consultingSince: null,
    lastCallAt: at('10:20'),
  });
  assert.equal(backIn(day, until('10:45'), at('10:30')), 15);
  assert.equal(backIn(day, until('11:10'), at('10:30')), 60);
  assert.deepEqual(lineAt(day, until('11:10'), at('10:30')).lineForecast?.pauses, []);
  assert.equal(lineAt(day, until('10:00'), at('10:30')).announced.state, 'break_ahead');
});

test('a doctor who has a patient in consultation counts as present, whatever the clock says [QST-12]', () => {
  const day = plan(['09:00–13:00']);
  const inside = { breakUntil: null, consultingSince: at('08:30') };
  assert.equal(lineAt(day, inside, at('08:40')).announced.state, 'running');
  assert.equal(backIn(day, nobodyInside, at('08:40')), 20);
});

test('a break that starts late because a consultation is still running is counted in full in the forecast wait [QST-12, DOC-1]', () => {
  const day = plan(['09:00–13:00'], ['11:00–11:45']);
  const inside = { breakUntil: null, consultingSince: at('10:52') };
  const before = lineAt(day, inside, at('10:59'));
  const overdue = lineAt(day, inside, at('11:04'));
  assert.deepEqual(before.lineForecast?.pauses, [{ startsIn: 1, length: 45 }]);
  assert.deepEqual(overdue.lineForecast?.pauses, [{ startsIn: 0, length: 45 }]);
  const wait = (line: typeof before) => forecastOf(line, alike(4))?.median ?? 0;
  assert.ok(Math.abs(wait(before) - wait(overdue)) <= 5, 'the wait does not lose it');
  // A call during the planned break shows that the doctor is working.
  const called = { breakUntil: null, consultingSince: at('11:02') };
  assert.deepEqual(lineAt(day, called, at('11:04')).lineForecast?.pauses, []);
});

test('the wait until opening is counted in real minutes, also in the night of a clock change [DOC-1]', () => {
  const newYork = plan(['08:00–12:00'], [], 'America/New_York');
  // On 8 March 2026 the local time 02:30 does not exist. On 1 November 01:30 occurs twice.
  const cases = [
    ['2026-03-08T06:30:00Z', '01:30', 330],
    ['2026-11-01T05:30:00Z', '01:30', 450],
    ['2026-11-01T06:30:00Z', '01:30', 390],
    ['2026-06-01T05:30:00Z', '01:30', 390],
  ] as const;
  for (const [now, shown, back] of cases) {
    const moment = new Date(now);
    assert.equal(timeAt(moment, newYork.zone), shown);
    assert.equal(backIn(newYork, nobodyInside, moment), back, now);
  }
  // If hours begin at a time that the clock change skips, they begin at the clock change.
  const early = plan(['02:30–06:00'], [], 'America/New_York');
  assert.equal(backIn(early, nobodyInside, new Date('2026-03-08T06:30:00Z')), 30);
});

test('a time that the clock skips means the moment of the clock change, also at midnight [DOC-1]', () => {
  const cases = [
    ['America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00.000Z'],
    ['Europe/London', '2026-03-29', '01:00', '2026-03-29T01:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:00:00.000Z'],
  ] as const;
  for (const [zone, day, time, instant] of cases) {
    assert.equal(instantFrom(day, time, zone).toISOString(), instant, `${zone} ${time}`);
  }
  const cairo = plan(['09:00–17:00'], [], 'Africa/Cairo');
  const { day } = workDayAt(cairo, [], new Date('2026-04-24T10:00:00Z'));
  assert.equal(day.to - day.from, 23 * 3_600_000);
});

test('working hours that cross midnight belong to two days, and each day keeps its own hours [DOC-1]', () => {
  const night = plan(['00:00–06:00', '22:00–23:59']);
  const called = (time: string) => ({ ...nobodyInside, lastCallAt: at(time) });
  assert.equal(lineAt(night, called('23:20'), at('23:30')).announced.state, 'running');
  assert.equal(lineAt(night, nobodyInside, at('00:00')).announced.state, 'due');
  assert.equal(backIn(night, called('05:50'), at('07:00')), 15 * 60);
});

test('a doctor who works until midnight is still present in the last minute before midnight [DOC-1, INV-16]', () => {
  for (const hours of [['00:00–23:59'], ['00:00–06:00', '22:00–23:59']]) {
    const night = plan(hours);
    const called = { ...nobodyInside, lastCallAt: at('23:50') };
    assert.equal(lineAt(night, called, at('23:59')).announced.state, 'running');
    assert.equal(
      lineAt(night, nobodyInside, new Date(at('23:59').getTime() + 59_999)).announced.state,
      'due',
    );
  }
  const early = plan(['00:00–23:58']);
  assert.equal(lineAt(early, nobodyInside, at('23:59')).announced.state, 'past_closing');
});

test('a break announced over midnight is one break if the working hours continue over midnight [DOC-2, INV-16]', () => {
  const nights = [['00:00–23:59'], ['00:00–06:00', '22:00–23:59']];
  const away = {
    breakUntil: new Date(at('23:50').getTime() + 20 * 60_000),
    consultingSince: null,
    lastCallAt: at('23:40'),
  };
  for (const night of nights.map((hours) => plan(hours))) {
    const now = at('23:50');
    assert.equal(lineAt(night, away, now).announced.state, 'on_break');
    assert.equal(backIn(night, away, now), 20);
    assert.ok(forecastOf(lineAt(night, away, now), alike(1)), 'a wait is shown');
  }
  // A doctor whose hours end before the announced return does not come back today.
  assert.equal(lineAt(plan(['08:00–22:00']), away, at('21:50')).announced.state, 'offline');
});

test('an absence that ends before or at the start of the working hours is not shown as a break [DOC-1, DOC-2, INV-16]', () => {
  const day = plan(['09:00–17:00']);
  const away = (until: string) => ({ breakUntil: at(until), consultingSince: null });
  // The doctor's absence began on the day before or overnight.
  for (const until of ['00:10', '08:00', '09:00']) {
    const line = lineAt(day, away(until), at('00:05'));
    assert.equal(line.announced.state, 'not_open', until);
    assert.equal(line.announced.at, at('09:00').toISOString());
    assert.ok((forecastOf(line, alike(0))?.lower ?? 0) >= 535, 'nobody is called before');
  }
  const late = lineAt(day, away('09:30'), at('08:00'));
  assert.equal(late.announced.state, 'on_break');
  assert.equal(late.announced.at, at('09:30').toISOString());
});

test('a day off is not shown as a break for a doctor who works around the clock or at night [DOC-1, INV-16]', () => {
  for (const hours of [['00:00–23:59'], ['00:00–06:00', '22:00–23:59']]) {
    const back = instantFrom('2026-03-13', '00:00', 'Asia/Kolkata');
    const rows = {
      plan: plan(hours),
      status: 'Offline',
      breakUntil: back,
      insideSince: null,
      waitingSince: null,
      learnt: { ...nothingLearnt, last_call_at: null },
    } as const;
    const { announced, lineForecast } = lineNow(rows, at('10:00'));
    assert.deepEqual(
      [announced.state, announced.at, lineForecast],
      ['offline', back.toISOString(), undefined],
    );
  }
});

test('a wait that crosses midnight includes a break of the next day [DOC-1, QST-12]', () => {
  const called = { ...nobodyInside, lastCallAt: at('23:49') };
  const night = lineAt(plan(['00:00–23:59'], ['00:15–01:00']), called, at('23:50'));
  const [first] = night.lineForecast?.pauses ?? [];
  assert.deepEqual(first, { startsIn: 25, length: 45 });
  const whole = plan(['00:00–23:59'], ['00:00–00:30', '23:30–23:59']);
  const { announced } = lineAt(whole, { ...nobodyInside, lastCallAt: at('23:20') }, at('23:45'));
  assert.equal(announced.state, 'on_break');
  assert.equal(Date.parse(announced.at ?? ''), at('23:30').getTime() + 60 * 60_000, 'taken as one');
});

test('night work begins at midnight if the doctor is free on the evening before [DOC-1]', () => {
  const free: DayPlan = { hours: [], breaks: [] };
  const evening: DayPlan = { hours: [span('22:00–23:59')], breaks: [] };
  const morning: DayPlan = { hours: [span('00:00–06:00')], breaks: [] };
  // 12 March 2026 is a Thursday, and the night work in this test begins on Wednesday evening.
  const week = { ...everyDay(free), wednesday: evening, thursday: morning };
  const night = { zone: 'Asia/Kolkata', week, hospitalHours: defaultOperatingHours };
  const hours = (now: Date) => workDayAt(night, [], now).hours;
  const evenings = instantFrom('2026-03-11', '22:00', 'Asia/Kolkata');
  const whole = { from: evenings.getTime(), to: at('06:00').getTime() };
  assert.deepEqual(hours(evenings), whole);
  assert.deepEqual(hours(at('00:01')), whole);
  const away = [{ firstDay: '2026-03-11', lastDay: '2026-03-11' }];
  assert.equal(workDayAt(night, away, at('00:01')).hours?.from, at('00:00').getTime());
});

test('a doctor’s consultations before the next automatic break are counted from the afternoon for night work, and otherwise from midnight [DOC-3]', () => {
  const since = (time: string, ...hours: string[]) => {
    const instant = countsSince(plan(hours), at(time));
    return `${dayAt(instant, 'Asia/Kolkata')} ${timeAt(instant, 'Asia/Kolkata')}`;
  };
  const nights = ['00:00–06:00', '22:00–23:59'];
  assert.equal(since('00:30', ...nights), '2026-03-11 14:00');
  assert.equal(since('06:20', ...nights), '2026-03-11 14:00', 'gone on with');
  assert.equal(since('21:40', ...nights), '2026-03-12 14:00', 'begun early');
  assert.equal(since('23:59', ...nights), '2026-03-12 14:00');
  assert.equal(since('00:30', '09:00–13:00', '16:00–20:00'), '2026-03-12 00:00');
  assert.equal(since('19:00', '09:00–13:00', '16:00–20:00'), '2026-03-12 00:00');
  assert.equal(since('00:30', '00:00–06:00', '20:00–22:00'), '2026-03-12 00:00');
  assert.equal(since('12:00', '00:00–23:59'), '2026-03-12 00:00', 'round the clock');
  const free: DayPlan = { hours: [], breaks: [] };
  const evening: DayPlan = { hours: [span('22:00–23:59')], breaks: [] };
  const morning: DayPlan = { hours: [span('00:00–06:00')], breaks: [] };
  const week = { ...everyDay(free), wednesday: evening, thursday: morning };
  const one = { zone: 'Asia/Kolkata', week, hospitalHours: defaultOperatingHours };
  const wednesday = instantFrom('2026-03-11', '00:00', 'Asia/Kolkata');
  assert.deepEqual(countsSince(one, at('05:59')), wednesday, 'a single night');
  assert.deepEqual(countsSince(one, at('15:00')), at('15:00'));
});

test('a night shift begins once, in the evening, and not again at midnight [DOC-1, DOC-3]', () => {
  const begins = (...hours: string[]) => {
    const instant = workBegins(plan(hours), '2026-03-12');
    return instant && timeAt(instant, 'Asia/Kolkata');
  };
  assert.equal(begins('00:00–06:00', '22:00–23:59'), '22:00');
  assert.equal(begins('00:00–06:00', '20:00–22:00'), '00:00');
  assert.equal(begins('09:00–13:00', '16:00–23:59'), '09:00');
  assert.equal(begins('00:00–23:59'), '00:00', 'round the clock');
  const free: DayPlan = { hours: [], breaks: [] };
  const week = {
    ...everyDay(free),
    wednesday: { hours: [span('22:00–23:59')], breaks: [] },
    thursday: { hours: [span('00:00–06:00')], breaks: [] },
  };
  const night = { zone: 'Asia/Kolkata', week, hospitalHours: defaultOperatingHours };
  assert.equal(workBegins(night, '2026-03-12'), undefined, 'the rest of the night');
});

test('a line whose hours cross midnight shows the same status before and after midnight in every time zone [DOC-1, INV-16]', () => {
  const nights = [
    plan(['00:00–23:59']),
    plan(['00:00–06:00', '22:00–23:59'], ['00:00–01:30', '23:45–23:59']),
    plan(['00:00–06:00', '20:00–23:59'], ['03:00–03:30']),
  ];
  const ago = fc.option(fc.integer({ min: 1, max: 110 }));
  fc.assert(
    fc.property(
      fc.constantFrom(...nights),
      fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Africa/Cairo', 'Pacific/Apia'),
      fc.integer({ min: 1, max: 365 }),
      fc.record({ call: ago, end: ago, said: ago, back: ago, inside: ago }),
      fc.constantFrom('Available', 'Busy', 'Offline'),
      (hours, zone, days, { call, end, said, back, inside }, status) => {
        const midnight = instantFrom(addDays('2026-01-01', days), '00:00', zone);
        const before = (minutes: number | null) =>
          minutes === null ? null : new Date(midnight.getTime() - minutes * 60_000);
        const isAway = status !== 'Available' && back !== null;
        const rows = {
          plan: { ...hours, zone },
          status,
          breakUntil: isAway ? before(-1 - back) : null,
          insideSince: before(inside),
          waitingSince: null,
          learnt: {
            ...nothingLearnt,
            interrupted_at: before(isAway ? (said ?? 1) : said),
            last_call_at: before(call ?? (end === null ? null : end + 5)),
            last_end_at: before(end),
          },
        };
        const evening = lineNow(rows, new Date(midnight.getTime() - 1)).announced;
        const night = lineNow(rows, midnight).announced;
        const isAwaited = call === null && end === null && evening.state.startsWith('due');
        // A doctor who came to neither half of the working day is still expected at midnight.
        if (isAwaited) assert.ok(night.state.startsWith('due'), night.state);
        else assert.deepEqual(night, evening);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a doctor who is off returns on the next day that is neither a day off nor without working hours [DOC-1]', () => {
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
  // 15 March 2026 is a Sunday, and the doctor works only on weekdays.
  assert.equal(
    backAfter(weekdaysOnly, off, '2026-03-12')?.toISOString(),
    '2026-03-16T04:30:00.000Z',
  );
  assert.equal(backAfter(plan([]), off, '2026-03-12'), undefined);
});

test('days off are refused if the last day is before the first, if they are over, or if they are too far ahead [DOC-1]', () => {
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

test('a doctor’s weekly hours are refused if they are out of order or a break lies outside them [DOC-1, VAL-6]', () => {
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

/** Random hours and breaks of a day, made from six random times. */
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

test('a doctor’s pauses are in order, do not overlap and lie within the working hours, in every time zone [DOC-1]', () => {
  fc.assert(
    fc.property(
      anyPlan,
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
      (day, zone, now) => {
        const given: WorkPlan = { zone, week: everyDay(day), hospitalHours: defaultOperatingHours };
        const { hours, pauses } = workDayAt(given, [], now);
        assert.ok(hours);
        let end = hours.from - 1;
        for (const pause of pauses) {
          assert.ok(pause.from < pause.to && pause.from > end, JSON.stringify(pauses));
          end = pause.to;
        }
        assert.ok(end <= hours.to);
        // This check is independent of the rule under test: the local time alone decides whether
        // the doctor is available.
        const shown = timeAt(now, zone);
        const moment = now.getTime();
        const isWithin = hours.from <= moment && moment < hours.to;
        const isPaused = pauses.some(({ from, to }) => from <= moment && moment < to);
        const isThereNow = isThere(day, { from: shown, to: `${shown}:30` });
        assert.equal(isWithin && !isPaused, isThereNow, `${shown} ${JSON.stringify(day)}`);
        assert.equal(dayAt(now, zone).length, 10);
      },
    ),
    { numRuns: 500 },
  );
});

test('before opening and during a break, a patient’s wait counts from the doctor’s return [QST-12, DOC-2]', () => {
  const day = plan(['09:00–13:00']);
  const early = forecastOf(lineAt(day, nobodyInside, at('08:15')), alike(0));
  assert.ok((early?.expected ?? 0) >= 45, String(early?.expected));
  const onBreak = { breakUntil: at('10:40'), consultingSince: null, lastCallAt: at('10:05') };
  const later = forecastOf(lineAt(day, onBreak, at('10:10')), alike(0));
  assert.ok((later?.expected ?? 0) >= 30, String(later?.expected));
});

test('a patient’s wait that includes a planned break is longer by the break’s length [QST-12, DOC-1]', () => {
  const called = { ...nobodyInside, lastCallAt: at('10:29') };
  const day = lineAt(plan(['09:00–19:00'], ['11:00–12:00']), called, at('10:30'));
  const without = lineAt(plan(['09:00–19:00']), called, at('10:30'));
  const over =
    (forecastOf(day, alike(12))?.expected ?? 0) - (forecastOf(without, alike(12))?.expected ?? 0);
  assert.ok(Math.abs(over - 60) < 3, String(over));
  assert.ok((forecastOf(day, alike(0))?.median ?? 99) < 10);
});
