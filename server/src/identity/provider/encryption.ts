/**
 * Changing the installation's secret. What it encrypted in the database names the secret by a number;
 * at each start what another secret of the list encrypted is written anew with the first, so that the
 * others can be dropped later.
 */
import { createHash } from 'node:crypto';
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { ok } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import {
  deleteFactors,
  deleteKeys,
  endAllSessions,
  listEncryptedFactors,
  listEncryptedKeys,
  replaceEncryptedFactor,
  replaceEncryptedKey,
} from './encrypted.store.ts';

/** Every row was written with this number before secrets could be changed: the oldest one's. */
const firstNumber = 1;

/** The secrets as the identity library takes them; a secret's number is its own, whatever its place. */
export function numbered(secrets: Secrets): { version: number; value: string }[] {
  const own = secrets.map((value) => ({ version: numberOf(value), value }));
  const oldest = secrets.at(-1) ?? secrets[0];
  return [...own, { version: firstNumber, value: oldest }];
}

function numberOf(secret: string): number {
  const start = createHash('sha256').update(`baari secret ${secret}`).digest().readUInt32BE();
  // Below 2^31, and never the number that stands for the oldest.
  return (start >>> 1) | 2;
}

/** How much none of the secrets opens. */
export interface Unreadable {
  readonly keys: readonly string[];
  readonly factors: readonly string[];
}

const jsonText = z.string();

/** How much none of the secrets opens, without writing anything: what a server asks before it does anything. */
export async function findUnreadable(db: Queryable, secrets: Secrets): Promise<Unreadable> {
  const unreadable = { keys: [] as string[], factors: [] as string[] };
  for (const row of await listEncryptedKeys(db)) {
    const text = jsonText.parse(JSON.parse(row.privateKey));
    if ((await renew(text, secrets)) === undefined) unreadable.keys.push(row.id);
  }
  for (const row of await listEncryptedFactors(db)) {
    const opened = [await renew(row.secret, secrets), await renew(row.backupCodes, secrets)];
    if (opened.includes(undefined)) unreadable.factors.push(row.id);
  }
  return unreadable;
}

/** Writes with the present secret what another one encrypted; what is left over cannot be read. */
export async function renewEncryption(db: Database, secrets: Secrets): Promise<Unreadable> {
  const unreadable = { keys: [] as string[], factors: [] as string[] };
  for (const row of await listEncryptedKeys(db)) {
    const text = jsonText.parse(JSON.parse(row.privateKey));
    const renewed = await renew(text, secrets);
    if (renewed === undefined) unreadable.keys.push(row.id);
    else if (renewed !== text) await replaceEncryptedKey(db, row, JSON.stringify(renewed));
  }
  for (const row of await listEncryptedFactors(db)) {
    const secret = await renew(row.secret, secrets);
    const backupCodes = await renew(row.backupCodes, secrets);
    if (secret === undefined || backupCodes === undefined) {
      unreadable.factors.push(row.id);
    } else if (secret !== row.secret || backupCodes !== row.backupCodes) {
      await replaceEncryptedFactor(db, row, { secret, backupCodes });
    }
  }
  return unreadable;
}

/**
 * Gives up what no secret opens, for an installation that lost its own: everybody has to sign in
 * again, and the second factors named are off.
 */
export async function forgetUnreadable(db: Database, { keys, factors }: Unreadable): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteKeys(tx, keys);
    await deleteFactors(tx, factors);
    await endAllSessions(tx);
    return ok(undefined);
  });
}

/** The same text when the present secret wrote it; undefined when no secret of the list did. */
async function renew(encrypted: string, secrets: Secrets): Promise<string | undefined> {
  const key = keyOf(secrets);
  try {
    const text = await symmetricDecrypt({ key, data: encrypted });
    if (parseEnvelope(encrypted)?.version === key.currentVersion) return encrypted;
    return await symmetricEncrypt({ key, data: text });
  } catch {
    // The number is unknown, or the secret behind it another: the library says so by throwing.
    return undefined;
  }
}

/** A text as the present secret writes it. */
export function encryptWith(secrets: Secrets, text: string): Promise<string> {
  return symmetricEncrypt({ key: keyOf(secrets), data: text });
}

function keyOf(secrets: Secrets) {
  return {
    keys: new Map(numbered(secrets).map(({ version, value }) => [version, value])),
    currentVersion: numberOf(secrets[0]),
  };
}
