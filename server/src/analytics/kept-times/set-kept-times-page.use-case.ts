import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { readShowsKeptTimes, writeShowsKeptTimes } from './kept-times.store.ts';

/**
 * Publishes or hides the page on how often the hospital's forecasts were right; the audit row has
 * the former setting [WAIT-3].
 */
export function setKeptTimesPage(
  context: MemberContext,
  isShown: boolean,
): Promise<Result<{ isShown: boolean }>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const before = await readShowsKeptTimes(tx, actor.hospitalId);
    await writeShowsKeptTimes(tx, actor.hospitalId, isShown);
    await recordAudit(tx, context, {
      action: 'show kept times',
      details: { from: wordOf(before), to: wordOf(isShown) },
    });
    return ok({ isShown });
  });
}

function wordOf(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
