/** A session as its owner sees it. */
import type { OwnSession } from '@baari/contract/account/identity.ts';
import { coarseAddress, deviceOf } from '../security-events/device.rules.ts';
import type { SessionRow } from './own-sessions.store.ts';

export function ownSessionView(row: SessionRow, currentId: string): OwnSession {
  return {
    id: row.id,
    ...deviceOf(row.userAgent),
    address: coarseAddress(row.address),
    signedInAt: row.createdAt.toISOString(),
    isCurrent: row.id === currentId,
  };
}
