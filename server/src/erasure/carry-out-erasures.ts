/** Carries out requested erasures once their waiting days are over [SEC-14, PROF-1]. */
import { fallbackLanguage } from '@baari/contract/languages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { settleAll } from '../platform/jobs/settle-all.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { ok, type Result } from '../platform/result.ts';
import { waitsFor } from './erasure.rules.ts';
import {
  clearMerged,
  clearRecords,
  deleteAccount,
  deleteErasureRequest,
  deleteTraces,
  insertCertificate,
  listDue,
  listKept,
  lockDue,
  readStillOpen,
  releasePeople,
} from './erasure.store.ts';
import { certificateMail } from './erasure.texts.ts';

export interface ErasureWork {
  readonly db: Database;
  readonly clock: Clock;
}

const atOnce = 500;

/**
 * Carries out due erasures and returns how many. An account with an open visit or appointment is
 * tried again an hour later. If one erasure fails, the others still run, and the errors are thrown
 * at the end.
 */
export async function carryOutErasures(work: ErasureWork): Promise<number> {
  const now = work.clock.now();
  let erased = 0;
  await settleAll(due(work.db, now), 'erasures', async (accountId) => {
    const done = await eraseAccount(work, accountId);
    if (done.ok && done.value) erased += 1;
  });
  return erased;
}

async function* due(db: Queryable, now: Date): AsyncGenerator<string> {
  let page = await listDue(db, now, atOnce);
  while (page.length > 0) {
    yield* page;
    page = await listDue(db, now, atOnce, page.at(-1));
  }
}

/**
 * Erases one account in one transaction, which also ends its sessions. False if the request is not
 * due or was withdrawn, or if a visit or appointment is still open.
 */
function eraseAccount({ db, clock }: ErasureWork, accountId: string): Promise<Result<boolean>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const leaving = await lockDue(tx, accountId, now);
    if (leaving === undefined) return ok(false);
    if (waitsFor(await readStillOpen(tx, accountId, now)) !== null) return ok(false);
    const kept = await listKept(tx, accountId, now);
    const cleared = await clearRecords(tx, accountId, now);
    await deleteTraces(tx, accountId, leaving);
    await clearMerged(tx, accountId, now);
    const removed = { ...cleared, people: await releasePeople(tx, accountId, now) };
    await deleteAccount(tx, accountId);
    await deleteErasureRequest(tx, accountId);
    const certificateId = await insertCertificate(tx, {
      accountId,
      requestedAt: leaving.requested_at,
      carriedOutAt: now,
      removed,
      kept: kept.map(({ hospitalId, reports, until }) => ({ hospitalId, reports, until })),
    });
    if (leaving.email !== null) {
      const { email, language } = leaving;
      const mail = certificateMail(language ?? fallbackLanguage, {
        certificateId,
        at: now,
        removed,
        kept,
      });
      await enqueueMail(tx, { kind: 'security_notice', to: email, ...mail }, now);
    }
    return ok(true);
  });
}
