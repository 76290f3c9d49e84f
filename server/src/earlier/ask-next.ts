/**
 * The scheduled task for freed appointment times that are held for patients. It ends expired
 * offers, and offers the time to the next patient [APPT-1].
 */
import { mayBook } from '../appointments/appointment.rules.ts';
import { findLineToBook } from '../appointments/appointments.store.ts';
import { availabilityOf } from '../appointments/appointments.view.ts';
import { nextStep, nextToAsk } from '../held-slots/next-to-ask.rules.ts';
import { candidateOf } from '../held-slots/free-place.ts';
import {
  endOffer,
  findOffer,
  findOpenOffer,
  type HeldSlotRow,
  insertOffer,
  listCandidates,
  listOpenHeld,
  lockHeldSlot,
  type OfferRow,
} from '../held-slots/held-slots.store.ts';
import { notifyOffered } from '../held-slots/notify-asked.ts';
import { releaseHeldSlot } from '../held-slots/release-held.ts';
import { noteChange } from '../platform/events/outgoing-change.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
import { ok } from '../platform/result.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { endWishesOfPast } from './earlier.store.ts';

export interface AskWork {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * The most held appointment times that one run of the task handles; the soonest times come first.
 */
const atOnce = 500;

/** Handles every held appointment time once: ends an expired offer, and makes the next offer. */
export async function askNext(work: AskWork): Promise<void> {
  await endWishesOfPast(work.db, work.clock.now());
  await settleAll(await listOpenHeld(work.db, undefined, atOnce), 'held places', async (held) => {
    await work.db.transaction(async (tx) => {
      await lockLine(tx, held.doctor_id);
      const row = await lockHeldSlot(tx, held.id);
      if (row?.state === 'open') await lookAfter(tx, row, work);
      return ok(undefined);
    });
  });
}

async function lookAfter(tx: Queryable, held: HeldSlotRow, work: AskWork): Promise<void> {
  const now = work.clock.now();
  const release = () => releaseHeldSlot(tx, held.id, work.publicUrl, now);
  if (!(await isOffered(tx, held, now))) return release();
  const offer = await findOpenOffer(tx, held.id);
  if (offer !== undefined) {
    const ending = endingOf(offer);
    if (ending === undefined) return;
    await endOffer(tx, offer.id, { state: ending });
  }
  const next = nextStep(held.starts_at, held.time_zone, now);
  if (next.step === 'release') return release();
  if (next.step === 'wait') return;
  const place = {
    id: held.id,
    hospitalId: held.hospital_id,
    doctorId: held.doctor_id,
    date: held.date,
    time: held.time,
    minutes: held.minutes,
    startsAt: held.starts_at,
  };
  const asked = nextToAsk((await listCandidates(tx, place)).map(candidateOf), place, now);
  if (asked === undefined) return release();
  await ask(tx, { heldSlotId: held.id, ...asked, minutes: next.minutes }, work, now);
}

/** How an open offer ends now; undefined if it stays open. */
function endingOf(offer: OfferRow): 'expired' | 'withdrawn' | undefined {
  if (offer.is_over) return 'expired';
  const { own_starts_at: own, slot_starts_at: slot } = offer;
  const isStale = own !== null && (offer.own_status !== 'booked' || own <= slot);
  return isStale || offer.is_wish_over || offer.is_gone ? 'withdrawn' : undefined;
}

/**
 * Whether the held appointment time can still be booked: the doctor practises and works at that
 * time, and the slot still has a free place.
 */
async function isOffered(tx: Queryable, held: HeldSlotRow, now: Date): Promise<boolean> {
  if (held.is_closed) return false;
  const doctor = await findLineToBook(tx, held.doctor_id);
  if (doctor === undefined || doctor.deactivated_at !== null) return false;
  const by = { status: doctor.status, by: 'staff' } as const;
  const wish = { day: held.date, time: held.time, visitKind: null };
  const offered = mayBook(wish, by, availabilityOf(doctor), now);
  return offered.ok && held.place <= offered.value.places;
}

type Asked = NonNullable<ReturnType<typeof nextToAsk>> & {
  readonly heldSlotId: string;
  readonly minutes: number;
};

async function ask(
  tx: Queryable,
  { heldSlotId, candidate, reason, minutes }: Asked,
  { publicUrl }: AskWork,
  now: Date,
): Promise<void> {
  const secret = makeLinkSecret();
  const id = await insertOffer(tx, {
    heldSlotId,
    wishId: candidate.wishId,
    patientId: candidate.patientId,
    reason,
    minutes,
    linkHash: hashLinkSecret(secret),
  });
  // The patient just got another offer, so the next run of this task offers the time to somebody
  // else.
  if (id === undefined) return;
  const offer = await findOffer(tx, id);
  if (offer === undefined) return;
  await noteChange(
    tx,
    {
      type: 'appointment.offered',
      hospitalId: offer.slot_hospital_id,
      lineId: offer.slot_doctor_id,
      subjectId: id,
      status: 'offered',
    },
    now,
  );
  await notifyOffered(tx, offer, { secret, publicUrl }, now);
}
