/** All SQL on the public keys of hospitals' systems and on the assertions that they used [API-36]. */
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { PublicKey } from './public-keys.ts';

const k = table('api_key', 'k');
const u = table('used_assertion', 'u');

const client = {
  id: k.id,
  hospital_id: k.hospital_id,
  name: k.name,
  scopes: typed<Scope[]>(k.scopes),
  expires_at: k.expires_at,
  revoked_at: k.revoked_at,
  last_used_at: k.last_used_at,
  last_network: k.last_network,
  public_keys: k.public_keys,
  public_keys_url: k.public_keys_url,
  client_changed_at: k.client_changed_at,
};
export type ClientRow = RowOf<typeof client>;

/** An API key as a client, read anew for each call, so that a revocation counts at once. */
export function findClient(db: Queryable, id: string): Promise<ClientRow | undefined> {
  return db.maybeOne(select(client)`from api_key k where k.id = ${id}`);
}

/** Sets or removes the public keys of a working key of the hospital; undefined without such a key. */
export function updateClient(
  tx: Queryable,
  { id, hospitalId }: { readonly id: string; readonly hospitalId: string },
  given: { readonly keys: readonly PublicKey[] | null; readonly url: string | null },
  now: Date,
): Promise<{ readonly id: string } | undefined> {
  const keys = given.keys === null ? null : JSON.stringify(given.keys);
  return tx.maybeOne(returning({ id: k.id })`
    update api_key k set public_keys = ${keys}::jsonb, public_keys_url = ${given.url},
      client_changed_at = ${now}
    where k.id = ${id} and k.hospital_id = ${hospitalId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})`);
}

/** Notes that an assertion was used; false if it was used before. */
export async function noteAssertion(
  db: Queryable,
  used: { readonly keyId: string; readonly jtiHash: string; readonly expiresAt: Date },
): Promise<boolean> {
  const row = await db.maybeOne(returning({ key_id: u.key_id })`
    insert into used_assertion as u (key_id, jti_hash, expires_at)
    values (${used.keyId}, ${used.jtiHash}, ${used.expiresAt})
    on conflict do nothing`);
  return row !== undefined;
}

/** Deletes assertions that have expired, which no call can use again. */
export async function deleteOldAssertions(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from used_assertion where expires_at < ${now}`);
}
