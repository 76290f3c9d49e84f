/** What an account may do with its people [PROF-1]. */
import type { WalkIn } from '@baari/contract/visit/arrival.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { maxAddedPeople } from '@baari/contract/patient/person.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

/**
 * Refuses a date of birth that is in the future in every time zone. Today's date can be one day
 * ahead of UTC.
 */
export function isBorn(dateOfBirth: string, now: Date): Result<void> {
  const tomorrow = new Date(now.getTime() + dayMs).toISOString().slice(0, 10);
  return dateOfBirth > tomorrow
    ? refuse('invalid_request', [{ param: 'dateOfBirth', msg: fieldMessages.date }])
    : ok(undefined);
}

/**
 * Whether the account may add a person; `added` is the number of people on the account besides its
 * owner.
 */
export function mayAdd(added: number): Result<void> {
  return added < maxAddedPeople ? ok(undefined) : refuse('too_many_people');
}

/**
 * Refuses to remove a person from an account if the person has an open entry or an upcoming
 * appointment.
 */
export function mayRemove(ties: {
  readonly isInQueue: boolean;
  readonly hasAppointment: boolean;
}): Result<void> {
  if (ties.isInQueue) return refuse('person_in_queue');
  if (ties.hasAppointment) return refuse('person_has_appointment');
  return ok(undefined);
}

/** A person without an account, as the desk enters them. */
export interface NewWalkIn {
  readonly name: string;
  readonly phone: string | null;
  /** The year of birth, estimated from an age. */
  readonly birthYear?: number | undefined;
  /** YYYY-MM-DD, where it is known; it counts before the year. */
  readonly dateOfBirth?: string | null | undefined;
  readonly gender?: string | undefined;
}

/** A walk-in entered at the desk; an age becomes a year of birth. */
export function newWalkIn(
  given: Pick<WalkIn, 'name' | 'phone' | 'age' | 'gender'>,
  now: Date,
): NewWalkIn {
  const { name, phone, age, gender } = given;
  return {
    name,
    phone: phone === undefined || phone === '' ? null : phone,
    birthYear: age === undefined ? undefined : now.getUTCFullYear() - age,
    gender: gender === '' ? undefined : gender,
  };
}
