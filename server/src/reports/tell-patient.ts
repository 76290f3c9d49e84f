/** Tells the patient that there is a new report, over the channels they chose; never what it says [RPT-1]. */
import type { Preferences } from '@baari/contract/profile.ts';
import { tell } from '../notifications/tell.ts';
import type { Queryable } from '../platform/database.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/letter.ts';
import type { ReportRow } from './reports.store.ts';

/** Later than this it is no news. */
const newsMs = 3 * 86_400_000;

const texts = {
  en: {
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    title: 'There is a new report for you',
    forWhom: (name: string) => `For ${name}`,
    text: 'Sign in to read it. What it says stands in no message.',
    button: 'Open my reports',
    whyYou: 'You choose how Baari tells you under My Profile.',
  },
  hi: {
    hello: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
    title: 'आपके लिए एक नई रिपोर्ट है',
    forWhom: (name: string) => `${name} के लिए`,
    text: 'पढ़ने के लिए साइन इन करें। रिपोर्ट में क्या है, यह किसी संदेश में नहीं लिखा जाता।',
    button: 'मेरी रिपोर्टें देखें',
    whyYou: 'बारी आपको कैसे बताए, यह आप “मेरा परिचय” में चुनते हैं।',
  },
} as const satisfies Record<Preferences['language'], object>;

/** Once for each report; nobody where the patient has no account. */
export async function tellOfReport(
  tx: Queryable,
  report: ReportRow,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { account_id: accountId } = report;
  if (accountId === null) return;
  const link = `${publicUrl}/patient/reports`;
  await tell(
    tx,
    {
      accountId,
      about: report.id,
      kind: 'report',
      occasion: '',
      covers: [],
      notAfter: new Date(now.getTime() + newsMs),
      // What was found is part of the care that was asked for.
      needsConsent: false,
      isUrgent: false,
      sendKind: 'report_news',
      hospital: {
        id: report.hospital_id,
        isConfirmed: report.hospital_standing === 'confirmed',
      },
      words: ({ name, language }) => {
        const said = texts[language];
        const doctor = harmless(report.doctor_name);
        const hospital = harmless(report.hospital_name);
        // An account's own person has its id; others, such as children, are named.
        const whose =
          report.patient_id === accountId ? [] : [said.forWhom(harmless(report.patient_name))];
        const facts = [...whose, doctor, hospital];
        return {
          mail: {
            subject: `${said.title}: ${hospital}`,
            ...letterBody({
              language,
              parts: [
                { text: said.hello(name) },
                { text: `${said.title}. ${said.text}` },
                { facts },
                { button: said.button, link },
                { text: said.whyYou },
              ],
            }),
          },
          sms: `${said.title}. ${facts.join(', ')}. ${link}`,
          push: { title: said.title, body: facts.join('\n') },
        };
      },
    },
    now,
  );
}
