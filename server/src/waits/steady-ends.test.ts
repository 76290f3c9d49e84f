/** The later end of a wait moves only with what happens in the line [INV-16]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import { roundTheClock } from '@baari/contract/constants.ts';
import { forecastOf, lineNow } from './announced-wait.rules.ts';

const minuteMs = 60_000;
const midnight = Date.UTC(2026, 2, 10);
const at = (time: string) =>
  new Date(midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs);

const day = {
  hours: [{ from: '09:00', to: '17:00' }],
  breaks: [{ from: '13:00', to: '14:00' }],
};
const week: WeekPlan = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
};

/**
 * The later end as minutes since midnight, with a patient inside since a time; undefined where the
 * line is silent, so that no range is shown.
 */
function endAt(
  now: Date,
  inside: Date,
  { mean, ahead }: { mean: number; ahead: number },
): number | undefined {
  const line = lineNow(
    {
      plan: { zone: 'UTC', week, hospitalHours: roundTheClock },
      status: 'Available',
      breakUntil: null,
      insideSince: inside,
      waitingSince: at('09:30'),
      learnt: {
        pace_minutes: 200 * mean,
        pace_visits: 200,
        pace_squares: 200 * mean ** 2 * 1.65,
        pace_at: inside,
        usual_minutes: mean,
        session_minutes: 5 * mean,
        session_visits: 5,
        interrupted_at: null,
        last_call_at: inside,
        last_end_at: new Date(inside.getTime() - minuteMs),
        late_starts: [],
        forecast: null,
      },
    },
    now,
  );
  const forecast = forecastOf(line, { people: ahead, visits: ahead });
  return forecast && (now.getTime() - midnight) / minuteMs + forecast.upper;
}

/** The least and the greatest step of a shown end from one minute to the next. */
function stepsOf(from: Date, to: Date, inside: Date, line: { mean: number; ahead: number }) {
  let [least, most] = [0, 0];
  let before = endAt(from, inside, line);
  let shown = 0;
  for (let now = from.getTime() + minuteMs; now <= to.getTime(); now += minuteMs) {
    const end = endAt(new Date(now), inside, line);
    if (end !== undefined && before !== undefined) {
      least = Math.min(least, end - before);
      most = Math.max(most, end - before);
      shown += 1;
    }
    before = end;
  }
  return { least, most, shown };
}

test('a patient inside over the whole planned break moves the later end by less than 20 minutes at any minute [INV-16, QST-12]', () => {
  for (const mean of [6, 12, 30]) {
    for (let ahead = 0; ahead <= 8; ahead += 1) {
      const line = { mean, ahead };
      const { least, most, shown } = stepsOf(at('13:00'), at('15:40'), at('12:50'), line);
      if (mean * ahead < 100) assert.ok(shown > 60, `${mean} min, ${ahead} ahead: no range`);
      assert.ok(least > -20, `${mean} min, ${ahead} ahead: it drops by ${-least}`);
      assert.ok(most < 20, `${mean} min, ${ahead} ahead: it rises by ${most}`);
    }
  }
});

test('before a break the later end never rises by 20 minutes within a minute while nobody is called [INV-16, QST-12]', () => {
  for (const mean of [6, 12, 30]) {
    for (let ahead = 0; ahead <= 8; ahead += 1) {
      for (const called of ['10:40', '11:10', '11:40', '12:10']) {
        const { most } = stepsOf(at(called), at('12:59'), at(called), { mean, ahead });
        assert.ok(most < 20, `${mean} min, ${ahead} ahead, since ${called}: it rises by ${most}`);
      }
    }
  }
});

test('after a break that was given up the doctor is not shown as on it [INV-16]', () => {
  const seen = endAt(at('15:05'), at('12:50'), { mean: 30, ahead: 0 });
  assert.ok(seen !== undefined && seen < 17 * 60, `called by ${seen}`);
});
