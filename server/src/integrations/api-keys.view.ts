/** An API key as the hospital's administrators see it. */
import type { ApiKey } from '@baari/contract/keys/api-keys.ts';
import type { ApiKeyRow } from './api-keys.store.ts';

export function apiKeyView(row: ApiKeyRow, cell: string): ApiKey {
  const { last_used_at: at, last_network: network, revoked_at: revokedAt, revoked_by: by } = row;
  return {
    id: row.id,
    name: row.name,
    shown: row.shown,
    scopes: row.scopes,
    madeAt: row.made_at.toISOString(),
    madeBy: { id: row.made_by, name: row.maker ?? '' },
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUse: at === null ? null : { at: at.toISOString(), network: network ?? '' },
    revoked:
      revokedAt === null || by === null
        ? null
        : { at: revokedAt.toISOString(), by: { id: by, name: row.revoker ?? '' } },
    client: clientOf(row, cell),
  };
}

function clientOf(row: ApiKeyRow, cell: string): ApiKey['client'] {
  const { public_key_ids: keyIds, public_keys_url: url } = row;
  return keyIds === null && url === null
    ? null
    : { id: `${cell}.${row.id}`, url, keyIds: keyIds ?? [] };
}
