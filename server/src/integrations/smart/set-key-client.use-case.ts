import type { ApiKey } from '@baari/contract/keys/api-keys.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { findKeyOfHospital } from '../api-keys.store.ts';
import { apiKeyView } from '../api-keys.view.ts';
import { mailAboutKey } from '../key-mails.ts';
import { checkWebhookAddress } from '../webhooks/webhook-address.ts';
import { type PublicKey, readGivenKeys } from './public-keys.ts';
import { updateClient } from './smart.store.ts';

export interface ClientSettings {
  readonly cell: string;
  readonly publicUrl: string;
  readonly addresses: Addresses;
}

/**
 * Sets the public keys of an API key, or their address; an empty text removes them. Access tokens
 * that were issued before end at once. Refuses: public_key_refused, webhook_address_refused [API-36].
 */
export async function setKeyClient(
  context: MemberContext,
  id: string,
  text: string,
  { cell, publicUrl, addresses }: ClientSettings,
): Promise<Result<{ apiKey: ApiKey }>> {
  const given = await checked(text, addresses);
  if (!given.ok) return given;
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const { hospitalId } = actor;
    const now = clock.now();
    const changed = await updateClient(tx, { id, hospitalId }, given.value, now);
    const row = changed && (await findKeyOfHospital(tx, hospitalId, id));
    if (row === undefined) return refuse('not_found');
    await recordAudit(tx, context, {
      action: 'set public keys of API key',
      details: { keyId: id },
    });
    await mailAboutKey(tx, row, { news: 'client', by: actor.name }, publicUrl, now);
    return ok({ apiKey: apiKeyView(row, cell) });
  });
}

interface Source {
  readonly keys: readonly PublicKey[] | null;
  readonly url: string | null;
}

async function checked(text: string, addresses: Addresses): Promise<Result<Source>> {
  const given = readGivenKeys(text);
  switch (given.kind) {
    case 'none':
      return ok({ keys: null, url: null });
    case 'keys':
      return ok({ keys: given.keys, url: null });
    case 'refused':
      return refuse('public_key_refused', given.why);
    case 'url': {
      const address = await checkWebhookAddress(given.url, addresses);
      return address.ok ? ok({ keys: null, url: address.value }) : address;
    }
  }
}
