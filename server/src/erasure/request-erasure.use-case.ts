import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { Erasure, requestErasure as endpoint } from '@baari/contract/patient/erasure.ts';
import type { PatientContext } from '../platform/context.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { ok, type Result } from '../platform/result.ts';
import { mayCause } from '../platform/messages/send-budget.ts';
import { textsOf } from '../texts/texts.ts';
import { readErasure } from './erasure.query.ts';
import { dueAfter } from './erasure.rules.ts';
import { deleteErasureRequest, insertErasureRequest } from './erasure.store.ts';
import { askedMail } from './erasure.texts.ts';
import { findRecipient } from '../notifications/notifications.store.ts';

/** The operator's mail address and language for messages. */
export interface Operator {
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
}

/**
 * Requests erasure. The request is stored once, confirmed to the owner, who may withdraw it for
 * seven days, and reported to the operator [guarantees, security 14]. Refuses too_many_messages if
 * the owner requests and withdraws too often.
 */
export async function requestErasure(
  { db, actor, clock }: PatientContext,
  { operatorEmail, operatorLanguage }: Operator,
  { language }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const request = await insertErasureRequest(tx, {
      accountId: actor.userId,
      requestedAt: now,
      dueAt: dueAfter(now),
      language: language ?? null,
    });
    if (request.isNew) {
      const sender = actor.userId;
      const allowed = await mayCause(tx, 'erasure_asked', { sender }, now);
      if (!allowed.ok) return allowed;
      const said = textsOf('operatorMails', operatorLanguage).erasure;
      const text = said.text(actor.userId, toSecond(now), toSecond(request.due_at));
      await enqueueMail(
        tx,
        {
          kind: 'erasure_asked',
          to: operatorEmail,
          subject: said.subject,
          ...letterBody({ language: operatorLanguage, parts: [{ text }] }),
        },
        now,
      );
      const owner = await findRecipient(tx, actor.userId);
      if (owner?.email && owner.emailVerified) {
        const inLanguage = owner.language ?? language ?? fallbackLanguage;
        const mail = askedMail(inLanguage, owner.name, request.due_at);
        await enqueueMail(tx, { kind: 'security_notice', to: owner.email, ...mail }, now);
      }
    }
    return ok({
      requestedAt: request.requested_at.toISOString(),
      dueAt: request.due_at.toISOString(),
    });
  });
}

function toSecond(time: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(time.getTime());
  return instant.toString({ smallestUnit: 'second' });
}

/** Withdraws the account's erasure request; does nothing if there is no request. */
export async function withdrawErasure(
  context: PatientContext,
): Promise<Result<{ erasure: Erasure }>> {
  return context.db.transaction(async (tx) => {
    await deleteErasureRequest(tx, context.actor.userId);
    return ok({ erasure: await readErasure(tx, context) });
  });
}
