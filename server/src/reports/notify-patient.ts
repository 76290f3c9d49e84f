/** Notifies the patient of a new report on the chosen channels, never with its contents [RPT-1]. */
import { notify } from '../notifications/notify.ts';
import { doctorSms, hospitalSms } from '../notifications/message-values.ts';
import type { Queryable } from '../platform/database/database.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { textsOf } from '../texts/texts.ts';
import type { ReportRow } from './reports.store.ts';

/** How long after the report is written the notification may still be sent, in ms. */
const newsMs = 3 * 86_400_000;

/** Notifies the patient once for each report; a patient without an account is not notified. */
export async function notifyOfReport(
  tx: Queryable,
  report: ReportRow,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { account_id: accountId } = report;
  if (accountId === null) return;
  const link = `${publicUrl}/patient/reports`;
  await notify(
    tx,
    {
      accountId,
      about: report.id,
      kind: 'report',
      occasion: '',
      covers: [],
      notAfter: new Date(now.getTime() + newsMs),
      // Reports are part of the care that the patient requested, so messages about them need no
      // consent.
      needsConsent: false,
      isUrgent: false,
      sendKind: 'report_news',
      hospital: {
        id: report.hospital_id,
        isConfirmed: report.hospital_standing === 'confirmed',
      },
      words: ({ name, language }) => {
        const said = textsOf('reportNews', language);
        const letters = textsOf('letters', language);
        const doctor = harmless(report.doctor_name);
        const hospital = harmless(report.hospital_name);
        // The patient record of the account's owner has the account's id. Messages about other
        // people, such as children, name them.
        const person = report.patient_id === accountId ? undefined : harmless(report.patient_name);
        const whose = person === undefined ? [] : [letters.forWhom(person)];
        const facts = [...whose, doctor, hospital];
        return {
          mail: {
            subject: letters.before(said.title, hospital),
            ...letterBody({
              language,
              parts: [
                { text: letters.hello(name) },
                { text: letters.titled(said.title, said.text) },
                { facts },
                { button: said.button, link },
                { text: letters.whyYou },
              ],
            }),
          },
          sms: {
            kind: 'report',
            variables: {
              doctor: doctorSms(language, person, doctor),
              hospital: hospitalSms(hospital, 'confirmed', language),
              site: publicUrl,
            },
          },
          push: { title: said.title, body: facts.join('\n') },
        };
      },
    },
    now,
  );
}
