import { type Actor, isStaff } from '../platform/actor.ts';
import { tellDoctor } from '../doctors/tell-doctor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { maySee } from './queue.access.ts';
import { checkIn, undoCheckIn as undo } from './queue.rules.ts';

/** Says that a patient has arrived: the desk, or the patient [ARR-1]. */
export function checkInEntry(
  context: Context<Actor>,
  entryId: string,
): Promise<Result<EntryAnswer>> {
  const by = isStaff(context.actor) ? 'staff' : 'patient';
  return changeEntry(context, entryId, {
    name: 'check in',
    as: 'check_in',
    may: maySee,
    rule: (standing, now) => checkIn(standing, by, now),
    afterwards: (tx, entry, now) => tellDoctor(tx, entry.doctor_id, 'check-in', now),
  });
}

/** Takes back a check-in that was a mistake [ARR-1]. */
export function undoCheckIn(context: StaffContext, entryId: string): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'undo check-in',
    as: 'undo_check_in',
    may: maySee,
    rule: undo,
  });
}
