/**
 * Answers to an offer of an earlier time, from the signed-in patient, or by a link and the last
 * digits of the phone [APPT-1].
 */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { EarlierOffer, LinkOffer } from '@baari/contract/visit/earlier.ts';
import { isFreeThen, mayBook, mayBookAnother } from '../appointments/appointment.rules.ts';
import { isOwn } from '../appointments/appointments.access.ts';
import {
  type AppointmentRow,
  findLineToBook,
  insertAppointment,
  lockOpenBookings,
  takeHeldPlace,
} from '../appointments/appointments.store.ts';
import { appointmentView, availabilityOf, othersFor } from '../appointments/appointments.view.ts';
import { readAgain } from '../appointments/change-appointment.ts';
import { notifyOfBooking } from '../appointments/notify-patient.ts';
import { freePlace } from '../held-slots/free-place.ts';
import {
  endHeldSlot,
  endOffer,
  endWish,
  findOffer,
  findOfferOfLink,
  lockOffer,
  type OfferRow,
} from '../held-slots/held-slots.store.ts';
import { phonesOf } from '../held-slots/notify-asked.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import type { Attempts } from '../identity/attempts/attempts.ts';
import { offerLinkBudgets, offerLinkReadBudgets } from '../identity/attempts/attempts.rules.ts';
import { throughLink } from '../identity/attempts/through-link.ts';
import { hasProvedContact } from '../people/relation.store.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import type { Context, PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { linkView, offerView } from './earlier.view.ts';

/**
 * Accepts an offer: moves the patient's booking to the offered time, or makes a new booking at that
 * time. Refuses: not_found, offer_over, hospital_closed, doctor_not_available, already_booked,
 * booked_at_that_time, too_many_bookings, contact_unproved.
 */
export async function acceptOffer(
  context: PatientContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const found = await findOffer(context.db, id);
  if (found === undefined || !isOwn(context.actor, found)) return refuse('not_found');
  const accepted = await accept(context, found, publicUrl);
  if (!accepted.ok) return accepted;
  return ok({ appointment: appointmentView(accepted.value, context.clock.now()) });
}

/**
 * Declines an offer; the patient's booking and request for an earlier time stay. Declining again
 * gives the same answer.
 */
export async function declineOffer(
  context: PatientContext,
  id: string,
): Promise<Result<{ offer: EarlierOffer }>> {
  const found = await findOffer(context.db, id);
  if (found === undefined || !isOwn(context.actor, found)) return refuse('not_found');
  const declined = await decline(context, found);
  return declined.ok ? ok({ offer: offerView(declined.value) }) : declined;
}

/**
 * Accepts the offer in one transaction. The doctors of the old and the new time are locked in the
 * order of their ids, so that two acceptances never deadlock. The database's clock decides whether
 * the offer is over.
 */
function accept(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  found: OfferRow,
  publicUrl: string,
): Promise<Result<AppointmentRow>> {
  const doctors = new Set([found.slot_doctor_id, found.own_doctor_id ?? found.slot_doctor_id]);
  return db.transaction(async (tx) => {
    for (const doctorId of [...doctors].toSorted()) await lockLine(tx, doctorId);
    const now = clock.now();
    const offer = await lockOffer(tx, found.id);
    if (offer === undefined) return refuse('not_found');
    // If the offer was already accepted, a second tap or a second device gets the same answer.
    if (offer.accepted_appointment_id !== null) {
      return ok(await readAgain(tx, offer.accepted_appointment_id));
    }
    if (!isStanding(offer, found, now)) return refuse('offer_over');
    const slot = await slotOf(tx, offer, now);
    if (!slot.ok) return slot;
    const daysWon =
      offer.own_starts_at === null
        ? null
        : (offer.own_starts_at.getTime() - offer.slot_starts_at.getTime()) / 86_400_000;
    await endHeldSlot(tx, offer.held_slot_id, { state: 'filled', daysWon }, now);
    const taken = await take(tx, offer, slot.value.places, now);
    if (!taken.ok) return taken;
    await endWish(tx, offer.wish_id, 'accepted', now);
    await endOffer(tx, offer.id, { state: 'accepted', appointmentId: taken.value });
    await freeOwnPlace(tx, offer, now);
    const row = await readAgain(tx, taken.value);
    await notifyOfBooking(tx, row, 'patient', publicUrl, now);
    return ok(row);
  });
}

/**
 * Whether the offer is still open, and the patient's booking still exists and is later than the
 * offered time.
 */
function isStanding(offer: OfferRow, found: OfferRow, now: Date): boolean {
  if (offer.is_over || offer.is_wish_over || offer.is_gone || offer.slot_state !== 'open') {
    return false;
  }
  // If the booking meanwhile moved to another doctor, this transaction has not locked that doctor,
  // so it refuses.
  if (offer.own_doctor_id !== found.own_doctor_id || offer.slot_starts_at <= now) return false;
  const { own_starts_at: own } = offer;
  return own === null || (offer.own_status === 'booked' && own > offer.slot_starts_at);
}

/**
 * The appointment slot of the offered time. Refuses if the doctor no longer offers the time or the
 * patient can no longer book it.
 */
async function slotOf(
  tx: Queryable,
  offer: OfferRow,
  now: Date,
): Promise<Result<{ readonly places: number }>> {
  if (await isClosedHospital(tx, offer.slot_hospital_id)) return refuse('hospital_closed');
  const doctor = await findLineToBook(tx, offer.slot_doctor_id);
  if (doctor === undefined || doctor.deactivated_at !== null) return refuse('doctor_not_available');
  // The hospital offers the time, so a doctor who is Offline now is no obstacle, but a day off is.
  const wish = { day: offer.slot_date, time: offer.slot_time, visitKind: null };
  const by = { status: doctor.status, by: 'staff' } as const;
  const offered = mayBook(wish, by, availabilityOf(doctor), now);
  if (!offered.ok) return refuse('doctor_not_available');
  if (offer.slot_place > offered.value.places) return refuse('offer_over');
  const open = await lockOpenBookings(tx, offer.patient_id, now);
  const others = open.filter(({ id }) => id !== offer.own_id);
  const { slot_starts_at: startsAt, slot_minutes: minutes } = offer;
  const isFree = isFreeThen(
    { doctorId: doctor.id, startsAt, minutes },
    othersFor('patient', doctor, others),
  );
  if (!isFree.ok) return isFree;
  if (offer.own_id === null && offer.account_id !== null) {
    const isContactProved = await hasProvedContact(tx, offer.account_id);
    const allowed = mayBookAnother(others.length, isContactProved);
    if (!allowed.ok) return allowed;
  }
  return ok({ places: offered.value.places });
}

/**
 * Moves the patient's booking to the offered time, or makes a new booking; returns the booking's
 * id.
 */
async function take(
  tx: Queryable,
  offer: OfferRow,
  places: number,
  now: Date,
): Promise<Result<string>> {
  const { slot_doctor_id: doctorId, slot_date: date, slot_time: time } = offer;
  const { slot_minutes: minutes, slot_starts_at: startsAt, own_id: ownId } = offer;
  if (ownId !== null) {
    const place = offer.slot_place;
    const moved = await takeHeldPlace(tx, ownId, {
      doctorId,
      date,
      time,
      minutes,
      startsAt,
      place,
    });
    if (!moved.ok) return moved;
    await noteAppointment(tx, ownId, 'move', now);
    return ok(ownId);
  }
  const booked = await insertAppointment(tx, {
    hospitalId: offer.slot_hospital_id,
    doctorId,
    patientId: offer.patient_id,
    date,
    slot: { time, minutes, places, startsAt },
    bookedAt: now,
    visitKind: undefined,
    by: 'patient',
  });
  if (booked.ok) await noteAppointment(tx, booked.value, 'book', now);
  return booked;
}

/** Frees the patient's former appointment time, which may then be offered to the next patient. */
async function freeOwnPlace(tx: Queryable, offer: OfferRow, now: Date): Promise<void> {
  const { own_id, own_doctor_id, own_date, own_time, own_minutes, own_place } = offer;
  const { own_starts_at } = offer;
  if (own_id === null || own_doctor_id === null || own_date === null || own_time === null) return;
  if (own_minutes === null || own_place === null || own_starts_at === null) return;
  await freePlace(
    tx,
    {
      id: own_id,
      hospital_id: offer.slot_hospital_id,
      doctor_id: own_doctor_id,
      date: own_date,
      time: own_time,
      minutes: own_minutes,
      place: own_place,
      starts_at: own_starts_at,
    },
    { by: 'chain', depth: offer.slot_depth + 1 },
    now,
  );
}

function decline({ db }: Pick<Context, 'db'>, found: OfferRow): Promise<Result<OfferRow>> {
  return db.transaction(async (tx) => {
    await lockLine(tx, found.slot_doctor_id);
    const offer = await lockOffer(tx, found.id);
    if (offer === undefined) return refuse('not_found');
    if (offer.state === 'declined') return ok(offer);
    if (offer.is_over) return refuse('offer_over');
    await endOffer(tx, offer.id, { state: 'declined' });
    return ok({ ...offer, state: 'declined' });
  });
}

/**
 * What a patient sends to answer an offer by link: the link's secret and the last digits of the
 * patient's phone.
 */
export interface ByLink {
  readonly secret: string;
  readonly lastDigits: string;
}

/**
 * Reads the offer to which a link belongs, even if the offer is over. Refuses: not_found,
 * too_many_attempts.
 */
export async function readOfferLink(
  { db, address }: Context,
  secret: string,
  attempts: Attempts,
): Promise<Result<{ offer: LinkOffer }>> {
  const limits = { budgets: offerLinkReadBudgets(address), settleAs: 'free' } as const;
  const found = await throughLink(attempts, limits, async () => {
    const row = await findOfferOfLink(db, hashLinkSecret(secret));
    return row === undefined ? refuse('not_found') : ok(row);
  });
  return found.ok ? ok({ offer: linkView(found.value) }) : found;
}

/**
 * Accepts an offer by its link. Refuses with offer_not_matched both an unknown link and wrong
 * digits of the phone.
 */
export function acceptOfferLink(
  context: Context,
  given: ByLink,
  { attempts, publicUrl }: { readonly attempts: Attempts; readonly publicUrl: string },
): Promise<Result<{ offer: LinkOffer }>> {
  return byLink(context, given, attempts, (found) => accept(context, found, publicUrl));
}

/** Declines an offer by its link; refuses for the same reasons as accepting by the link. */
export function declineOfferLink(
  context: Context,
  given: ByLink,
  attempts: Attempts,
): Promise<Result<{ offer: LinkOffer }>> {
  return byLink(context, given, attempts, (found) => decline(context, found));
}

async function byLink(
  { db, address }: Context,
  { secret, lastDigits }: ByLink,
  attempts: Attempts,
  answer: (found: OfferRow) => Promise<Result<unknown>>,
): Promise<Result<{ offer: LinkOffer }>> {
  const linkHash = hashLinkSecret(secret);
  const budgets = offerLinkBudgets(linkHash, address);
  const found = await throughLink(attempts, { budgets, settleAs: 'won' }, async () => {
    const row = await findOfferOfLink(db, linkHash);
    const isFound = row !== undefined && phonesOf(row).some((phone) => phone.endsWith(lastDigits));
    return isFound ? ok(row) : refuse('offer_not_matched');
  });
  if (!found.ok) return found;
  const answered = await answer(found.value);
  if (!answered.ok) return answered;
  const after = await findOffer(db, found.value.id);
  return after === undefined ? refuse('offer_not_matched') : ok({ offer: linkView(after) });
}
