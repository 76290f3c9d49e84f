import { type Ticket, ticketPath } from '@baari/contract/visit/arrival.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { findEntry } from '../queue/queue.store.ts';
import { insertTicket } from './arrivals.store.ts';

/**
 * Makes a new secret web address at which a ticket shows the patient's place in line. The patient
 * and the desk may ask for it. Refuses while the desk has not approved the request [ARR-4].
 */
export function makeTicket(
  context: Context<Actor>,
  entryId: string,
  publicUrl: string,
): Promise<Result<{ ticket: Ticket }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId);
    if (entry === undefined || !maySee(actor, entry)) return refuse('not_found');
    if (entry.token === null) {
      return refuse('illegal_transition', 'There is no ticket before the approval.');
    }
    const secret = makeLinkSecret();
    const expiresAt = await insertTicket(tx, entryId, hashLinkSecret(secret), clock.now());
    if (isStaff(actor)) {
      await recordAudit(
        tx,
        { ...context, actor },
        { action: 'make ticket', patientIds: [entry.patient_id], entryId, outcome: 'ok' },
      );
    }
    return ok({
      ticket: {
        url: `${publicUrl}${ticketPath}${secret}`,
        token: entry.token,
        expiresAt: expiresAt.toISOString(),
      },
    });
  });
}
