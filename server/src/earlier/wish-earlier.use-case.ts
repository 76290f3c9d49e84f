/** Requests for an earlier time: made, replaced and ended by the patient or the desk [APPT-1]. */
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  type EarlierTerms,
  type EarlierWish,
  maxOpenWishes,
  type WishUrgency,
  wishUrgencies,
} from '@baari/contract/visit/earlier.ts';
import { mayChange } from '../appointments/appointment.rules.ts';
import { isOwn, mayRunBookings } from '../appointments/appointments.access.ts';
import {
  type BookedLine,
  findAppointment,
  findLineToBook,
  lockKnownPatient,
  lockOpenBookings,
} from '../appointments/appointments.store.ts';
import { bookingOf } from '../appointments/appointments.view.ts';
import { endOffer, endWish, findOfferOfWish } from '../held-slots/held-slots.store.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import { choosePerson } from '../people/choose-person.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  countOtherWishes,
  findNextBooking,
  findWish,
  type NewWish,
  saveWish,
  type WishRow,
} from './earlier.store.ts';
import { wishView } from './earlier.view.ts';

type ForAppointment = { readonly kind: 'appointment'; readonly id: string };
interface ForDoctor<PatientId> {
  readonly kind: 'doctor';
  readonly doctorId: string;
  readonly patientId: PatientId;
}

/** The patient, the doctor and the booking of a request, after the caller's right was checked. */
interface Subject {
  readonly doctor: BookedLine;
  readonly patientId: string;
  readonly appointmentId: string | null;
}

/**
 * Records the caller's request for an earlier time. Refuses: not_found, appointment_over,
 * doctor_not_available, hospital_closed, too_many_wishes, and a last day that has passed.
 */
export function wishEarlier(
  context: PatientContext,
  wish: {
    readonly for:
      | ForAppointment
      | (Omit<ForDoctor<never>, 'patientId'> & { patientId?: string | undefined });
    readonly terms: EarlierTerms;
  },
): Promise<Result<{ wish: EarlierWish }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const subject = await subjectOfPatient();
    if (!subject.ok) return subject;
    const { patientId, doctor } = subject.value;
    await lockOpenBookings(tx, patientId, now);
    const given = { accountId: actor.userId, patientId, doctorId: doctor.id };
    if ((await countOtherWishes(tx, given, now)) >= maxOpenWishes) return refuse('too_many_wishes');
    const wished = { terms: wish.terms, by: 'patient', urgency: undefined } as const;
    return write(tx, subject.value, wished, now);

    async function subjectOfPatient(): Promise<Result<Subject>> {
      if (wish.for.kind === 'appointment') {
        return subjectOfAppointment(tx, wish.for.id, (row) => isOwn(actor, row), now);
      }
      const doctor = await findLineToBook(tx, wish.for.doctorId);
      if (doctor === undefined || !takesWishes(doctor)) return refuse('not_found');
      if (doctor.hospital_standing === 'hidden') return refuse('not_found');
      const person = await choosePerson(tx, actor, wish.for.patientId);
      return person.ok ? ok(await subjectOfDoctor(tx, doctor, person.value, now)) : person;
    }
  });
}

/**
 * Lets the desk record a patient's request for an earlier time, with its urgency. Refuses for the
 * same reasons as `wishEarlier`.
 */
export function wishEarlierForPatient(
  context: StaffContext,
  wish: {
    readonly for: ForAppointment | ForDoctor<string>;
    readonly terms: EarlierTerms;
    readonly urgency: WishUrgency;
  },
): Promise<Result<{ wish: EarlierWish }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const subject = await subjectOfDesk();
    if (!subject.ok) return subject;
    const urgency = wishUrgencies.indexOf(wish.urgency);
    const written = await write(
      tx,
      subject.value,
      { terms: wish.terms, by: 'staff', urgency },
      now,
    );
    if (!written.ok) return written;
    await recordAudit(tx, context, {
      action: 'record earlier wish',
      patientIds: [subject.value.patientId],
      entryId: subject.value.appointmentId ?? undefined,
      outcome: 'ok',
      details: { doctorId: subject.value.doctor.id },
    });
    return written;

    async function subjectOfDesk(): Promise<Result<Subject>> {
      if (wish.for.kind === 'appointment') {
        return subjectOfAppointment(tx, wish.for.id, (row) => mayRunBookings(actor, row), now);
      }
      const doctor = await findLineToBook(tx, wish.for.doctorId);
      if (doctor === undefined || !takesWishes(doctor)) return refuse('not_found');
      if (!mayRunBookings(actor, doctor)) return refuse('not_found');
      const known = await lockKnownPatient(tx, actor.hospitalId, wish.for.patientId);
      if (known === undefined) return refuse('not_found');
      return ok(await subjectOfDoctor(tx, doctor, known.id, now));
    }
  });
}

/**
 * Whether patients can request an earlier time in this line: only with a doctor who practises, not
 * in a shared line.
 */
function takesWishes({ deactivated_at, is_shared }: BookedLine): boolean {
  return deactivated_at === null && !is_shared;
}

async function subjectOfAppointment(
  tx: Queryable,
  id: string,
  isAllowed: (row: { account_id: string | null; hospital_id: string }) => boolean,
  now: Date,
): Promise<Result<Subject>> {
  const row = await findAppointment(tx, id);
  if (row === undefined || !isAllowed(row)) return refuse('not_found');
  const allowed = mayChange(bookingOf(row), dayAt(now, row.time_zone));
  if (!allowed.ok) return allowed;
  if (row.starts_at <= now) return refuse('appointment_over');
  const doctor = await findLineToBook(tx, row.doctor_id);
  if (doctor === undefined || !takesWishes(doctor)) return refuse('doctor_not_available');
  return ok({ doctor, patientId: row.patient_id, appointmentId: id });
}

/**
 * The patient, the doctor and the booking of a request for an earlier time. The booking is the
 * patient's next one with this doctor; without a booking, the request is for any time.
 */
async function subjectOfDoctor(
  tx: Queryable,
  doctor: BookedLine,
  patientId: string,
  now: Date,
): Promise<Subject> {
  const appointmentId = await findNextBooking(tx, patientId, doctor.id, now);
  return { doctor, patientId, appointmentId: appointmentId ?? null };
}

async function write(
  tx: Queryable,
  { doctor, patientId, appointmentId }: Subject,
  wished: Pick<NewWish, 'terms' | 'by' | 'urgency'>,
  now: Date,
): Promise<Result<{ wish: EarlierWish }>> {
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  const { until } = wished.terms;
  if (until !== null && until < dayAt(now, doctor.time_zone)) {
    return refuse('invalid_request', [{ param: 'terms.until', msg: fieldMessages.day }]);
  }
  const of = { hospitalId: doctor.hospital_id, doctorId: doctor.id, patientId, appointmentId };
  const id = await saveWish(tx, { ...of, ...wished }, now);
  const row = await findWish(tx, id);
  return row === undefined ? refuse('not_found') : ok({ wish: wishView(row) });
}

/**
 * Ends the caller's request for an earlier time and gives up an open offer; the next patient gets
 * the offer.
 */
export function endEarlierWish(
  context: PatientContext,
  id: string,
): Promise<Result<{ ended: boolean }>> {
  return end(context, id, (row) => isOwn(context.actor, row));
}

/** Lets the desk end a patient's request for an earlier time. */
export function endEarlierWishForPatient(
  context: StaffContext,
  id: string,
): Promise<Result<{ ended: boolean }>> {
  return end(
    context,
    id,
    (row) => mayRunBookings(context.actor, row),
    (tx, row) =>
      recordAudit(tx, context, {
        action: 'end earlier wish',
        patientIds: [row.patient_id],
        entryId: row.own_id ?? undefined,
        outcome: 'ok',
        details: { doctorId: row.doctor_id },
      }),
  );
}

async function end(
  { db, clock }: Context,
  id: string,
  isAllowed: (row: WishRow) => boolean,
  record: (tx: Queryable, row: WishRow) => Promise<void> = async () => undefined,
): Promise<Result<{ ended: boolean }>> {
  const found = await findWish(db, id);
  if (found === undefined || !isAllowed(found)) return refuse('not_found');
  const offered = await findOfferOfWish(db, id);
  return db.transaction(async (tx) => {
    await lockLine(tx, offered?.slot_doctor_id ?? found.doctor_id);
    const offer = await findOfferOfWish(tx, id);
    if (offer !== undefined) await endOffer(tx, offer.id, { state: 'declined' });
    const ended = await endWish(tx, id, 'withdrawn', clock.now());
    await record(tx, found);
    return ok({ ended });
  });
}
