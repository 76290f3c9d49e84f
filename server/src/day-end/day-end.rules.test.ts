import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextAt } from '../schedule/calendar.rules.ts';
import { endDue, forgottenAt, forgottenHours, isOverEnd, lastAt } from './day-end.rules.ts';

const zone = 'Asia/Kolkata';
const at = (local: string) => new Date(`${local}:00+05:30`);

test('the day ends automatically once a day, and never for a time before an administrator set the automatic end [DAY-1]', () => {
  const setting = { endsAt: '20:00', since: at('2026-03-02T10:00'), zone };
  assert.equal(
    endDue(setting, null, at('2026-03-02T19:59')),
    undefined,
    'yesterday’s is not made up',
  );
  const end = endDue(setting, null, at('2026-03-02T20:00'));
  assert.deepEqual(end, at('2026-03-02T20:00'));
  assert.equal(endDue(setting, end ?? null, at('2026-03-03T19:59')), undefined, 'done');
  assert.deepEqual(endDue(setting, end ?? null, at('2026-03-04T01:00')), at('2026-03-03T20:00'));
  assert.equal(endDue({ ...setting, endsAt: null }, null, at('2026-03-09T20:00')), undefined);
});

test('a patient still waiting counts as forgotten on the next morning, and only after hours without any event in the line [DAY-1]', () => {
  assert.deepEqual(forgottenAt(at('2026-03-02T11:00'), zone), at('2026-03-03T06:00'));
  assert.deepEqual(
    forgottenAt(at('2026-03-02T23:50'), zone),
    at('2026-03-03T07:50'),
    'a night’s line',
  );
  assert.deepEqual(forgottenAt(at('2026-03-03T00:10'), zone), at('2026-03-04T06:00'));
});

test('the desk is asked what happened to a patient with the doctor only if the day has ended since the patient was called in [DAY-1]', () => {
  const setting = { endsAt: '20:00', since: at('2026-03-02T10:00'), zone };
  const inside = at('2026-03-02T19:40');
  assert.equal(isOverEnd(inside, setting, at('2026-03-02T19:59')), false);
  assert.equal(isOverEnd(inside, setting, at('2026-03-02T20:00')), true);
  assert.equal(isOverEnd(at('2026-03-02T20:10'), setting, at('2026-03-02T21:00')), false, 'later');
  const never = { endsAt: null, since: null, zone };
  assert.equal(isOverEnd(inside, never, at('2026-03-02T23:00')), false);
  assert.equal(isOverEnd(inside, never, at('2026-03-03T06:00')), true, 'forgotten overnight');
});

test('the latest automatic end of the day lies before the present moment and the next one lies after it, also around clock changes [DAY-1]', () => {
  const zones = fc.constantFrom(
    'Asia/Kolkata',
    'America/New_York',
    'Europe/Berlin',
    'Pacific/Apia',
  );
  const moments = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2027-01-01'),
    noInvalidDate: true,
  });
  const times = fc.constantFrom('00:00', '02:30', '03:00', '20:00', '23:59');
  fc.assert(
    fc.property(zones, moments, times, (where, now, time) => {
      const last = lastAt(time, where, now);
      const next = nextAt(time, where, now);
      assert.ok(last <= now && next > now);
      const hours = (next.getTime() - last.getTime()) / 3_600_000;
      assert.ok(hours >= 22 && hours <= 26, `${hours} h apart`);
      const forgotten = forgottenAt(now, where).getTime() - now.getTime();
      assert.ok(forgotten >= forgottenHours * 3_600_000 && forgotten <= 32 * 3_600_000);
    }),
  );
});
