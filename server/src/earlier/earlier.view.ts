/**
 * Builds the API's data on requests, offers and held times, for patients, for staff and for the
 * page that an offer's link opens [APPT-1].
 */
import {
  type EarlierOffer,
  type EarlierWish,
  type HeldSlot,
  type LinkOffer,
  wishUrgencies,
} from '@baari/contract/visit/earlier.ts';
import { nextStep } from '../held-slots/next-to-ask.rules.ts';
import type { HeldSlotRow, OfferRow } from '../held-slots/held-slots.store.ts';
import type { WishRow } from './earlier.store.ts';

interface OfDoctor {
  readonly doctor_name: string;
  readonly doctor_specialty: string;
  readonly doctor_department: string;
}

function doctorView(id: string, row: OfDoctor): EarlierWish['doctor'] {
  return {
    id,
    name: row.doctor_name,
    specialty: row.doctor_specialty,
    department: row.doctor_department,
  };
}

interface OwnBooking {
  readonly own_id: string | null;
  readonly own_date: string | null;
  readonly own_time: string | null;
  readonly own_starts_at: Date | null;
}

function ownView(row: OwnBooking): EarlierWish['appointment'] {
  const { own_id: id, own_date: date, own_time: time, own_starts_at: startsAt } = row;
  if (id === null || date === null || time === null || startsAt === null) return null;
  return { id, date, time, startsAt: startsAt.toISOString() };
}

export function wishView(row: WishRow): EarlierWish {
  return {
    id: row.id,
    patient: { id: row.patient_id, name: row.patient_name },
    doctor: doctorView(row.doctor_id, row),
    hospital: { id: row.hospital_id, name: row.hospital_name, timeZone: row.time_zone },
    appointment: ownView(row),
    terms: {
      scope: row.scope,
      weekdays: row.weekdays,
      dayParts: row.day_parts,
      leastNoticeMinutes: row.least_notice_minutes,
      until: row.until,
    },
    urgency: wishUrgencies[row.urgency] ?? 'usual',
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
  };
}

/**
 * The state of an offer; an expired offer counts as expired before the scheduled task has recorded
 * that.
 */
function stateOf(row: OfferRow): EarlierOffer['state'] {
  return row.state === 'open' && row.is_over ? 'expired' : row.state;
}

export function offerView(row: OfferRow): EarlierOffer {
  return {
    id: row.id,
    wishId: row.wish_id,
    state: stateOf(row),
    patient: { id: row.patient_id, name: row.patient_name },
    doctor: doctorView(row.slot_doctor_id, row),
    hospital: { id: row.slot_hospital_id, name: row.hospital_name, timeZone: row.time_zone },
    date: row.slot_date,
    time: row.slot_time,
    startsAt: row.slot_starts_at.toISOString(),
    minutes: row.slot_minutes,
    instead: ownView(row),
    reason: row.reason,
    offeredAt: row.offered_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function linkView(row: OfferRow): LinkOffer {
  return {
    state: stateOf(row),
    doctorName: row.doctor_name,
    department: row.doctor_department,
    hospitalName: row.hospital_name,
    timeZone: row.time_zone,
    date: row.slot_date,
    time: row.slot_time,
    startsAt: row.slot_starts_at.toISOString(),
    minutes: row.slot_minutes,
    expiresAt: row.expires_at.toISOString(),
    replacesBooking: row.own_id !== null,
  };
}

export function heldView(row: HeldSlotRow, offer: OfferRow | undefined, now: Date): HeldSlot {
  return {
    id: row.id,
    doctor: doctorView(row.doctor_id, row),
    date: row.date,
    time: row.time,
    startsAt: row.starts_at.toISOString(),
    freedAt: row.freed_at.toISOString(),
    freedBy: row.freed_by,
    depth: row.depth,
    asked: row.asked,
    offer:
      offer === undefined || offer.is_over
        ? null
        : {
            id: offer.id,
            patient: {
              id: offer.patient_id,
              name: offer.patient_name,
              phone: givenPhone(offer),
            },
            reason: offer.reason,
            offeredAt: offer.offered_at.toISOString(),
            expiresAt: offer.expires_at.toISOString(),
          },
    asksAt: offer === undefined || offer.is_over ? asksAt(row, now) : null,
  };
}

/**
 * The phone that the patient gave with the booking, or that the hospital's own desk entered
 * [SEC-5].
 */
function givenPhone({ contact_phone: given, account_id: account, phone }: OfferRow): string | null {
  return given ?? (account === null ? phone : null);
}

/**
 * When the held time is offered to the next patient: now, or after the quiet hours. Null if the
 * time is about to be released.
 */
function asksAt(row: HeldSlotRow, now: Date): string | null {
  const next = nextStep(row.starts_at, row.time_zone, now);
  if (next.step === 'release') return null;
  return (next.step === 'wait' ? next.until : now).toISOString();
}
