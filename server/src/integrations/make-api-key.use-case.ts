import { randomBytes } from 'node:crypto';
import { type ApiKey, type KeyLifetime, maxKeys } from '@baari/contract/keys/api-keys.ts';
import { type Scope, scopes as allScopes } from '@baari/contract/keys/scopes.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { expiryOf } from './api-key.rules.ts';
import { countKeys, insertKey } from './api-keys.store.ts';
import { apiKeyView } from './api-keys.view.ts';
import { formatKey, secretBytes, shownPart } from './key-format.ts';
import { mailAboutKey } from './key-mails.ts';

export interface KeyGiven {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lifetime: KeyLifetime;
}

/** The code of this installation in keys, and its address in mails. */
export interface KeySettings {
  readonly cell: string;
  readonly publicUrl: string;
}

/**
 * Makes an API key and mails the hospital's administrators. The answer holds the only copy of the
 * key [API-28].
 */
export function makeApiKey(
  context: MemberContext,
  { name, scopes, lifetime }: KeyGiven,
  { cell, publicUrl }: KeySettings,
): Promise<Result<{ apiKey: ApiKey; key: string }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const now = clock.now();
    if ((await countKeys(tx, actor.hospitalId, now)) >= maxKeys) return refuse('too_many_keys');
    const key = formatKey(cell, randomBytes(secretBytes));
    const row = await insertKey(tx, {
      hospitalId: actor.hospitalId,
      name,
      scopes: allScopes.filter((scope) => scopes.includes(scope)),
      secretHash: hashLinkSecret(key),
      shown: shownPart(key),
      madeAt: now,
      madeBy: actor.userId,
      expiresAt: expiryOf(lifetime, now),
    });
    await recordAudit(tx, context, { action: 'make API key', details: { keyId: row.id } });
    await mailAboutKey(tx, row, { news: 'made', by: actor.name }, publicUrl, now);
    return ok({ apiKey: apiKeyView(row, cell), key });
  });
}
