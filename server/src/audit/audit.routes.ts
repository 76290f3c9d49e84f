/** Endpoint ↔ query, one line each. */
import * as audit from '@baari/contract/audit.ts';
import type { Route } from '../platform/route.ts';
import { checkAudit, exportAudit, listAudit } from './audit.query.ts';

export function mountAudit(route: Route): void {
  route(audit.listAudit, ({ context, query }) => listAudit(context, query));
  route(audit.exportAudit, ({ context, query }) => exportAudit(context, query));
  route(audit.checkAudit, ({ context }) => checkAudit(context));
}
