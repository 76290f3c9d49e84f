import type { CheckInWay } from '@baari/contract/constants.ts';
import { placeOnReturn } from '@baari/contract/line.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { maySee } from './queue.access.ts';
import { comeBack as back, type EntryChange } from './queue.rules.ts';

/** Somebody on hold has come: told by the patient or by the desk, and goes next. */
export function comeBack(
  context: Context<Actor>,
  entryId: string,
  seen: number | undefined,
): Promise<Result<EntryAnswer>> {
  const by: CheckInWay = isStaff(context.actor) ? 'staff' : 'patient';
  return changeEntry(context, entryId, {
    name: 'back from hold',
    as: 'back',
    seen,
    may: maySee,
    async rule(standing, now, { order }): Promise<Result<EntryChange>> {
      const allowed = back(standing, 1, now);
      if (!allowed.ok) return allowed;
      const place = placeOnReturn(await order());
      const checkIn = standing.isCheckedIn ? {} : { checkIn: { at: now, by } };
      return ok({ ...allowed.value, place, ...checkIn });
    },
  });
}
