/**
 * When a doctor's hours change: holds the added times for patients who asked for an earlier time
 * [APPT-1].
 */
import { candidateOf } from '../held-slots/free-place.ts';
import {
  countOpenWishes,
  type HeldPlace,
  insertHeldSlot,
  listCandidates,
} from '../held-slots/held-slots.store.ts';
import { nextStep, nextToAsk } from '../held-slots/next-to-ask.rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { calendarOf } from '../timetables/timetable.rules.ts';
import { addedTimes } from './appointment.rules.ts';
import { type BookedLine, findFreePlace, findLineToBook } from './appointments.store.ts';
import { availabilityOf } from './appointments.view.ts';

/**
 * The most added times that are compared with patients' requests. A new timetable of one doctor can
 * add hundreds of times.
 */
const mostCompared = 300;

/**
 * Runs a change of the doctor's hours. Then holds the soonest added times that fit open requests
 * for an earlier time, one time for each request. The calling code must hold the lock of the
 * doctor.
 */
export async function holdNewTimes<Written>(
  tx: Queryable,
  doctorId: string,
  now: Date,
  change: () => Promise<Written>,
): Promise<Written> {
  const wishes = await countOpenWishes(tx, doctorId);
  if (wishes === 0) return change();
  const before = await findLineToBook(tx, doctorId);
  const written = await change();
  const after = await findLineToBook(tx, doctorId);
  if (before !== undefined && after !== undefined) await hold(tx, { before, after, wishes }, now);
  return written;
}

async function hold(
  tx: Queryable,
  { before, after, wishes }: { before: BookedLine; after: BookedLine; wishes: number },
  now: Date,
): Promise<void> {
  const calendar = calendarOf(after.time_zone);
  const added = addedTimes(availabilityOf(before), availabilityOf(after), now, calendar);
  const asked = new Set<string>();
  for (const { day, ...slot } of added.slice(0, mostCompared)) {
    if (asked.size >= wishes) return;
    if (nextStep(slot.startsAt, after.time_zone, now).step === 'release') continue;
    const time = { hospitalId: after.hospital_id, doctorId: after.id, date: day, ...slot };
    const candidates = (await listCandidates(tx, time)).map(candidateOf);
    const next = nextToAsk(
      candidates.filter(({ wishId }) => !asked.has(wishId)),
      time,
      now,
    );
    if (next === undefined) continue;
    const place = await findFreePlace(tx, { doctorId: after.id, date: day, slot, by: 'patient' });
    if (place === undefined) continue;
    const held: HeldPlace = { ...time, place };
    await insertHeldSlot(tx, held, { by: 'added', depth: 0 }, now);
    asked.add(next.candidate.wishId);
  }
}
