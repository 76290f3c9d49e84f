/** Alerts that nobody has seen to within their time are mailed to administrators and the doctor [ASSESS-2]. */
import { acknowledgeMinutes } from '@baari/contract/assessment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { letterBody } from '../platform/letter.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok } from '../platform/result.ts';
import {
  findStanding,
  findVisit,
  listWhomToTell,
  type MailedRow,
  takeEscalations,
} from './assessments.store.ts';

const atOnce = 50;

/** Mails of every alert that is due; it names no patient and no sign. Several processes may do it at once. */
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
      // Whoever is gone or has been seen is not looked for by mail.
      if (visit === undefined || !visit.is_open) continue;
      const { standing } = await findStanding(tx, hospitalId);
      for (const person of await listWhomToTell(tx, hospitalId, visit.doctor_id)) {
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

const texts = {
  en: {
    hello: (name: string) => `Hello ${name},`,
    subject: 'A patient’s answers have not been looked at',
    text: `A patient of your hospital answered yes to a sign that cannot wait, and nobody has said within ${acknowledgeMinutes} minutes that they have seen it. Please look now.`,
    button: 'Open the desk',
  },
  hi: {
    hello: (name: string) => `नमस्ते ${name},`,
    subject: 'एक मरीज़ के जवाब अभी तक किसी ने नहीं देखे',
    text: `आपके अस्पताल के एक मरीज़ ने ऐसे लक्षण पर हाँ कहा है जो रुक नहीं सकता, और ${acknowledgeMinutes} मिनट में किसी ने नहीं बताया कि देख लिया। कृपया अभी देखें।`,
    button: 'डेस्क खोलें',
  },
};

function alertMail({ name, language }: MailedRow, link: string) {
  const chosen = language === 'hi' ? 'hi' : 'en';
  const text = texts[chosen];
  return {
    subject: text.subject,
    ...letterBody({
      language: chosen,
      parts: [{ text: text.hello(name) }, { text: text.text }, { button: text.button, link }],
    }),
  };
}
