/**
 * What happens to the patients of a doctor who leaves: they stay in the line, move to another
 * doctor, or their entries are closed [DAY-2].
 */
import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import type { ReassignPatients } from '../../doctors/leaving/reassign-patients.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result } from '../../platform/result.ts';
import { listToClose } from './close-line.store.ts';
import { closeEntries } from './close-line.ts';
import { lockLines, moveAll } from './transfer.use-case.ts';

interface Going {
  readonly doctorId: string;
  readonly answer: PatientsAnswer | undefined;
  /** Other lines that the action changes. They are locked together with the doctor's line. */
  readonly besides?: readonly string[];
}

export const reassignPatients: ReassignPatients = {
  async lock(tx, context, doctorId, answer) {
    const locked = await lockPatients(tx, context, { doctorId, answer });
    return locked.ok ? ok((now) => locked.value(now).then(() => undefined)) : locked;
  },
};

/**
 * Locks the doctor's line and the other lines concerned. Returns a function that moves or closes
 * the patients and returns the id of the doctor they were moved to, or undefined.
 */
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
  await lockLine(tx, doctorId);
  if (answer?.what !== 'close') return ok(() => Promise.resolve(undefined));
  return ok(async (now) => {
    const open = await listToClose(tx, doctorId);
    const ids = open.map(({ id }) => id);
    await closeEntries(tx, context, ids, { reason: 'doctor_left', word: answer.word }, now);
    return undefined;
  });
}
