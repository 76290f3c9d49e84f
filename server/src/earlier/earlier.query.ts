/** What patients and the desk see of requests for and offers of earlier times [APPT-1]. */
import { lateGraceMinutes, listShown } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type EarlierGap,
  type getHospitalEarlier as deskCall,
  leastOfferMinutes,
  type listOwnEarlier as ownCall,
  onSiteShown,
} from '@baari/contract/visit/earlier.ts';
import { offeredTimes } from '../appointments/appointment.rules.ts';
import { findLineToBook, findZoneForStaff, listTaken } from '../appointments/appointments.store.ts';
import { availabilityOf } from '../appointments/appointments.view.ts';
import { findDoctor } from '../doctors/doctors.store.ts';
import {
  listOffersOfAccount,
  listOffersOfHeld,
  listOpenHeld,
} from '../held-slots/held-slots.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { freeBeside } from '../timetables/timetable.rules.ts';
import { figuresOf, gapsOf, type Opening } from './earlier-figures.rules.ts';
import {
  listNotCome,
  listOnSite,
  listWishesOfAccount,
  listWishesOfHospital,
  type OnSiteRow,
  readFigures,
} from './earlier.store.ts';
import { heldView, offerView, wishView } from './earlier.view.ts';

/** The account's open requests for an earlier time, and the open offers to its patients. */
export async function listOwnEarlier({
  db,
  clock,
  actor,
}: PatientContext): Promise<Result<ReplyOf<typeof ownCall>>> {
  const [wishes, offers] = await Promise.all([
    listWishesOfAccount(db, actor.userId, listShown, clock.now()),
    listOffersOfAccount(db, actor.userId, listShown),
  ]);
  return ok({ wishes: wishes.map(wishView), offers: offers.map(offerView) });
}

/**
 * The held appointment times, today's gaps, the requests for an earlier time and the figures of the
 * caller's hospital. The audit trail records this read.
 */
export async function getHospitalEarlier(
  context: StaffContext,
): Promise<Result<ReplyOf<typeof deskCall>>> {
  const { db, clock, actor } = context;
  const now = clock.now();
  const { hospitalId } = actor;
  const timeZone = await findZoneForStaff(db, hospitalId);
  const held = await listOpenHeld(db, hospitalId, listShown);
  const offers = await listOffersOfHeld(
    db,
    held.map(({ id }) => id),
  );
  const bySlot = new Map(offers.map((offer) => [offer.held_slot_id, offer]));
  const { wishes, count } = await listWishesOfHospital(db, hospitalId, listShown, now);
  const gaps = await listGaps(db, { hospitalId, today: dayAt(now, timeZone) }, now);
  const { median_days: medianDays, ...ended } = await readFigures(db, hospitalId, now);
  await recordAudit(db, context, {
    action: 'read earlier times',
    patientIds: [
      ...new Set([
        ...offers.map((offer) => offer.patient_id),
        ...wishes.map((wish) => wish.patient_id),
        ...gaps.flatMap(({ onSite }) => onSite.map(({ patient }) => patient.id)),
      ]),
    ],
    outcome: 'ok',
  });
  return ok({
    timeZone,
    asOf: now.toISOString(),
    held: held.map((row) => heldView(row, bySlot.get(row.id), now)),
    gaps,
    wishes: wishes.map(wishView),
    wishCount: count,
    figures: figuresOf({ ...ended, medianDays }),
  });
}

/**
 * For how many minutes the booked time of an absent patient is listed as a gap. `onSiteRead` is how
 * many patients at the hospital are read.
 */
const notComeMinutes = 60;
const onSiteRead = 200;

/**
 * Today's free times of the next two hours that a patient on site could take because their own time
 * is later.
 */
async function listGaps(
  db: Queryable,
  { hospitalId, today }: { readonly hospitalId: string; readonly today: string },
  now: Date,
): Promise<EarlierGap[]> {
  const byDoctor = Map.groupBy(
    await listOnSite(db, hospitalId, now, onSiteRead),
    (row) => row.doctor_id,
  );
  const ids = [...byDoctor.keys()];
  if (ids.length === 0) return [];
  const late = new Date(now.getTime() - lateGraceMinutes * 60_000);
  const from = new Date(now.getTime() - notComeMinutes * 60_000);
  const [notCome, taken] = await Promise.all([
    listNotCome(db, ids, { from, to: late }),
    listTaken(db, ids, { from: today, to: today }),
  ]);
  const gaps: EarlierGap[] = [];
  for (const [doctorId, onSite] of byDoctor) {
    const openings: Opening[] = notCome
      .filter((row) => row.doctor_id === doctorId)
      .map(({ time, starts_at: startsAt }) => ({ time, startsAt, why: 'not_come' }));
    const doctor = await findLineToBook(db, doctorId);
    if (doctor === undefined || doctor.deactivated_at !== null) continue;
    const until = new Date(now.getTime() + leastOfferMinutes * 60_000);
    const freeOf = freeBeside(taken.filter((row) => row.doctor_id === doctorId));
    for (const slot of offeredTimes(today, availabilityOf(doctor), now)) {
      const { time, startsAt } = slot;
      if (startsAt < until && freeOf(slot) > 0) openings.push({ time, startsAt, why: 'free' });
    }
    const named = await findDoctor(db, doctorId, now);
    if (named === undefined) continue;
    const { id, name, specialty, department } = named;
    const people = onSite.map((row) => ({ ...row, startsAt: row.starts_at }));
    for (const gap of gapsOf(openings, people)) {
      gaps.push({
        doctor: { id, name, specialty, department },
        time: gap.time,
        startsAt: gap.startsAt.toISOString(),
        why: gap.why,
        onSite: gap.onSite.slice(0, onSiteShown).map(onSiteView),
      });
    }
  }
  return gaps
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
    .slice(0, listShown);
}

function onSiteView(row: OnSiteRow): EarlierGap['onSite'][number] {
  return {
    appointmentId: row.appointment_id,
    entryId: row.entry_id,
    patient: { id: row.patient_id, name: row.patient_name },
    token: row.token,
    time: row.time,
    startsAt: row.starts_at.toISOString(),
  };
}
