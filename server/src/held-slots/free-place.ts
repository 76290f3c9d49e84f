/**
 * Holds the appointment time that a booking frees, if the time fits a patient's request for an
 * earlier time [APPT-1].
 */
import type { FreedBy } from '@baari/contract/visit/earlier.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Candidate, isHeld } from './next-to-ask.rules.ts';
import {
  type CandidateRow,
  findZone,
  type HeldPlace,
  insertHeldSlot,
  listCandidates,
} from './held-slots.store.ts';

/**
 * The doctor, the day and the time that a booking occupies, with the names of an appointment's
 * columns.
 */
export interface PlaceOfBooking {
  readonly id: string;
  readonly hospital_id: string;
  readonly doctor_id: string;
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly place: number;
  readonly starts_at: Date;
}

/**
 * Holds the time of a booking that was just cancelled or moved, if the time fits a request for an
 * earlier time. The caller has the doctor's lock and has written the booking's change in this
 * transaction.
 */
export async function freePlace(
  tx: Queryable,
  row: PlaceOfBooking,
  freed: { readonly by: FreedBy; readonly depth?: number },
  now: Date,
): Promise<void> {
  const { by, depth = 0 } = freed;
  const place: HeldPlace = {
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    date: row.date,
    time: row.time,
    minutes: row.minutes,
    place: row.place,
    startsAt: row.starts_at,
  };
  // A patient who has just moved to another time does not want the old time back.
  const rows = (await listCandidates(tx, place)).filter(({ own_id: own }) => own !== row.id);
  if (rows.length === 0) return;
  const zone = await findZone(tx, row.hospital_id);
  if (!isHeld(rows.map(candidateOf), { ...place, depth, zone }, now)) return;
  await insertHeldSlot(tx, place, { by, depth }, now);
}

export function candidateOf(row: CandidateRow): Candidate {
  const { own_starts_at: startsAt, own_minutes: minutes } = row;
  return {
    wishId: row.wish_id,
    patientId: row.patient_id,
    urgency: row.urgency,
    madeAt: row.made_at,
    weekdays: row.weekdays,
    dayParts: row.day_parts,
    leastNoticeMinutes: row.least_notice_minutes,
    until: row.until,
    own: startsAt === null || minutes === null ? null : { startsAt, minutes },
    hasOpenOffer: row.has_open_offer,
    wasAsked: row.was_asked,
    isBooked: row.is_booked,
  };
}
