import { fallbackLanguage } from '@baari/contract/languages.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { Erasure, requestErasure as endpoint } from '@baari/contract/erasure.ts';
import type { PatientContext } from '../platform/context.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok, type Result } from '../platform/result.ts';
import { mayCause } from '../platform/send-budget.ts';
import { readErasure } from './erasure.query.ts';
import { dueAfter } from './erasure.rules.ts';
import { deleteErasureRequest, insertErasureRequest } from './erasure.store.ts';
import { askedMail } from './erasure.texts.ts';
import { findRecipient } from '../notifications/notifications.store.ts';

/**
 * Asks for erasure: kept once, told to the owner, who may take it back for seven days, and to the
 * operator [guarantees, security 14]. Refuses: too_many_messages, for who asks and takes back all day.
 */
export async function requestErasure(
  { db, actor, clock }: PatientContext,
  operatorEmail: string,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const request = await insertErasureRequest(tx, actor.userId, now, dueAfter(now));
    if (request.isNew) {
      const sender = actor.userId;
      const allowed = await mayCause(tx, 'erasure_asked', { sender }, now);
      if (!allowed.ok) return allowed;
      const plain = `The account ${actor.userId} asked for erasure at ${now.toISOString()}. It is carried out by itself after ${request.due_at.toISOString()}.`;
      await enqueueMail(
        tx,
        {
          kind: 'erasure_asked',
          to: operatorEmail,
          subject: 'Erasure requested',
          plain,
          html: `<p>${plain}</p>`,
        },
        now,
      );
      const owner = await findRecipient(tx, actor.userId);
      if (owner?.email && owner.emailVerified) {
        const mail = askedMail(owner.language ?? fallbackLanguage, owner.name, request.due_at);
        await enqueueMail(tx, { kind: 'security_notice', to: owner.email, ...mail }, now);
      }
    }
    return ok({
      requestedAt: request.requested_at.toISOString(),
      dueAt: request.due_at.toISOString(),
    });
  });
}

/** Takes it back; without a request nothing happens. */
export async function withdrawErasure(
  context: PatientContext,
): Promise<Result<{ erasure: Erasure }>> {
  return context.db.transaction(async (tx) => {
    await deleteErasureRequest(tx, context.actor.userId);
    return ok({ erasure: await readErasure(tx, context) });
  });
}
