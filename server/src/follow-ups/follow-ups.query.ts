/** Reads of follow-ups, by staff and by patients [CONS-2, PAT-11]. */
import { listShown } from '@baari/contract/constants.ts';
import type { OwnFollowUp, VisitFollowUp } from '@baari/contract/visit/follow-up.ts';
import { calendarFile } from '../appointments/calendar-file.rules.ts';
import { findRecipientOf } from '../notifications/notifications.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { FileAnswer } from '../platform/http/file-answer.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { followUpEvent } from './follow-up-words.ts';
import { findFollowed, findVisit, listOfAccount } from './follow-ups.store.ts';
import { followUpView, ownFollowUpView } from './follow-ups.view.ts';

/** The follow-up of a visit for staff. The visit of another hospital is not found. */
export async function getFollowUp(
  context: StaffContext,
  entryId: string,
): Promise<Result<VisitFollowUp>> {
  const { db, actor, clock } = context;
  const row = await findVisit(db, entryId, clock.now());
  if (row === undefined || !maySee(actor, row)) return refuse('not_found');
  await recordAudit(db, context, {
    action: 'read follow-up',
    patientIds: [row.patient_id],
    entryId,
  });
  return ok(followUpView(row, actor));
}

export async function listOwnFollowUps({
  db,
  actor,
}: PatientContext): Promise<Result<{ followUps: OwnFollowUp[] }>> {
  const rows = await listOfAccount(db, actor.userId, listShown);
  return ok({ followUps: rows.map(ownFollowUpView) });
}

/** The follow-up of the caller's visit as a calendar file with an all-day event. */
export async function getFollowUpCalendar(
  { db, actor, clock }: PatientContext,
  entryId: string,
  publicUrl: string,
): Promise<Result<FileAnswer>> {
  const row = await findFollowed(db, entryId, clock.now());
  if (row === undefined || row.account_id !== actor.userId || row.is_taken_back) {
    return refuse('not_found');
  }
  const reader = await findRecipientOf(db, actor.userId, row.hospital_id);
  const language = reader?.language ?? 'en';
  const file = calendarFile(followUpEvent(row, { language, publicUrl }));
  const bytes = new TextEncoder().encode(file);
  return ok(new FileAnswer('follow-up.ics', 'text/calendar; charset=utf-8', bytes));
}
