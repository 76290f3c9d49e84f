/**
 * Rotates the installation's secret. Encrypted values name their secret by a number. At each start,
 * values encrypted with another listed secret are encrypted again with the first secret. The other
 * secrets can then be removed from the list.
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

/**
 * The number of the oldest secret. Values that were encrypted before secrets could be changed have
 * this number.
 */
const firstNumber = 1;

/**
 * The secrets in the form that the identity library expects. A secret's number does not depend on
 * its position in the list.
 */
export function numbered(secrets: Secrets): { version: number; value: string }[] {
  const own = secrets.map((value) => ({ version: numberOf(value), value }));
  const oldest = secrets.at(-1) ?? secrets[0];
  return [...own, { version: firstNumber, value: oldest }];
}

function numberOf(secret: string): number {
  const start = createHash('sha256').update(`baari secret ${secret}`).digest().readUInt32BE();
  // The secret's number is below 2^31 and never equal to the number of the oldest secret.
  return (start >>> 1) | 2;
}

/** Encrypted values that none of the secrets can decrypt. */
export interface Unreadable {
  readonly keys: readonly string[];
  readonly factors: readonly string[];
}

const jsonText = z.string();

/**
 * Finds the encrypted values that no secret can decrypt, without writing anything. The server runs
 * this check before it starts.
 */
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

/**
 * Encrypts values of other secrets again with the present secret. Returns the values that cannot be
 * decrypted.
 */
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
 * Deletes the encrypted values that no secret can decrypt, for an installation that lost its
 * secret. Everybody must sign in again, and the second factors concerned are turned off.
 */
export async function forgetUnreadable(db: Database, { keys, factors }: Unreadable): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteKeys(tx, keys);
    await deleteFactors(tx, factors);
    await endAllSessions(tx);
    return ok(undefined);
  });
}

/**
 * Encrypts a text again with the present secret. Returns the text unchanged if the present secret
 * was already used, and undefined if no listed secret decrypts the text.
 */
async function renew(encrypted: string, secrets: Secrets): Promise<string | undefined> {
  const key = keyOf(secrets);
  try {
    const text = await symmetricDecrypt({ key, data: encrypted });
    if (parseEnvelope(encrypted)?.version === key.currentVersion) return encrypted;
    return await symmetricEncrypt({ key, data: text });
  } catch {
    // The library throws for an unknown number or a wrong secret. The encrypted value then counts
    // as unreadable.
    return undefined;
  }
}

/** Encrypts a text with the present secret. */
export function encryptWith(secrets: Secrets, text: string): Promise<string> {
  return symmetricEncrypt({ key: keyOf(secrets), data: text });
}

function keyOf(secrets: Secrets) {
  return {
    keys: new Map(numbered(secrets).map(({ version, value }) => [version, value])),
    currentVersion: numberOf(secrets[0]),
  };
}
