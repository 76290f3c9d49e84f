/** Reminds a patient of a follow-up some days before it is due [APPT-1]. */
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { ok } from '../platform/result.ts';
import { notify } from '../notifications/notify.ts';
import { type Reminded, remindAt, whenToSend } from './follow-up.rules.ts';
import { followUpWords } from './follow-up-words.ts';
import { findFollowed, type FollowedRow } from './follow-ups.store.ts';

export const followUpJobKind = 'follow-up-reminder';

const job = z.object({ entryId: z.uuid(), version: z.int() });

/** Queues the reminder of a follow-up, in the transaction that sets the follow-up. */
export async function enqueueReminder(
  tx: Queryable,
  payload: z.infer<typeof job>,
  reminded: Reminded,
): Promise<void> {
  const runAt = remindAt(reminded);
  if (runAt !== undefined) await enqueueJob(tx, { kind: followUpJobKind, payload, runAt });
}

/**
 * Sends the reminder of a follow-up, unless the follow-up has changed, or the patient has booked or
 * come again since.
 */
export function makeFollowUpHandler({
  db,
  clock,
  publicUrl,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}): JobHandler {
  return async (given) => {
    const payload = job.parse(given);
    const now = clock.now();
    const row = await findFollowed(db, payload.entryId, now);
    if (row === undefined || row.version !== payload.version || !isWanted(row)) return;
    const when = whenToSend(row, now);
    if (when === undefined) return;
    await db.transaction(async (tx) => {
      if (when.is === 'now') await tell(tx, row, { publicUrl, until: when.until, now });
      else await enqueueJob(tx, { kind: followUpJobKind, payload, runAt: when.at });
      return ok(undefined);
    });
  };
}

function isWanted(row: FollowedRow): boolean {
  return !row.is_taken_back && !row.is_closed && !row.has_booked && !row.was_there;
}

async function tell(
  tx: Queryable,
  row: FollowedRow,
  {
    publicUrl,
    until,
    now,
  }: { readonly publicUrl: string; readonly until: Date; readonly now: Date },
): Promise<void> {
  const { account_id: accountId, entry_id: about, version } = row;
  if (accountId === null) return;
  await notify(
    tx,
    {
      accountId,
      about,
      kind: 'follow_up',
      occasion: String(version),
      covers: [],
      notAfter: until,
      needsConsent: true,
      isUrgent: false,
      sendKind: 'appointment',
      hospital: { id: row.hospital_id, isConfirmed: row.hospital_standing === 'confirmed' },
      words: (to) => followUpWords(row, to, publicUrl),
    },
    now,
  );
}
