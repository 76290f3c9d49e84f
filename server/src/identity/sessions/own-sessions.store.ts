/** The sessions of one account. */
import { listShown } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { type RowOf, select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const s = table('identity.session', 's');

const session = {
  id: s.id,
  userAgent: s.user_agent,
  address: s.ip_address,
  createdAt: s.created_at,
};
export type SessionRow = RowOf<typeof session>;

/**
 * Lists the account's valid sessions: the caller's own session first, then the latest, at most a
 * hundred.
 */
export async function listSessions(
  db: Queryable,
  userId: string,
  currentId: string,
  now: Date,
): Promise<SessionRow[]> {
  return db.many(select(session)`
    from identity.session s where s.user_id = ${userId} and s.expires_at > ${now}
    order by s.id <> ${currentId}, s.created_at desc, s.id limit ${listShown}`);
}

/** Ends one session; false if the account has no such session. */
export async function deleteSession(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await db.run(
    sql`delete from identity.session where id = ${sessionId} and user_id = ${userId}`,
  );
  return ended === 1;
}

/** Ends all sessions of the account except the caller's; returns how many sessions ended. */
export async function deleteOtherSessions(
  db: Queryable,
  userId: string,
  keptId: string,
): Promise<number> {
  return db.run(sql`delete from identity.session where user_id = ${userId} and id <> ${keptId}`);
}

/**
 * Deletes sessions after the owner turned on a second factor. The present session and sessions made
 * by passkey stay.
 */
export async function deleteSessionsWithoutFactor(
  tx: Queryable,
  userId: string,
  keptToken: string,
): Promise<number> {
  return tx.run(sql`
    delete from identity.session
    where user_id = ${userId} and token <> ${keptToken} and second_factor is null`);
}
