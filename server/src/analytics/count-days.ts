/** Counts a hospital's days once they are over, so that figures of a year are read from what was counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { eachByItself } from '../platform/jobs/each-by-itself.ts';
import { ok } from '../platform/result.ts';
import { takeTurn } from '../platform/database/turn.store.ts';
import {
  type DayOfHospital,
  findZone,
  leaveUncounted,
  listDueDays,
  lockFigures,
  replaceDay,
} from './counted-days.store.ts';

/** So many days between two looks at what is due. */
const daysAtOnce = 100;
/** Others are served between two days. */
const pauseMs = 20;
/** One process of several counts; whoever dies at it is followed within the hour. */
const turnMs = 30 * 60_000;

/** Counts all days that are due, in one process of several, until asked to stop. How many. */
export async function countDays(db: Database, isStopped: () => boolean): Promise<number> {
  if (!(await takeTurn(db, 'Counting days', turnMs))) return 0;
  return countDueDays(db, isStopped);
}

/**
 * The same whoever's turn it is. A day that cannot be counted keeps no other from it: until it can, its figures are
 * read from its visits.
 */
export async function countDueDays(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let counted = 0;
  const passedOver: DayOfHospital[] = [];
  await eachByItself(dueDays(db, passedOver, isStopped), 'days', async ({ hospitalId, day }) => {
    try {
      await countDay(db, hospitalId, day);
      counted += 1;
    } catch (error) {
      passedOver.push({ hospitalId, day });
      await leaveUncounted(db, hospitalId, day);
      throw error;
    } finally {
      await sleep(pauseMs);
    }
  });
  return counted;
}

async function* dueDays(
  db: Database,
  passedOver: readonly DayOfHospital[],
  isStopped: () => boolean,
): AsyncGenerator<DayOfHospital> {
  for (;;) {
    const due = await listDueDays(db, daysAtOnce, passedOver);
    if (due.length === 0) return;
    for (const each of due) {
      if (isStopped()) return;
      yield each;
    }
  }
}

/** Nothing that the day is counted from changes meanwhile. */
async function countDay(db: Database, hospitalId: string, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFigures(tx, hospitalId);
    const hospital = await findZone(tx, hospitalId);
    if (hospital !== undefined) await replaceDay(tx, hospitalId, hospital.time_zone, day);
    return ok(undefined);
  });
}
