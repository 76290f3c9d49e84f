/**
 * Properties of a plan that moves several bookings together, tested with random bookings and free
 * times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOfDay } from '@baari/contract/visit/part-of-day.ts';
import fc from 'fast-check';
import type { OfferedSlot } from '../timetables/timetable.rules.ts';
import { type PlannedTime, planTimes, type VisitToMove } from './rebooking.rules.ts';

const today = '2026-03-09';
const lastDay = '2026-03-12';
const times = ['09:00', '09:30', '10:00', '14:00', '14:30', '18:00'] as const;
const doctors = ['doctor 1', 'doctor 2'] as const;

function slotAt(date: string, time: string, places: number): OfferedSlot {
  return { time, minutes: 30, places, startsAt: new Date(`${date}T${time}:00Z`) };
}

const anyVisit = fc.record({
  patient: fc.integer({ min: 0, max: 5 }),
  doctorId: fc.constantFrom(...doctors),
  date: fc.constantFrom('2026-03-08', today, '2026-03-10'),
  time: fc.constantFrom(...times),
  booked: fc.integer({ min: 0, max: 3 }),
});
/** Random bookings of six patients with three accounts. */
const anyVisits = fc
  .uniqueArray(anyVisit, {
    maxLength: 12,
    selector: ({ patient, doctorId, date }) => `${patient} ${doctorId} ${date}`,
  })
  .map((list) =>
    list.map(
      (given, index): VisitToMove => ({
        id: `visit ${String(index).padStart(2, '0')}`,
        patientId: `patient ${given.patient}`,
        holderId: `account ${given.patient % 3}`,
        doctorId: given.doctorId,
        date: given.date,
        time: given.time,
        minutes: 30,
        startsAt: new Date(`${given.date}T${given.time}:00Z`),
        bookedAt: new Date(given.booked),
      }),
    ),
  );
const anyPlaces = fc.dictionary(
  fc.constantFrom(
    ...doctors.flatMap((id) =>
      [today, '2026-03-10', '2026-03-11'].flatMap((date) =>
        times.map((time) => `${id} ${date} ${time}`),
      ),
    ),
  ),
  fc.integer({ min: 1, max: 2 }),
);

interface World {
  readonly visits: readonly VisitToMove[];
  readonly places: Readonly<Record<string, number>>;
  readonly moving: ReadonlySet<string>;
  readonly isFree: boolean;
}
const anyWorld = fc
  .record({ visits: anyVisits, places: anyPlaces, isFree: fc.boolean(), kept: fc.nat(11) })
  .map(
    ({ visits, places, isFree, kept }): World => ({
      visits,
      places,
      isFree,
      // One booking of the test data is not moved.
      moving: new Set(visits.filter((_, index) => index !== kept).map(({ id }) => id)),
    }),
  );

function offeredIn({ places }: World, doctorId: string, date: string): OfferedSlot[] {
  return times.flatMap((time) => {
    const count = places[`${doctorId} ${date} ${time}`];
    return count === undefined ? [] : [slotAt(date, time, count)];
  });
}

function plan(world: World): ReadonlyMap<string, PlannedTime> {
  const { visits, moving, isFree } = world;
  return planTimes(
    visits.filter(({ id }) => moving.has(id)),
    {
      today,
      lastDay,
      doctorsFor: ({ doctorId }) => (isFree ? doctors : [doctorId]),
      offered: (doctorId, date) => offeredIn(world, doctorId, date),
      taken: visits,
      visits,
    },
  );
}

test('a rebooking plan uses only offered times, and plans no more patients for a time than it has places [APPT-1]', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const planned = plan(world);
      const used = new Map<string, number>();
      for (const [id, { doctorId, date, slot }] of planned) {
        assert.ok(world.moving.has(id));
        const key = `${doctorId} ${date} ${slot.time}`;
        used.set(key, (used.get(key) ?? 0) + 1);
      }
      for (const [key, count] of used) {
        // Bookings without a planned time keep their slot; planned bookings leave theirs.
        const standing = world.visits.filter(
          (each) => `${each.doctorId} ${each.date} ${each.time}` === key && !planned.has(each.id),
        ).length;
        assert.ok(count + standing <= (world.places[key] ?? 0), key);
      }
    }),
  );
});

test('a rebooking plan books no patient with two doctors at one time, or twice with one doctor on a day [APPT-1]', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const planned = plan(world);
      const after = world.visits.map((visit) => {
        const to = planned.get(visit.id);
        return to === undefined
          ? { ...visit, isMoved: false }
          : {
              ...visit,
              doctorId: to.doctorId,
              date: to.date,
              startsAt: to.slot.startsAt,
              isMoved: true,
            };
      });
      for (const one of after.filter(({ isMoved }) => isMoved)) {
        for (const other of after.filter(({ id }) => id !== one.id)) {
          const isSameTime = one.startsAt.getTime() === other.startsAt.getTime();
          const isSameAccount = one.holderId === other.holderId;
          assert.ok(!(isSameTime && isSameAccount && one.doctorId !== other.doctorId));
          assert.ok(
            !(
              one.patientId === other.patientId &&
              one.doctorId === other.doctorId &&
              one.date === other.date
            ),
          );
        }
      }
    }),
  );
});

test('in a rebooking plan the patient who booked first gets the first choice, whatever the order of the list [APPT-1]', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const planned = plan(world);
      const shuffled = plan({ ...world, visits: world.visits.toReversed() });
      const byId = (map: ReadonlyMap<string, PlannedTime>) =>
        [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
      assert.deepEqual(byId(shuffled), byId(planned));
      const [first] = world.visits
        .filter(({ id }) => world.moving.has(id))
        .toSorted(
          (one, other) =>
            one.bookedAt.getTime() - other.bookedAt.getTime() || (one.id < other.id ? -1 : 1),
        );
      if (first === undefined) return;
      const alone = plan({ ...world, moving: new Set([first.id]) });
      assert.deepEqual(planned.get(first.id), alone.get(first.id), 'as if nobody else moved');
    }),
  );
});

test('a rebooking plan prefers the nearest day, then the same part of the day, then the nearest time [APPT-1]', () => {
  const visit: VisitToMove = {
    id: 'visit',
    patientId: 'patient',
    holderId: 'patient',
    doctorId: 'doctor 1',
    date: today,
    time: '14:00',
    minutes: 30,
    startsAt: new Date(`${today}T14:00:00Z`),
    bookedAt: new Date(0),
  };
  const planWith = (places: Readonly<Record<string, number>>, isFree = false) => {
    const world = { visits: [visit], places, moving: new Set(['visit']), isFree };
    const to = plan(world).get('visit');
    assert.ok(to === undefined || partOfDay(to.slot.time) !== undefined);
    return to && `${to.doctorId} ${to.date} ${to.slot.time}`;
  };
  const morning = `doctor 1 ${today} 10:00`;
  const evening = `doctor 1 ${today} 18:00`;
  const afternoon = `doctor 1 ${today} 14:30`;
  const tomorrow = 'doctor 1 2026-03-10 14:00';
  assert.equal(planWith({ [morning]: 1, [evening]: 1, [afternoon]: 1, [tomorrow]: 1 }), afternoon);
  assert.equal(planWith({ [morning]: 1, [tomorrow]: 1 }), morning, 'the same day counts more');
  assert.equal(planWith({ [tomorrow]: 1, 'doctor 1 2026-03-10 09:00': 1 }), tomorrow);
  assert.equal(planWith({ [`doctor 1 ${today} 14:00`]: 1 }), undefined, 'not the time that it has');
  const colleague = `doctor 2 ${today} 14:00`;
  assert.equal(planWith({ [colleague]: 1 }), undefined);
  assert.equal(planWith({ [colleague]: 1, [morning]: 1 }, true), colleague);
  assert.equal(planWith({}), undefined);
});
