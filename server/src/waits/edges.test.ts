/**
 * Tests two special cases of a wait: the working hours end before the call, and nobody in the line
 * has been called for long [INV-16, QST-12].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import { silentMinutes } from '@baari/contract/queue/announced-wait.ts';
import fc from 'fast-check';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
import {
  type LineNow,
  type LineRows,
  leavesInFor,
  forecastOf,
  lineNow,
  placeWait,
  promisableForecast,
} from './announced-wait.rules.ts';
import { alike } from './forecast.rules.ts';
import { clockText, lineText, whenText } from './wait-texts.ts';
import { longestVisit } from './silence.rules.ts';

const zone = 'Asia/Kolkata';
const plan = {
  zone,
  week: null,
  hospitalHours: Object.fromEntries(
    weekdays.map((day) => [day, { open: '09:00', close: '17:00', closed: false }]),
  ) as LineRows['plan']['hospitalHours'],
};

/** The given time of day on a Thursday in India. */
function at(time: string): Date {
  return new Date(`2026-03-12T${time}:00+05:30`);
}

const learnt: LineRows['learnt'] = {
  ...nothingLearnt,
  pace_minutes: 1200,
  pace_visits: 100,
  pace_squares: 1200 * 12 * 1.4,
  pace_at: at('08:00'),
};

interface Given {
  readonly inside?: string;
  readonly lastEnd?: string;
  readonly waitingSince?: string;
  readonly starts?: readonly number[];
  readonly meanMinutes?: number;
}

function lineAt(now: string, given: Given = {}): LineNow {
  const { inside, lastEnd, waitingSince = '09:00', starts = [], meanMinutes = 12 } = given;
  const last = inside ?? lastEnd;
  return lineNow(
    {
      plan,
      status: 'Available',
      breakUntil: null,
      insideSince: inside === undefined ? null : at(inside),
      waitingSince: at(waitingSince),
      learnt: {
        ...learnt,
        pace_minutes: 100 * meanMinutes,
        pace_squares: 100 * meanMinutes ** 2 * 1.4,
        usual_minutes: meanMinutes,
        last_call_at: last === undefined ? null : at(last),
        last_end_at: lastEnd === undefined ? null : at(lastEnd),
        late_starts: starts,
      },
    },
    at(now),
  );
}

const reader = (now: string) => ({ language: 'en', zone, now: at(now) }) as const;

test('at 16:20, when the doctor works until 17:00, the ninth patient reads that a visit today is doubtful, and no time after 17:00 [INV-16]', () => {
  const line = lineAt('16:20', { inside: '16:15' });
  const ninth = placeWait(line, alike(8));
  assert.equal(ninth.waitRange, null);
  assert.equal(ninth.call, null);
  assert.deepEqual(ninth.line, {
    state: 'beyond_hours',
    at: at('17:00').toISOString(),
    usuallyAt: null,
  });
  assert.equal(
    lineText(ninth.line, reader('16:20'), null)?.replaceAll('\u202f', ' '),
    'The hours end at 5:00 pm. You will probably not be seen today. Ask the reception.',
  );
  assert.equal(placeWait(line, alike(298)).line?.state, 'beyond_hours');
  assert.equal(leavesInFor(forecastOf(line, alike(8)), 20), undefined, '“leave now” stops');
  const first = placeWait(line, alike(0));
  assert.equal(first.line, undefined);
  assert.ok(first.waitRange !== null);
});

test('a patient who may be called just before the doctor’s hours end sees a time range up to this end and a warning [INV-16, QST-12]', () => {
  const line = lineAt('16:20', { inside: '16:15' });
  const states = Array.from({ length: 20 }, (_, ahead) => placeWait(line, alike(ahead)));
  const doubtful = states.findIndex((place) => place.line?.state === 'closing');
  assert.ok(doubtful > 0, 'between those in time and those beyond');
  const place = states[doubtful];
  const [last] = place?.waitRange?.parts.slice(-1) ?? [];
  assert.equal(last?.to, at('17:00').toISOString());
  assert.equal(
    lineText(place?.line ?? null, reader('16:20'), null)?.replaceAll('\u202f', ' '),
    'The hours end at 5:00 pm. You may not be seen today. Ask the reception.',
  );
  assert.equal(promisableForecast(line, alike(doubtful)), undefined);
  assert.ok(promisableForecast(line, alike(0)) !== undefined);
});

test('no range for the expected call ends after the doctor’s hours, and a patient further back never has a better chance to be seen today [INV-11, INV-16]', () => {
  const order = [undefined, 'closing', 'beyond_hours'];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 470 }),
      fc.integer({ min: 2, max: 40 }),
      (minute, meanMinutes) => {
        const time = new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString().slice(11, 16);
        const line = lineAt(time, { lastEnd: time, meanMinutes });
        let reached = 0;
        for (let ahead = 0; ahead < 60; ahead += 1) {
          const { waitRange, line: state } = placeWait(line, alike(ahead));
          const end = waitRange?.parts.at(-1)?.to;
          assert.ok(end === undefined || end <= at('17:00').toISOString(), end ?? '');
          assert.ok(waitRange === null || waitRange.lower <= waitRange.upper);
          const reach = order.indexOf(state?.state);
          assert.ok(reach >= reached, `${ahead} ahead`);
          reached = reach;
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('while a doctor works past the hours, the next patients see a range for the call, and patients far back see none [INV-16]', () => {
  const line = lineAt('17:20', { inside: '17:15' });
  assert.ok(placeWait(line, alike(1)).waitRange !== null);
  const far = placeWait(line, alike(298));
  assert.equal(far.waitRange, null);
  assert.equal(
    lineText(far.line ?? null, reader('17:20'), null),
    'You will probably not be seen today. Ask the reception.',
  );
});

test('a call time on another day is shown with its date, and a time that occurs twice in one night with its time zone [INV-16]', () => {
  const now = new Date('2026-03-12T23:30:00+05:30');
  const from = new Date('2026-03-13T00:10:00+05:30').toISOString();
  const to = new Date('2026-03-13T00:40:00+05:30').toISOString();
  const range = { lower: 40, upper: 70, parts: [{ from, to }] };
  assert.match(whenText(range, { language: 'en', zone, now }) ?? '', /13 Mar 2026.*12:10.*12:40/u);
  // On 1 November at 2 am, the clocks of New York are set back to 1 am.
  const first = new Date('2026-11-01T05:30:00Z');
  const second = new Date('2026-11-01T06:30:00Z');
  const inNewYork = { language: 'en', zone: 'America/New_York', now: first } as const;
  assert.notEqual(clockText(first, inNewYork), clockText(second, inNewYork));
  assert.match(clockText(second, inNewYork), /^1:30.am (GMT-5|EST)$/u);
  const later = new Date('2026-11-01T08:30:00Z');
  assert.match(clockText(later, inNewYork), /^3:30.am$/u);
});

test('if a doctor is away for three hours without a status change, patients read that nobody is being called, and no “leave now” is sent [INV-16]', () => {
  const usual = lineAt('10:20', { lastEnd: '10:10' });
  assert.equal(usual.announced.state, 'running');
  assert.ok(placeWait(usual, alike(0)).waitRange !== null);
  const silent = lineAt('13:00', { lastEnd: '10:00' });
  assert.deepEqual(silent.announced, {
    state: 'silent',
    at: at('10:00').toISOString(),
    usuallyAt: null,
  });
  assert.equal(placeWait(silent, alike(0)).waitRange, null);
  assert.equal(leavesInFor(forecastOf(silent, alike(0)), 0), undefined);
  assert.equal(promisableForecast(silent, alike(0)), undefined);
  assert.equal(
    lineText(silent.announced, reader('13:00'), null),
    'Nobody has been called for 3 hours. Ask the reception.',
  );
});

test('during a consultation of four hours, patients read that nobody is being called, from a time that depends on the doctor’s usual visits [INV-16]', () => {
  const state = (now: string, meanMinutes: number) =>
    lineAt(now, { inside: '10:00', meanMinutes }).announced.state;
  assert.equal(state('10:25', 12), 'running');
  assert.equal(state('14:00', 12), 'silent');
  assert.equal(state('10:45', 4), 'silent', 'long for a quick doctor');
  assert.equal(state('10:45', 25), 'running', 'and not for a slow one');
  const line = lineAt('10:40', { inside: '10:00', meanMinutes: 4 });
  assert.equal(
    lineText(line.announced, reader('10:40'), null),
    'Nobody has been called for 40 minutes. Ask the reception.',
  );
  assert.ok(longestVisit(12, 0.6) > 40 && longestVisit(12, 0.6) < 70);
});

test('if a doctor never comes, the first patient does not read “next” all morning [INV-16]', () => {
  const strike = lineAt('11:00');
  assert.equal(strike.announced.state, 'silent');
  assert.equal(placeWait(strike, alike(0)).call, null);
  const late = lineAt('10:00', { starts: [50, 55, 60, 70, 65] });
  assert.equal(late.announced.state, 'due');
  assert.equal(lineAt('10:40', { starts: [50, 55, 60, 70, 65] }).announced.state, 'silent');
});

test('while nobody in a line has waited long, patients see no warning that nobody is being called [INV-16]', () => {
  const line = lineAt('13:00', { lastEnd: '10:00', waitingSince: '12:55' });
  assert.equal(line.announced.state, 'running');
});

test('the time since the last call is shown in steps of five minutes, and from two hours on in hours [INV-16]', () => {
  const since = at('10:00').toISOString();
  const shown = ['10:43', '11:59', '12:00', '13:30'].map((now) =>
    silentMinutes(since, at(now).getTime()),
  );
  assert.deepEqual(shown, [40, 115, 120, 180]);
});
