/** Stores how the owner of a session proved their identity, and when the session was last used. */
import type { ProofKind } from '@baari/contract/account/identity.ts';
import sql from 'sql-template-tag';
import { leftJoined, type RowOf, select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { actingMembership } from '../security-events/acting.store.ts';

const s = table('identity.session', 's');
const h = leftJoined('hospital', 'h');

export async function findProvedAt(db: Queryable, sessionId: string): Promise<Date | undefined> {
  const row = await db.maybeOne(select({ provedAt: s.proved_at })`
    from identity.session s where s.id = ${sessionId}`);
  return row?.provedAt;
}

export interface Proof {
  readonly by: ProofKind;
  /** The passkey with which the owner proved their identity, if they used a passkey. */
  readonly passkeyId?: string;
}

/** Records an identity proof; a second factor used for it counts for the session from then on. */
export async function setProved(
  tx: Queryable,
  sessionId: string,
  { by, passkeyId }: Proof,
  now: Date,
): Promise<void> {
  const factor = by === 'passkey' ? 'passkey' : by === 'second_factor' ? 'totp' : null;
  await tx.run(sql`
    update identity.session set proved_at = ${now}, proved_by = ${by},
      proved_with_passkey = ${passkeyId ?? null}, last_used_at = ${now},
      second_factor = coalesce(${factor}, second_factor)
    where id = ${sessionId}`);
}

const sessionByToken = {
  id: s.id,
  userId: s.user_id,
  expiresAt: s.expires_at,
  lastUsedAt: s.last_used_at,
  idleMinutes: h.idle_minutes,
};
export type SessionByToken = RowOf<typeof sessionByToken>;

/** Finds the session of a cookie, or of a session token that a program sent. */
export async function findSessionByToken(
  db: Queryable,
  token: string,
): Promise<SessionByToken | undefined> {
  return db.maybeOne(select(sessionByToken)`
    from identity.session s ${actingMembership}
      left join hospital h on h.id = m.hospital_id
    where s.token = ${token}`);
}

export async function deleteSessionByToken(db: Queryable, token: string): Promise<boolean> {
  return (await db.run(sql`delete from identity.session where token = ${token}`)) === 1;
}

/** Records the time at which a session was used. Concurrent requests write the time only once. */
export async function noteUse(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.run(sql`
    update identity.session set last_used_at = ${now}
    where id = ${sessionId} and last_used_at < ${now}::timestamptz - interval '30 seconds'`);
}

/** Deletes sessions that the current idle limit has ended, so that a longer limit does not revive them. */
export async function deleteIdleSessions(
  db: Queryable,
  now: Date,
  hospitalId: string | null,
): Promise<void> {
  await db.run(sql`
    delete from identity.session where id in (
      select s.id from identity.session s ${actingMembership}
        join hospital h on h.id = m.hospital_id
      where (${hospitalId}::uuid is null or h.id = ${hospitalId}::uuid)
        and s.last_used_at < ${now}::timestamptz - make_interval(mins => h.idle_minutes))`);
}
