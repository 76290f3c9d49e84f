/** What becomes of those who wait for a doctor who goes: kept, moved to another doctor, or closed [DAY-2]. */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { SeeToPatients } from '../../doctors/leaving/see-to-patients.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockDoctor } from '../../platform/hospital-sql/doctor-lock.store.ts';
import { ok, type Result } from '../../platform/result.ts';
import { listToClose } from './close-line.store.ts';
import { closeEntries } from './close-line.ts';
import { lockLines, moveAll } from './transfer.use-case.ts';

interface Going {
  readonly doctorId: string;
  readonly answer: PatientsAnswer | undefined;
  /** Other lines that are locked with the doctor's, as they are written to as well. */
  readonly besides?: readonly string[];
}

export const seeToPatients: SeeToPatients = {
  async lock(tx, context, doctorId, answer) {
    const locked = await lockPatients(tx, context, { doctorId, answer });
    return locked.ok ? ok((now) => locked.value(now).then(() => undefined)) : locked;
  },
};

/** The same, and what is to be done answers to whom they were moved; undefined where they were not. */
export async function lockPatients(
  tx: Queryable,
  context: StaffContext,
  { doctorId, answer, besides }: Going,
): Promise<Result<(now: Date) => Promise<string | undefined>>> {
  if (answer?.what === 'move') {
    const to = await lockLines(tx, context, doctorId, answer.doctorId, besides);
    if (!to.ok) return to;
    return ok(async (now) => {
      await moveAll(tx, context, { from: doctorId, to: to.value }, now);
      return to.value;
    });
  }
  await lockDoctor(tx, doctorId);
  if (answer?.what !== 'close') return ok(() => Promise.resolve(undefined));
  return ok(async (now) => {
    const open = await listToClose(tx, doctorId);
    const ids = open.map(({ id }) => id);
    await closeEntries(tx, context, ids, { reason: 'doctor_left', word: answer.word }, now);
    return undefined;
  });
}
