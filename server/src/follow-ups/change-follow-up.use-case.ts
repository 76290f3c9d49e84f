/** Sets, changes and takes back the follow-up of a visit, each in one transaction [CONS-2]. */
import type { FollowUpGiven, VisitFollowUp } from '@baari/contract/visit/follow-up.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayUse } from '../queue/queue.access.ts';
import { dueAfter, isInTime } from './follow-up.rules.ts';
import { publishFollowUp } from './follow-up-event.ts';
import { enqueueReminder } from './follow-up-reminder.ts';
import {
  findVisit,
  lockVisit,
  upsertFollowUp,
  type VisitRow,
  writeTakenBack,
} from './follow-ups.store.ts';
import { followUpView } from './follow-ups.view.ts';

/** Sets the follow-up, or changes the one that is set, and queues its reminder. */
export function setFollowUp(
  context: StaffContext,
  entryId: string,
  { reason, ...after }: FollowUpGiven,
  seen: number | undefined,
): Promise<Result<VisitFollowUp>> {
  return change(context, 'set follow-up', { entryId, seen }, async (tx, row, now) => {
    const dueOn = dueAfter(row.today, after);
    await upsertFollowUp(tx, row, { dueOn, reason, by: context.actor.userId, at: now });
    const { time_zone: zone, version } = row;
    const reminded = { due_on: dueOn, changed_at: now, time_zone: zone };
    await enqueueReminder(tx, { entryId, version: (version ?? 0) + 1 }, reminded);
    return true;
  });
}

/** Takes the follow-up back. If none is set, nothing changes. */
export function takeBackFollowUp(
  context: StaffContext,
  entryId: string,
  seen: number | undefined,
): Promise<Result<VisitFollowUp>> {
  const { userId: by } = context.actor;
  return change(context, 'take follow-up back', { entryId, seen }, (tx, row, now) =>
    writeTakenBack(tx, row, { by, at: now }),
  );
}

function change(
  context: StaffContext,
  action: 'set follow-up' | 'take follow-up back',
  { entryId, seen }: { readonly entryId: string; readonly seen: number | undefined },
  /** Returns whether it changed anything. */
  write: (tx: Queryable, row: VisitRow, now: Date) => Promise<boolean>,
): Promise<Result<VisitFollowUp>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const row = await lockVisit(tx, entryId, now);
    if (row === undefined) return refuse('not_found');
    const allowed = mayUse('consult', actor, row);
    if (!allowed.ok) return allowed;
    if (!isInTime(row)) return refuse('illegal_transition');
    const wanted = seen === undefined ? undefined : { version: seen };
    const unchanged = asSeen(wanted, { version: row.version ?? 0 });
    if (!unchanged.ok) return unchanged;
    if (await write(tx, row, now)) await publishFollowUp(tx, row, now);
    await recordAudit(tx, context, { action, patientIds: [row.patient_id], entryId });
    const after = (await findVisit(tx, entryId, now)) ?? row;
    return ok(followUpView(after, actor));
  });
}
