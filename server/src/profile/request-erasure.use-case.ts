import type { PatientContext } from '../platform/context.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok, type Result } from '../platform/result.ts';
import { insertErasureRequest } from './profile.store.ts';

/**
 * Asks for erasure: kept once, and mailed to the operator, since a hospital must keep its record of
 * visits for as long as the law says and a person has to decide [guarantees, security 14].
 */
export async function requestErasure(
  { db, actor, clock }: PatientContext,
  operatorEmail: string,
): Promise<Result<{ requestedAt: string }>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { requestedAt, isNew } = await insertErasureRequest(tx, actor.userId, now);
    if (isNew) {
      const plain = `The account ${actor.userId} asked for erasure at ${now.toISOString()}.`;
      await enqueueMail(
        tx,
        {
          kind: 'operator',
          to: operatorEmail,
          subject: 'Erasure requested',
          plain,
          html: `<p>${plain}</p>`,
        },
        now,
      );
    }
    return ok({ requestedAt: requestedAt.toISOString() });
  });
}
