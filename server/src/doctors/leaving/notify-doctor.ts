/**
 * Mails doctors who want to be notified of requests and arrivals. The mails name no patient
 * [DOC-3].
 */
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { letterBody } from '../../platform/messages/letter.ts';
import { enqueueMail, type MailMessage } from '../../platform/messages/mail.ts';
import { mayReceive } from '../../platform/messages/send-budget.ts';
import { textsOf } from '../../texts/texts.ts';
import {
  findSettings,
  findNotifiedDoctor,
  type NotifiedDoctor,
} from '../settings/settings.store.ts';

export const notifyDoctorJobKind = 'tell-doctor';

const news = z.object({
  doctorId: z.uuid(),
  what: z.enum(['request', 'check-in']),
  /** The patient's account, if any, for the daily limit of mails per account. */
  accountId: z.uuid().optional(),
});
type News = z.infer<typeof news>;

/**
 * Queues the mail to the doctor in the same transaction as the request or arrival, if the doctor
 * has chosen to get such mails.
 */
export async function notifyDoctor(
  tx: Queryable,
  { doctorId, what, accountId }: Pick<News, 'doctorId' | 'what'> & { accountId: string | null },
  now: Date,
): Promise<void> {
  const settings = await findSettings(tx, doctorId);
  const isWanted = what === 'request' ? settings.tellRequests : settings.tellCheckIns;
  if (!settings.tellByMail || !isWanted) return;
  const payload: News = { doctorId, what, ...(accountId === null ? {} : { accountId }) };
  await enqueueJob(tx, { kind: notifyDoctorJobKind, payload, runAt: now });
}

export function makeNotifyDoctorHandler({
  db,
  clock,
  publicUrl,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}): JobHandler {
  return async (given) => {
    const { doctorId, what, accountId: sender } = news.parse(given);
    const doctor = await findNotifiedDoctor(db, doctorId);
    if (doctor === undefined) return;
    const { isAllowed } = await mayReceive(db, 'doctor_news', { sender }, clock.now());
    if (!isAllowed) return;
    const link = `${publicUrl}/doctor/view/${doctorId}`;
    await enqueueMail(db, newsMail(doctor, what, link), clock.now());
  };
}

function newsMail(doctor: NotifiedDoctor, what: News['what'], link: string): MailMessage {
  const { language } = doctor;
  const { doctor: said } = textsOf('staffMails', language);
  const letters = textsOf('letters', language);
  const title = what === 'request' ? said.request : said.checkIn;
  const parts = [
    { text: letters.hello(doctor.name) },
    { text: letters.titled(title, said.more) },
    { link },
    { text: said.why },
  ];
  return {
    kind: 'doctor_news',
    to: doctor.email,
    subject: title,
    ...letterBody({ language, parts }),
  };
}
