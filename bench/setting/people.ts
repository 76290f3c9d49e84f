/**
 * Makes signed-in people by writing them directly into the database: sign-up is not measured, and a
 * thousand password hashes would take minutes. Their tokens are signed with a key that is stored
 * where the server keeps its keys.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { StaffRole } from '@baari/contract/constants.ts';
import { encryptWith } from '../../server/src/identity/provider/encryption.ts';
import type { Secrets } from '../../server/src/platform/secrets/secret.ts';
import type { Pool } from './stage.ts';

export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** Creates people with a session each. */
export type MakePeople = (count: number) => Promise<Person[]>;

/**
 * The lifetime of a token in seconds: longer than any run in which the server uses the real clock.
 */
const usualTokenSeconds = 3000;

interface PeopleOptions {
  readonly tokenSeconds?: number;
  /**
   * The secrets that encrypt the signing key, so that a server can start on the same database. A
   * starting server treats an unencrypted key as lost.
   */
  readonly secrets?: Secrets;
}

export async function openPeople(
  pool: Pool,
  publicUrl: string,
  { tokenSeconds = usualTokenSeconds, secrets }: PeopleOptions = {},
): Promise<MakePeople> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = randomUUID();
  const written =
    secrets === undefined
      ? 'unused'
      : await encryptWith(secrets, JSON.stringify(privateKey.export({ format: 'jwk' })));
  await pool.query(
    `insert into identity.jwks (id, public_key, private_key, alg) values ($1, $2, $3, 'ES256')`,
    [keyId, JSON.stringify(publicKey.export({ format: 'jwk' })), JSON.stringify(written)],
  );
  let made = 0;
  return async (count) => {
    const people = Array.from({ length: count }, () => {
      const userId = randomUUID();
      const sessionId = randomUUID();
      const token = signToken({ publicUrl, keyId, privateKey, userId, sessionId, tokenSeconds });
      return { userId, sessionId, token };
    });
    await insertPeople(pool, people, made);
    made += count;
    return people;
  };
}

async function insertPeople(pool: Pool, people: readonly Person[], before: number): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  const numbers = people.map((_, index) => before + index);
  await pool.query(
    `insert into identity."user" (id, name, email, email_verified)
    select id, 'Person ' || number, 'person-' || number || '@bench.example', true
    from unnest($1::uuid[], $2::int[]) as person (id, number)`,
    [userIds, numbers],
  );
  await pool.query(
    `insert into identity.session (id, user_id, token, expires_at)
    select id, user_id, id::text, now() + interval '7 days'
    from unnest($1::uuid[], $2::uuid[]) as session (id, user_id)`,
    [people.map(({ sessionId }) => sessionId), userIds],
  );
  await pool.query(
    `insert into patient (id, account_id, name, email)
    select id, id, name, email from identity."user" where id = any($1::uuid[])`,
    [userIds],
  );
}

interface TokenParts {
  readonly publicUrl: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly userId: string;
  readonly sessionId: string;
  readonly tokenSeconds: number;
}

function signToken({
  publicUrl,
  keyId,
  privateKey,
  userId,
  sessionId,
  tokenSeconds,
}: TokenParts): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const signed = [
    { alg: 'ES256', kid: keyId },
    {
      iss: publicUrl,
      aud: publicUrl,
      sub: userId,
      sid: sessionId,
      iat: issuedAt,
      exp: issuedAt + tokenSeconds,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Makes these people members of a hospital's staff. */
export async function employ(
  pool: Pool,
  people: readonly Person[],
  hospitalId: string,
  role: Exclude<StaffRole, 'doctor'>,
): Promise<void> {
  await pool.query(
    `insert into membership (user_id, hospital_id, role)
    select id, $2, $3 from unnest($1::uuid[]) as id`,
    [people.map(({ userId }) => userId), hospitalId, role],
  );
}
