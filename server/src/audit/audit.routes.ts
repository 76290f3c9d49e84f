/** Maps each endpoint of the audit trail to its query or use case. */
import * as audit from '@baari/contract/account/audit.ts';
import { beforeTables } from '../platform/threads/long-tables.ts';
import { forLongReads } from '../platform/context.ts';
import type { Route } from '../platform/http/route.ts';
import { exportAudit, getAuditCheck, listAudit } from './audit.query.ts';
import { startAuditCheck } from './start-audit-check.use-case.ts';

/**
 * Mounts the endpoints of the audit trail. `onQueued` is called after a check of the trail was
 * queued.
 */
export function mountAudit(route: Route, onQueued: () => void): void {
  route(audit.listAudit, ({ context, query }) => listAudit(context, query));
  const inTurn = beforeTables();
  route(audit.exportAudit, ({ context, query }) =>
    inTurn(() => exportAudit(forLongReads(context), query), context.actor.userId),
  );
  route(audit.getAuditCheck, ({ context }) => getAuditCheck(context));
  route(audit.startAuditCheck, ({ context }) => startAuditCheck(context, onQueued));
}
