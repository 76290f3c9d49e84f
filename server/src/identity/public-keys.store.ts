/** The public halves of the keys that identity tokens are signed with. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { PublicKeyRow } from './tokens.ts';

export async function listPublicKeys(db: Queryable): Promise<PublicKeyRow[]> {
  return db.many<PublicKeyRow>(sql`select id, public_key as "publicKey" from identity.jwks`);
}
