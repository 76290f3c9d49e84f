/** What the operator decided of a hospital, to each of its administrators [SEC-20]. */
import { letterBody, type LetterPart } from '../platform/letter.ts';
import type { MailMessage } from '../platform/mail.ts';
import type { Administrator, OperatorAct } from './operator.store.ts';

const texts = {
  en: {
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    subject: {
      confirm: 'Your hospital is confirmed on Baari',
      allow: 'Your hospital is shown on Baari',
      close: 'Your hospital was closed on Baari',
      reopen: 'Your hospital is open on Baari again',
    },
    text: {
      confirm:
        'The people who run this installation of Baari have looked at your hospital and confirmed it. Patients see that, and it stands among the confirmed ones in the list.',
      allow:
        'The people who run this installation of Baari have looked at your hospital. Patients can find it; they are told that it is not confirmed.',
      close:
        'The people who run this installation of Baari have closed your hospital here. Patients do not find it, and nobody can join its queues or book there.',
      reopen:
        'The people who run this installation of Baari have opened your hospital here again. What your dashboard says of it holds.',
    },
    reason: (reason: string) => `Their reason: ${reason}`,
    name: 'Its name there:',
    ask: 'Write to them if this is a mistake, or if it does not concern you.',
    button: 'Write to them',
  },
  hi: {
    hello: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
    subject: {
      confirm: 'बारी पर आपके अस्पताल की पुष्टि हो गई',
      allow: 'आपका अस्पताल बारी पर दिखाया जा रहा है',
      close: 'बारी पर आपका अस्पताल बंद कर दिया गया',
      reopen: 'बारी पर आपका अस्पताल फिर से खुल गया',
    },
    text: {
      confirm:
        'बारी को यहाँ चलाने वालों ने आपके अस्पताल को देखकर उसकी पुष्टि कर दी है। मरीज़ों को यह दिखता है, और सूची में यह पुष्टि किए गए अस्पतालों के साथ है।',
      allow:
        'बारी को यहाँ चलाने वालों ने आपका अस्पताल देख लिया है। मरीज़ उसे खोज सकते हैं; उन्हें बताया जाता है कि पुष्टि नहीं हुई है।',
      close:
        'बारी को यहाँ चलाने वालों ने आपका अस्पताल यहाँ बंद कर दिया है। मरीज़ों को वह नहीं मिलता, और कोई वहाँ कतार में नहीं लग सकता, न अपॉइंटमेंट ले सकता है।',
      reopen:
        'बारी को यहाँ चलाने वालों ने आपका अस्पताल यहाँ फिर से खोल दिया है। उसकी स्थिति आपके डैशबोर्ड पर लिखी है।',
    },
    reason: (reason: string) => `उनका कारण: ${reason}`,
    name: 'वहाँ उसका नाम:',
    ask: 'यह ग़लती हो, या आपसे इसका संबंध न हो, तो उन्हें लिखें।',
    button: 'उन्हें लिखें',
  },
} as const;

export function standingMail(
  act: OperatorAct,
  hospital: { readonly name: string; readonly reason: string },
  { email, name, language: chosen }: Administrator,
  publicUrl: string,
): MailMessage {
  const language = chosen ?? 'en';
  const said = texts[language];
  const parts: LetterPart[] = [
    { text: said.hello(name) },
    { text: said.text[act] },
    { text: said.name },
    { facts: [hospital.name] },
    ...(hospital.reason === '' ? [] : [{ text: said.reason(hospital.reason) }]),
    { text: said.ask },
    { button: said.button, link: `${publicUrl}/contact` },
  ];
  return {
    kind: 'hospital_standing',
    to: email,
    subject: said.subject[act],
    ...letterBody({ language, parts }),
  };
}
