/**
 * Computes and stores the figures of past days, so that a year's analytics need not read all
 * visits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
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

/** How many days are counted before the job lists the due days again. */
const daysAtOnce = 100;
/** Pause in ms between counting two days, so that the database can serve other work. */
const pauseMs = 20;
/**
 * How long one server process may claim the task of counting days, in ms. If that process dies,
 * another process continues within the hour.
 */
const turnMs = 30 * 60_000;

/**
 * Counts all due days until stopped, and returns their number. Only one server process at a time
 * does this.
 */
export async function countDays(db: Database, isStopped: () => boolean): Promise<number> {
  if (!(await takeTurn(db, 'Counting days', turnMs))) return 0;
  return countDueDays(db, isStopped);
}

/**
 * Counts due days without claiming the task. A day that cannot be counted does not block other
 * days. Its figures are then read from its visits.
 */
export async function countDueDays(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let counted = 0;
  const passedOver: DayOfHospital[] = [];
  await settleAll(dueDays(db, passedOver, isStopped), 'days', async ({ hospitalId, day }) => {
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

/**
 * Counts one day under a lock, so that the visits and forecasts of the day do not change meanwhile.
 */
async function countDay(db: Database, hospitalId: string, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFigures(tx, hospitalId);
    const hospital = await findZone(tx, hospitalId);
    if (hospital !== undefined) await replaceDay(tx, hospitalId, hospital.time_zone, day);
    return ok(undefined);
  });
}
