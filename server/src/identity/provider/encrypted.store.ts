/**
 * All SQL on columns that are encrypted with the installation's secret: private signing keys and
 * second factors.
 */
import sql from 'sql-template-tag';
import { type RowOf, select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const k = table('identity.jwks', 'k');
const f = table('identity.two_factor', 'f');

/**
 * The encrypted private key. Its column contains the encrypted text as JSON, as the identity
 * library writes it.
 */
const encryptedKey = { id: k.id, privateKey: k.private_key };
export type EncryptedKey = RowOf<typeof encryptedKey>;

export function listEncryptedKeys(db: Queryable): Promise<EncryptedKey[]> {
  return db.many(select(encryptedKey)`from identity.jwks k`);
}

/** Replaces an encrypted key. Does nothing if another process has already replaced it. */
export async function replaceEncryptedKey(
  db: Queryable,
  { id, privateKey }: EncryptedKey,
  renewed: string,
): Promise<void> {
  await db.run(sql`
    update identity.jwks set private_key = ${renewed}
    where id = ${id} and private_key = ${privateKey}`);
}

const encryptedFactor = { id: f.id, secret: f.secret, backupCodes: f.backup_codes };
export type EncryptedFactor = RowOf<typeof encryptedFactor>;

export function listEncryptedFactors(db: Queryable): Promise<EncryptedFactor[]> {
  return db.many(select(encryptedFactor)`from identity.two_factor f`);
}

/**
 * Replaces an encrypted second factor. Does nothing if the second factor changed meanwhile, for
 * example because a recovery code was used.
 */
export async function replaceEncryptedFactor(
  db: Queryable,
  { id, secret, backupCodes }: EncryptedFactor,
  renewed: Omit<EncryptedFactor, 'id'>,
): Promise<void> {
  await db.run(sql`
    update identity.two_factor
    set secret = ${renewed.secret}, backup_codes = ${renewed.backupCodes}
    where id = ${id} and secret = ${secret} and backup_codes = ${backupCodes}`);
}

export async function deleteKeys(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from identity.jwks where id = any(${ids}::uuid[])`);
}

/** Deletes second factors. Their accounts then have no second factor. */
export async function deleteFactors(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from identity.two_factor where id = any(${ids}::uuid[]) returning user_id)
    update identity."user" u set two_factor_enabled = false, updated_at = now()
    from gone where u.id = gone.user_id`);
}

export async function endAllSessions(tx: Queryable): Promise<number> {
  return tx.run(sql`delete from identity.session`);
}
