/** Plays everybody but the trainee in the practice hospitals that somebody looks at [ADM-1]. */
import { addWalkIn } from '../arrivals/add-walk-in.use-case.ts';
import { presenceOf } from '../doctors/presence/doctor-status.rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
import { ok } from '../platform/result.ts';
import { changeEntry } from '../queue/change-entry.ts';
import { inventedPatient } from './invented.rules.ts';
import { practiceActor, requestInvented, setDoctorPresence } from './make-practice.ts';
import { type Act, actsNow, nextPause } from './morning.rules.ts';
import {
  claimMornings,
  findMorning,
  listPracticeLines,
  type MoverRow,
  noteLooking,
} from './morning.store.ts';

const minuteMs = 60_000;
/** A practice hospital moves until this long after somebody looked at it. */
const looksForMs = 2 * minuteMs;
/** For this long after the trainee's last act in a doctor's line, only the trainee acts there. */
const traineesForMs = 5 * minuteMs;
const breakMinutes = 5;

export interface Mover {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: () => number;
  /** The practice hospitals with an open live stream in this process. */
  readonly looking: () => readonly string[];
}

/** Moves the due practice hospitals; each is moved once, however many processes look. */
export async function moveMornings({ db, clock, random, looking }: Mover): Promise<void> {
  const now = clock.now();
  const seen = looking();
  if (seen.length > 0) await noteLooking(db, seen, now);
  const due = await claimMornings(db, {
    now,
    lookedSince: new Date(now.getTime() - looksForMs),
    nextAt: new Date(now.getTime() + nextPause(random)),
  });
  await settleAll(due, 'practice hospitals', (row) => move(db, clock, random, row));
}

async function move(
  db: Database,
  clock: Clock,
  random: () => number,
  row: MoverRow,
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - traineesForMs);
  const lines = await listPracticeLines(db, row, since);
  const { patients, hadNoShow } = await findMorning(db, row.hospitalId);
  const actor = practiceActor(row.hospitalId, row.actsAs);
  const context = { db, clock, actor, address: '' };
  for (const [index, act] of actsNow(lines, { hadNoShow }, random, now).entries()) {
    // A refusal means that the trainee was quicker.
    await carryOut(context, act, patients + index);
  }
}

async function carryOut(context: StaffContext, act: Act, patient: number): Promise<unknown> {
  switch (act.what) {
    case 'complete':
    case 'start':
    case 'no_show':
      return changeEntry(context, act.what, act.entryId, { payload: {} });
    case 'walk-in':
      return addWalkIn(context, { ...inventedPatient(patient), doctorId: act.doctorId });
    case 'request':
      return inLine(context, act.doctorId, (tx, now) =>
        requestInvented(tx, act.doctorId, inventedPatient(patient), now),
      );
    case 'break':
      return inLine(context, act.doctorId, async (tx, now) => {
        const until = new Date(now.getTime() + breakMinutes * minuteMs);
        const presence = presenceOf('busy', until, now);
        if (presence.ok) await setDoctorPresence(tx, act.doctorId, presence.value, now);
      });
  }
}

function inLine(
  { db, clock }: StaffContext,
  doctorId: string,
  work: (tx: Parameters<typeof lockLine>[0], now: Date) => Promise<unknown>,
): Promise<unknown> {
  return db.transaction(async (tx) => {
    await lockLine(tx, doctorId);
    return ok(await work(tx, clock.now()));
  });
}
