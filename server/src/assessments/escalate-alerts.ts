/** Mails administrators and the doctor about alerts not acknowledged in time [ASSESS-2]. */
import { acknowledgeMinutes } from '@baari/contract/visit/assessment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { ok } from '../platform/result.ts';
import { textsOf } from '../texts/texts.ts';
import {
  findVerification,
  findVisit,
  listWhomToNotify,
  type MailedRow,
  takeEscalations,
} from './assessments.store.ts';

const atOnce = 50;

/**
 * Mails about every due alert. The mail names no patient and no emergency sign. Several processes
 * may run it at once.
 */
export async function escalateAlerts({
  db,
  clock,
  publicUrl,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    for (const { visit_id: visitId, hospital_id: hospitalId } of await takeEscalations(
      tx,
      now,
      atOnce,
    )) {
      const visit = await findVisit(tx, visitId, now);
      // No mail is sent if the patient has left or was seen.
      if (visit === undefined || !visit.is_open) continue;
      const { standing } = await findVerification(tx, hospitalId);
      for (const person of await listWhomToNotify(tx, hospitalId, visit.doctor_id)) {
        await enqueueMail(
          tx,
          {
            kind: 'assessment_alert',
            to: person.email,
            hospital: { id: hospitalId, isConfirmed: standing === 'confirmed' },
            ...alertMail(person, `${publicUrl}/staff/dashboard`),
          },
          now,
        );
      }
    }
    return ok(undefined);
  });
}

function alertMail({ name, language }: MailedRow, link: string) {
  const { alert } = textsOf('staffMails', language);
  const { hello } = textsOf('letters', language);
  return {
    subject: alert.subject,
    ...letterBody({
      language,
      parts: [
        { text: hello(name) },
        { text: alert.text(acknowledgeMinutes) },
        { button: alert.button, link },
      ],
    }),
  };
}
