/**
 * Plans a new time for each booking that no longer fits a doctor's hours [APPT-1]. Pure: takes the
 * bookings, the offered times and the taken slots, and returns a time for each booking or none.
 *
 * The patient who booked first chooses first. Each patient gets the nearest free time: the same
 * day, then day after day. Within a day, times in the same part of the day come first, then the
 * time nearest to the booked one.
 */
import { partOfDay } from '@baari/contract/visit/part-of-day.ts';
import { minutesBetween } from '@baari/contract/hospital/session-days.ts';
import { addDays } from '../schedule/calendar.rules.ts';
import { freeBeside, type OfferedSlot, type Taken } from '../timetables/timetable.rules.ts';

/** A booking with the ids of its patient and account. */
export interface StandingVisit {
  readonly id: string;
  readonly patientId: string;
  /** The id of the account's owner; for a patient without an account, the id of the patient. */
  readonly holderId: string;
  readonly doctorId: string;
  readonly date: string;
  readonly startsAt: Date;
  readonly minutes: number;
}

/** A booking that needs another time. */
export interface VisitToMove extends StandingVisit {
  readonly time: string;
  readonly bookedAt: Date;
}

export interface PlanFacts {
  /** The first day that can be booked; `lastDay` is the last day. */
  readonly today: string;
  readonly lastDay: string;
  /** The doctors whose times the booking may get, the preferred doctors first. */
  readonly doctorsFor: (visit: VisitToMove) => readonly string[];
  /** The times of a doctor's day that can be booked, whether free or taken. */
  readonly offered: (doctorId: string, date: string) => readonly OfferedSlot[];
  /**
   * All bookings of the doctors in the plan. It includes the bookings to move, because they keep
   * their slots until they are moved.
   */
  readonly taken: readonly (Taken & { readonly doctorId: string; readonly date: string })[];
  /** All bookings of the same accounts, including the bookings to move. */
  readonly visits: readonly StandingVisit[];
}

export interface PlannedTime {
  readonly doctorId: string;
  readonly date: string;
  readonly slot: OfferedSlot;
}

/**
 * The planned time of each booking, by the booking's id. Bookings without a possible time are left
 * out.
 */
export function planTimes(
  toMove: readonly VisitToMove[],
  facts: PlanFacts,
): ReadonlyMap<string, PlannedTime> {
  const planned = new Map<string, PlannedTime>();
  const taken = Map.groupBy(facts.taken, ({ doctorId, date }) => `${doctorId} ${date}`);
  const visits = Map.groupBy(facts.visits, ({ holderId }) => holderId);
  for (const visit of toMove.toSorted(bookedFirst)) {
    const time = nearest(visit);
    if (time === undefined) continue;
    planned.set(visit.id, time);
    const { doctorId, date, slot } = time;
    const { startsAt, minutes } = slot;
    taken.set(`${doctorId} ${date}`, [...takenOn(doctorId, date), { ...slot, doctorId, date }]);
    const own = { ...visit, doctorId, date, startsAt, minutes };
    visits.set(visit.holderId, [...(visits.get(visit.holderId) ?? []), own]);
  }
  return planned;

  function takenOn(doctorId: string, date: string) {
    return taken.get(`${doctorId} ${date}`) ?? [];
  }

  function nearest(visit: VisitToMove): PlannedTime | undefined {
    const doctors = facts.doctorsFor(visit);
    let date = visit.date < facts.today ? facts.today : visit.date;
    for (; date <= facts.lastDay && doctors.length > 0; date = addDays(date, 1)) {
      const [best] = doctors
        .flatMap((doctorId) => freeTimes(visit, doctorId, date))
        .toSorted((one, other) => distance(visit, one) - distance(visit, other));
      if (best !== undefined) return best;
    }
    return undefined;
  }

  function freeTimes(visit: VisitToMove, doctorId: string, date: string): PlannedTime[] {
    const offered = facts.offered(doctorId, date);
    if (offered.length === 0) return [];
    const own = visits.get(visit.holderId)?.filter(({ id }) => id !== visit.id) ?? [];
    const isThatDay = own.some(
      (other) =>
        other.patientId === visit.patientId && other.doctorId === doctorId && other.date === date,
    );
    if (isThatDay) return [];
    const freeOf = freeBeside(without(takenOn(doctorId, date), visit, doctorId, date));
    return offered
      .filter(
        (slot) =>
          freeOf(slot) > 0 && !isHere(visit, doctorId, slot) && !isElsewhere(own, doctorId, slot),
      )
      .map((slot) => ({ doctorId, date, slot }));
  }
}

/** Sorts bookings by when they were made, then by id. */
function bookedFirst(one: VisitToMove, other: VisitToMove): number {
  return one.bookedAt.getTime() - other.bookedAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** Whether a slot is the slot that the booking has now. */
function isHere(visit: VisitToMove, doctorId: string, slot: OfferedSlot): boolean {
  return visit.doctorId === doctorId && visit.startsAt.getTime() === slot.startsAt.getTime();
}

/** Whether a person of the account has a booking with another doctor at the time of the slot. */
function isElsewhere(
  own: readonly StandingVisit[],
  doctorId: string,
  { startsAt, minutes }: OfferedSlot,
): boolean {
  const [from, to] = [startsAt.getTime(), startsAt.getTime() + minutes * 60_000];
  return own.some(
    (other) =>
      other.doctorId !== doctorId &&
      other.startsAt.getTime() < to &&
      from < other.startsAt.getTime() + other.minutes * 60_000,
  );
}

/** The taken slots of a day without the slot of the booking that is moved. */
function without(
  taken: readonly Taken[],
  visit: VisitToMove,
  doctorId: string,
  date: string,
): readonly Taken[] {
  if (visit.doctorId !== doctorId || visit.date !== date) return taken;
  const index = taken.findIndex(
    ({ time, minutes }) => time === visit.time && minutes === visit.minutes,
  );
  return index < 0 ? taken : taken.toSpliced(index, 1);
}

/**
 * Minutes between the booked time of day and a planned time of day. A planned time in another part
 * of the day counts as a whole day further.
 */
function distance(visit: VisitToMove, { slot }: PlannedTime): number {
  const away = Math.abs(minutesBetween('00:00', slot.time) - minutesBetween('00:00', visit.time));
  return partOfDay(slot.time) === partOfDay(visit.time) ? away : away + 24 * 60;
}
