/** An automatic break after some consultations, as set by the doctor [DOC-3]. */
import type { Queryable } from '../../platform/database/database.ts';
import { countsSince } from '../../schedule/schedule.rules.ts';
import { findDoctor } from '../doctors.store.ts';
import { workPlanOf } from '../doctors.view.ts';
import { breakDue } from '../settings/settings.rules.ts';
import { countConsultationsSince, findSettings } from '../settings/settings.store.ts';
import { presenceIn, setPresence } from './set-presence.ts';

/**
 * Starts the automatic break if it is due. Call it after each completed consultation, under the
 * doctor's lock. Counts consultations of the working day, which may cross midnight, since the
 * doctor last stopped accepting patients.
 */
export async function takeDueBreak(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  const settings = await findSettings(tx, doctorId);
  if (settings.breakAfter === null) return;
  const row = await findDoctor(tx, doctorId, now);
  if (row === undefined) return;
  const dayBegan = countsSince(workPlanOf(row), now);
  const began = row.break_began_at;
  const since = began !== null && began > dayBegan ? began : dayBegan;
  const completed = await countConsultationsSince(tx, doctorId, since);
  const due = breakDue(settings, presenceIn(row), completed, now);
  if (due !== undefined) await setPresence(tx, row, due, now);
}
