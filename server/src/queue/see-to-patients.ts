/** What becomes of those who wait for a doctor who goes: kept, moved to another doctor, or closed [DAY-2]. */
import type { SeeToPatients } from '../doctors/see-to-patients.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { ok } from '../platform/result.ts';
import { listToClose } from './close-line.store.ts';
import { closeEntries } from './close-line.ts';
import { lockLines, moveAll } from './transfer.use-case.ts';

export const seeToPatients: SeeToPatients = {
  async lock(tx, context, doctorId, answer) {
    if (answer?.what === 'move') {
      const to = await lockLines(tx, context, doctorId, answer.doctorId);
      if (!to.ok) return to;
      return ok(async (now) => {
        await moveAll(tx, context, { from: doctorId, to: to.value }, now);
      });
    }
    await lockDoctor(tx, doctorId);
    if (answer?.what !== 'close') return ok(() => Promise.resolve());
    return ok(async (now) => {
      const open = await listToClose(tx, doctorId);
      const ids = open.map(({ id }) => id);
      await closeEntries(tx, context, ids, { reason: 'doctor_left', word: answer.word }, now);
    });
  },
};
