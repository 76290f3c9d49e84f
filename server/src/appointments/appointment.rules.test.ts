/**
 * Tests of when a doctor can be booked, in three time zones, across daylight saving changes and
 * midnight.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appointmentTimes,
  bookingDaysAhead,
  defaultOperatingHours,
  weekdays,
} from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import fc from 'fast-check';
import { dayAt, instantOf } from '../schedule/calendar.rules.ts';
import {
  type Availability,
  firstFreeTime,
  lastBookableDay,
  mayBook,
  mayChange,
  mayCheckIn,
  offeredTimes,
  statusOn,
} from './appointment.rules.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/London'] as const;

function everyDay(open: string, close: string, closed = false): WeekHours {
  const day = { open, close, closed };
  return {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  };
}

const allDay = everyDay('00:00', '23:59');

function openAt(zone: string, hours: WeekHours): Availability {
  return { plan: { zone, week: null, hospitalHours: hours }, daysOff: [] };
}

function times(day: string, zone: string, now: string, hours: WeekHours = allDay): string[] {
  return offeredTimes(day, openAt(zone, hours), new Date(now)).map(({ time }) => time);
}

/** The local date and time of a moment, computed without the code under test. */
function wall(moment: Date, zone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment);
  const [day = '', time = ''] = parts.split(' ');
  return { day, time };
}

test('the date of an appointment depends on the hospital’s time zone and changes at midnight in that zone [APPT-1]', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['2026-03-12T18:29:59Z', 'Asia/Kolkata', '2026-03-12'],
    ['2026-03-12T18:30:00Z', 'Asia/Kolkata', '2026-03-13'],
    ['2026-03-12T03:59:59Z', 'America/New_York', '2026-03-11'],
    ['2026-03-12T04:00:00Z', 'America/New_York', '2026-03-12'],
    ['2026-12-12T04:59:59Z', 'America/New_York', '2026-12-11'],
    ['2026-06-30T22:59:59Z', 'Europe/London', '2026-06-30'],
    ['2026-06-30T23:00:00Z', 'Europe/London', '2026-07-01'],
    ['2026-12-31T23:59:59Z', 'Europe/London', '2026-12-31'],
  ];
  for (const [moment, zone, day] of cases) {
    assert.equal(dayAt(new Date(moment), zone), day, `${moment} in ${zone}`);
  }
});

test('an appointment at ten in the morning has a different UTC time in summer than in winter [APPT-1]', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['2026-01-15', 'Asia/Kolkata', '2026-01-15T04:30:00.000Z'],
    ['2026-07-15', 'Asia/Kolkata', '2026-07-15T04:30:00.000Z'],
    ['2026-03-07', 'America/New_York', '2026-03-07T15:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T14:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T15:00:00.000Z'],
    ['2026-03-28', 'Europe/London', '2026-03-28T10:00:00.000Z'],
    ['2026-03-29', 'Europe/London', '2026-03-29T09:00:00.000Z'],
    ['2026-10-25', 'Europe/London', '2026-10-25T10:00:00.000Z'],
  ];
  for (const [day, zone, instant] of cases) {
    assert.equal(instantOf(day, '10:00', zone)?.toISOString(), instant, `${day} in ${zone}`);
  }
});

test('an appointment time skipped by the clock change does not exist, and a time that occurs twice means the first occurrence [APPT-1]', () => {
  assert.equal(instantOf('2026-03-08', '02:30', 'America/New_York'), undefined);
  assert.equal(instantOf('2026-03-29', '01:30', 'Europe/London'), undefined);
  assert.equal(
    instantOf('2026-11-01', '01:30', 'America/New_York')?.toISOString(),
    '2026-11-01T05:30:00.000Z',
  );
  assert.equal(
    instantOf('2026-10-25', '01:30', 'Europe/London')?.toISOString(),
    '2026-10-25T00:30:00.000Z',
  );
});

test('a date that a time zone skipped entirely has no appointment times [APPT-1]', () => {
  assert.deepEqual(times('2011-12-30', 'Pacific/Apia', '2011-12-28T00:00:00Z'), []);
  assert.deepEqual(times('2011-12-31', 'Pacific/Apia', '2011-12-28T00:00:00Z'), [
    ...appointmentTimes,
  ]);
});

test('appointment times for today are offered only if they are still to come at the hospital [PAT-8]', () => {
  for (const zone of zones) {
    const eleven = instantOf('2026-03-12', '11:00', zone);
    assert.ok(eleven !== undefined);
    const before = new Date(eleven.getTime() - 1).toISOString();
    assert.deepEqual(times('2026-03-12', zone, before), ['11:00', '14:00', '15:00', '16:00']);
    assert.deepEqual(times('2026-03-12', zone, eleven.toISOString()), ['14:00', '15:00', '16:00']);
    assert.deepEqual(times('2026-03-11', zone, before), [], 'yesterday');
  }
});

test('a day can be booked up to sixty days ahead [APPT-1]', () => {
  const now = '2026-03-12T06:00:00Z';
  assert.equal(lastBookableDay('2026-03-12'), '2026-05-11');
  assert.equal(times('2026-05-11', 'Asia/Kolkata', now).length, appointmentTimes.length);
  assert.deepEqual(times('2026-05-12', 'Asia/Kolkata', now), []);
});

test('a whole appointment lies within the opening hours of its weekday, and a closed day has no appointments [APPT-1]', () => {
  const now = '2026-03-09T00:00:00Z';
  const on = (hours: WeekHours) => times('2026-03-12', 'Asia/Kolkata', now, hours);
  assert.deepEqual(on(everyDay('10:00', '15:00')), ['10:00', '11:00', '14:00']);
  assert.deepEqual(on(everyDay('09:01', '16:29')), ['10:00', '11:00', '14:00', '15:00']);
  assert.deepEqual(on(everyDay('09:00', '16:30')), [...appointmentTimes]);
  assert.deepEqual(on(everyDay('09:00', '16:30', true)), []);
  // The hospital opens at nine on Saturday and is closed on Sunday.
  assert.equal(times('2026-03-14', 'Asia/Kolkata', now, defaultOperatingHours).length, 6);
  assert.deepEqual(times('2026-03-15', 'Asia/Kolkata', now, defaultOperatingHours), []);
});

const clockText = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

test('every offered time is in the future and within local opening hours, in any zone and at any moment [APPT-1]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones, 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia'),
      fc.date({
        min: new Date('2024-01-01T00:00:00Z'),
        max: new Date('2034-01-01T00:00:00Z'),
        noInvalidDate: true,
      }),
      fc.integer({ min: -2, max: 63 }),
      clockText,
      clockText,
      (zone, now, ahead, one, other) => {
        const [open = '', close = ''] = [one, other].toSorted();
        const today = dayAt(now, zone);
        assert.equal(today, wall(now, zone).day);
        const day = Temporal.PlainDate.from(today).add({ days: ahead }).toString();
        const offered = offeredTimes(day, openAt(zone, everyDay(open, close)), now);
        if (ahead < 0 || ahead > 60) assert.equal(offered.length, 0);
        for (const { time, startsAt } of offered) {
          assert.deepEqual(wall(startsAt, zone), { day, time });
          assert.ok(startsAt > now);
          assert.ok(time >= open && time < close);
        }
        // For every time that was not offered, the test checks that it really cannot be booked.
        const left = appointmentTimes.filter((time) => !offered.some((slot) => slot.time === time));
        for (const time of left) {
          const startsAt = instantOf(day, time, zone);
          const endsLate =
            startsAt === undefined ||
            wall(new Date(startsAt.getTime() + 1_800_000), zone).time > close;
          const isOut = ahead < 0 || ahead > 60 || time < open || endsLate || startsAt <= now;
          assert.ok(isOut, `${day} ${time} in ${zone}, ${open}–${close}`);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('only the desk can book an Offline doctor, and patients can book a Busy doctor [PAT-8, APPT-1]', () => {
  const now = new Date('2026-03-12T00:00:00Z');
  const clock = openAt('Asia/Kolkata', allDay);
  const wish = { day: '2026-03-13', time: '09:00', visitKind: null } as const;
  const offline = mayBook(wish, { status: 'Offline', by: 'patient' }, clock, now);
  assert.ok(!offline.ok && offline.code === 'doctor_not_available');
  for (const status of ['Available', 'Busy'] as const) {
    const allowed = mayBook(wish, { status, by: 'patient' }, clock, now);
    assert.ok(allowed.ok && allowed.value.startsAt.toISOString() === '2026-03-13T03:30:00.000Z');
  }
  assert.ok(mayBook(wish, { status: 'Offline', by: 'staff' }, clock, now).ok);
  for (const by of ['patient', 'staff'] as const) {
    const gone = mayBook({ ...wish, day: '2026-03-11' }, { status: 'Available', by }, clock, now);
    assert.ok(!gone.ok && gone.code === 'slot_not_offered');
  }
});

test('whether a booking can be changed or checked in depends on its status and its day [APPT-1]', () => {
  const today = '2026-03-12';
  const cases = [
    ['booked', '2026-03-11', 'missed', 'appointment_over', 'appointment_over'],
    ['booked', '2026-03-12', 'booked', 'allowed', 'allowed'],
    ['booked', '2026-03-13', 'booked', 'allowed', 'not_the_day'],
    ['checked_in', '2026-03-12', 'checked_in', 'appointment_over', 'appointment_over'],
    ['checked_in', '2026-03-11', 'checked_in', 'appointment_over', 'appointment_over'],
    ['cancelled', '2026-03-12', 'cancelled', 'appointment_over', 'appointment_over'],
  ] as const;
  for (const [status, day, shown, changing, checkingIn] of cases) {
    const booking = { status, day };
    const change = mayChange(booking, today);
    const checkIn = mayCheckIn(booking, today);
    assert.deepEqual(
      [
        statusOn(today, booking),
        change.ok ? 'allowed' : change.code,
        checkIn.ok ? 'allowed' : checkIn.code,
      ],
      [shown, changing, checkingIn],
      `${status} on ${day}`,
    );
  }
});

test('appointments on each weekday follow the opening hours of that weekday [APPT-1]', () => {
  for (const [index, weekday] of weekdays.entries()) {
    const hours = {
      ...everyDay('09:00', '17:00', true),
      [weekday]: { open: '09:00', close: '17:00', closed: false },
    };
    const open = Array.from(
      { length: 7 },
      (_, day) => `2026-03-${String(9 + day).padStart(2, '0')}`,
    ).filter((day) => times(day, 'Asia/Kolkata', '2026-03-01T00:00:00Z', hours).length > 0);
    assert.deepEqual(open, [`2026-03-${String(9 + index).padStart(2, '0')}`], weekday);
  }
});

test('the next free time of a doctor who is booked out for weeks is found without reading each full day [PAT-8, KEEP-9]', () => {
  const now = new Date('2026-03-06T00:00:00Z');
  for (const isBooked of [true, false]) {
    const closed = everyDay('00:00', '23:59', true);
    let read = 0;
    const availability: Availability = {
      plan: openAt('Asia/Kolkata', isBooked ? allDay : closed).plan,
      get daysOff() {
        read += 1;
        return [];
      },
    };
    const next = firstFreeTime(availability, (day) => isBooked && day < '2026-04-20', now);
    assert.equal(next?.day, isBooked ? '2026-04-20' : undefined);
    // If times are only booked out, the days off are read once. If the doctor never works, they are
    // read for each bookable day.
    assert.equal(read, isBooked ? 1 : bookingDaysAhead + 1);
  }
});

test('the next free time of a doctor is the first time from now on that nobody has booked, in three time zones [PAT-8]', () => {
  const nobody = () => false;
  for (const zone of zones) {
    const clock = openAt(zone, allDay);
    const now = instantOf('2026-03-06', '23:50', zone);
    assert.ok(now !== undefined);
    const first = firstFreeTime(clock, nobody, now);
    assert.equal(first?.day, '2026-03-07', zone);
    const next = firstFreeTime(clock, (day) => day === '2026-03-07', now);
    // In New York the clocks go forward on 8 March 2026.
    assert.equal(next?.day, '2026-03-08', zone);
    assert.deepEqual(next && wall(next.startsAt, zone), { day: next?.day, time: next?.time });
    assert.equal(
      firstFreeTime(clock, () => true, now),
      undefined,
    );
    assert.equal(
      firstFreeTime(openAt(zone, everyDay('00:00', '23:59', true)), nobody, now),
      undefined,
    );
  }
});
