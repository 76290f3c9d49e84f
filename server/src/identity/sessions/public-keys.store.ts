/** Reads the public keys with which identity tokens are verified. */
import { select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { PublicKeyRow } from './tokens.ts';

const k = table('identity.jwks', 'k');

export async function listPublicKeys(db: Queryable): Promise<PublicKeyRow[]> {
  return db.many(select({ id: k.id, publicKey: k.public_key })`from identity.jwks k`);
}
