import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { letterBody } from '../../platform/messages/letter.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { mayCause } from '../../platform/messages/send-budget.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { textsOf } from '../../texts/texts.ts';
import { getTester, markMessageTested } from './first-steps.store.ts';

/**
 * Mails a test message to the administrator who asks, so that a new hospital sees its mails arrive.
 * Refused without a confirmed address, or above the day's limit [ADM-1].
 */
export function sendTestMessage(context: StaffContext): Promise<Result<{ sentTo: string }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const { name, email, isEmailVerified, language, ...hospital } = await getTester(
      tx,
      actor.hospitalId,
      actor.userId,
    );
    if (!isEmailVerified) return refuse('email_not_verified');
    const from = { id: actor.hospitalId, isConfirmed: hospital.standing === 'confirmed' };
    const parties = { sender: actor.userId, hospital: from, receiver: email };
    const allowed = await mayCause(tx, 'test_message', parties, now);
    if (!allowed.ok) return allowed;
    const { test } = textsOf('staffMails', language);
    const { hello } = textsOf('letters', language);
    const parts = [{ text: hello(name) }, { text: test.text(hospital.hospital) }];
    await enqueueMail(
      tx,
      {
        kind: 'test_message',
        hospital: from,
        to: email,
        subject: test.subject,
        ...letterBody({ language, parts }),
      },
      now,
    );
    await markMessageTested(tx, actor.hospitalId, now);
    await recordAudit(tx, context, { action: 'send test message', details: {} });
    return ok({ sentTo: email });
  });
}
