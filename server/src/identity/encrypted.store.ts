/** What lies encrypted with the installation's secret: private signing keys and second factors. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface EncryptedKey {
  readonly id: string;
  /** JSON of the encrypted text, as the identity library writes it. */
  readonly privateKey: string;
}

export function listEncryptedKeys(db: Queryable): Promise<EncryptedKey[]> {
  return db.many<EncryptedKey>(sql`select id, private_key as "privateKey" from identity.jwks`);
}

/** Leaves it alone when another process was quicker. */
export async function replaceEncryptedKey(
  db: Queryable,
  { id, privateKey }: EncryptedKey,
  renewed: string,
): Promise<void> {
  await db.run(sql`
    update identity.jwks set private_key = ${renewed}
    where id = ${id} and private_key = ${privateKey}`);
}

export interface EncryptedFactor {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

export function listEncryptedFactors(db: Queryable): Promise<EncryptedFactor[]> {
  return db.many<EncryptedFactor>(
    sql`select id, secret, backup_codes as "backupCodes" from identity.two_factor`,
  );
}

/** Leaves it alone when it changed meanwhile, as when a recovery code was used. */
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

/** Their accounts are without a second factor from then on. */
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
