/** Resolves the API key of a request to the hospital's system that sent it [API-28]. */
import type { IntegrationActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, isStorageFull } from '../platform/database/database.ts';
import { network } from '../platform/network.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { isUseNoted } from './api-key.rules.ts';
import { findKey, type KnownKey, noteKeyUse } from './api-keys.store.ts';
import { isKeyText } from './key-format.ts';
import { mailAboutKey } from './key-mails.ts';

/** What engineers read in the details of a refusal. Only who has the whole key learns of its end. */
const why = {
  missing: 'The request has no key. Send it in the header Authorization: Bearer.',
  garbled: 'This is not a whole API key: its form or its checksum is wrong.',
  unknown: 'No key with this text was made here.',
  revoked: (at: Date) => `This key was revoked at ${at.toISOString()}.`,
  expired: (at: Date) => `This key expired at ${at.toISOString()}.`,
};

export interface KeyOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * Refuses with key_not_valid a text that is no key, without asking the database, and an unknown or
 * revoked key; with key_expired a key after its end. The details say which of these it is.
 */
export async function authenticateKey(
  options: KeyOptions,
  text: string | undefined,
  address: string,
): Promise<Result<IntegrationActor>> {
  if (text === undefined) return refuse('key_not_valid', why.missing);
  if (!isKeyText(text)) return refuse('key_not_valid', why.garbled);
  const row = await findKey(options.db, hashLinkSecret(text));
  return row === undefined ? refuse('key_not_valid', why.unknown) : admitKey(options, row, address);
}

/** Refuses a revoked or expired key; otherwise writes its use down. */
export async function admitKey(
  options: KeyOptions,
  row: KnownKey,
  address: string,
): Promise<Result<IntegrationActor>> {
  if (row.revoked_at !== null) return refuse('key_not_valid', why.revoked(row.revoked_at));
  const now = options.clock.now();
  if (row.expires_at !== null && row.expires_at <= now) {
    return refuse('key_expired', why.expired(row.expires_at));
  }
  const from = network(address);
  if (isUseNoted(row, from, now)) await noteUse(options, row, from, now);
  const { id: userId, hospital_id: hospitalId, name, scopes } = row;
  return ok({ role: 'key', userId, name, hospitalId, doctorId: null, scopes });
}

/**
 * Writes down the use, and mails administrators if the key was used from another network before. On
 * a full disk it does nothing, so that reading still works.
 */
async function noteUse(
  { db, publicUrl }: KeyOptions,
  key: { readonly id: string; readonly hospital_id: string; readonly name: string },
  from: string,
  now: Date,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const networks = await noteKeyUse(tx, key.id, from, now);
      const isNew = networks.length > 0 && !networks.includes(from);
      if (isNew) await mailAboutKey(tx, key, { news: 'network', network: from }, publicUrl, now);
      return ok(undefined);
    });
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}
