/** Stores which bot-check challenges were solved, since each challenge can be used only once. */
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Marks a bot-check challenge as used; returns false if an earlier or concurrent request has
 * already used it.
 */
export async function spendChallenge(
  db: Queryable,
  challengeHash: string,
  expiresAt: Date,
): Promise<boolean> {
  const spent = await db.run(sql`
    insert into identity.spent_challenge (challenge_hash, expires_at)
    values (${challengeHash}, ${expiresAt}) on conflict do nothing`);
  return spent === 1;
}

export async function deleteEndedChallenges(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.spent_challenge where expires_at < ${now}`);
}
