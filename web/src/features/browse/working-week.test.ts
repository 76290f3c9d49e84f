import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DayPlan, WeekPlan } from '@baari/contract/hospital/schedule.ts';
import { weekRows } from './working-week.ts';

const atWork: DayPlan = { hours: [{ from: '09:00', to: '13:00' }], breaks: [] };
const free: DayPlan = { hours: [], breaks: [] };
const week: WeekPlan = {
  monday: atWork,
  tuesday: atWork,
  wednesday: atWork,
  thursday: atWork,
  friday: atWork,
  saturday: atWork,
  sunday: free,
};
/** A test date that is a Saturday. */
const today = '2026-11-21';

function off(firstDay: string, lastDay: string) {
  return { id: '3f0e8c0a-0000-4000-8000-000000000001', firstDay, lastDay };
}

describe("a doctor's week", () => {
  it('a doctor’s week begins on Monday, and each row shows the next date of its weekday [PAT-7]', () => {
    const rows = weekRows({ today, week, daysOff: [] });
    assert.deepEqual(
      rows.map(({ weekday, date }) => `${weekday} ${date}`),
      [
        'monday 2026-11-23',
        'tuesday 2026-11-24',
        'wednesday 2026-11-25',
        'thursday 2026-11-26',
        'friday 2026-11-27',
        'saturday 2026-11-21',
        'sunday 2026-11-22',
      ],
    );
  });

  for (const [day, name] of [
    ['2026-11-22', 'sunday'],
    ['2026-11-23', 'monday'],
    ['2028-02-29', 'tuesday'],
  ] as const) {
    it(`a doctor’s week marks ${name} as today when the hospital’s calendar says ${day} [PAT-7]`, () => {
      const marked = weekRows({ today: day, week, daysOff: [] }).filter(({ isToday }) => isToday);
      assert.deepEqual(
        marked.map(({ weekday, date }) => [weekday, date]),
        [[name, day]],
      );
    });
  }

  it('a doctor’s week shows days off in the coming seven days, first and last day included [PAT-7, DOC-1]', () => {
    const rows = weekRows({
      today,
      week,
      daysOff: [off('2026-11-19', '2026-11-21'), off('2026-11-24', '2026-11-25')],
    });
    assert.deepEqual(
      rows.filter(({ isOff }) => isOff).map(({ weekday }) => weekday),
      ['tuesday', 'wednesday', 'saturday'],
    );
  });

  it('a doctor’s week does not show a day off in the week after next [PAT-7, DOC-1]', () => {
    const rows = weekRows({ today, week, daysOff: [off('2026-11-28', '2026-11-30')] });
    assert.ok(rows.every(({ isOff }) => !isOff));
  });
});
