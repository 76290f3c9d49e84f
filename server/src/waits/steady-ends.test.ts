/** Tests that the upper end of a wait moves only because of what happens in the line [INV-16]. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import { roundTheClock } from '@baari/contract/constants.ts';
import { nothingLearnt } from '../testing/nothing-learnt.ts';
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
 * The upper end of the wait as minutes since midnight. A patient has been with the doctor since
 * `inside`. Undefined if nobody has been called for so long that no range is shown.
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
        ...nothingLearnt,
        pace_minutes: 200 * mean,
        pace_visits: 200,
        pace_squares: 200 * mean ** 2 * 1.65,
        pace_at: inside,
        usual_minutes: mean,
        session_minutes: 5 * mean,
        session_visits: 5,
        last_call_at: inside,
        last_end_at: new Date(inside.getTime() - minuteMs),
      },
    },
    now,
  );
  const forecast = forecastOf(line, { people: ahead, visits: ahead });
  return forecast && (now.getTime() - midnight) / minuteMs + forecast.upper;
}

/**
 * The smallest and the greatest change of the shown upper end of a wait from one minute to the
 * next.
 */
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

test('if a patient stays with the doctor during the whole planned break, the latest forecast time moves by less than 20 minutes in any minute [INV-16, QST-12]', () => {
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

test('before a break, the latest forecast time moves by less than 20 minutes in any minute without a call [INV-16, QST-12]', () => {
  for (const mean of [6, 12, 30]) {
    for (let ahead = 0; ahead <= 8; ahead += 1) {
      for (const called of ['10:40', '11:10', '11:40', '12:10']) {
        const { most } = stepsOf(at(called), at('12:59'), at(called), { mean, ahead });
        assert.ok(most < 20, `${mean} min, ${ahead} ahead, since ${called}: it rises by ${most}`);
      }
    }
  }
});

test('after a doctor skipped a break, the forecasts do not treat the doctor as on a break [INV-16]', () => {
  const seen = endAt(at('15:05'), at('12:50'), { mean: 30, ahead: 0 });
  assert.ok(seen !== undefined && seen < 17 * 60, `called by ${seen}`);
});
