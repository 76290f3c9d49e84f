/** Notifies a hospital's administrators of the operator's decision [SEC-20]. */
import { letterBody, type LetterPart } from '../platform/messages/letter.ts';
import type { MailMessage } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';
import type { Administrator, OperatorAct } from './operator.store.ts';

export function verificationMail(
  act: OperatorAct,
  hospital: { readonly name: string; readonly reason: string },
  { email, name, language }: Administrator,
  publicUrl: string,
): MailMessage {
  const mails = textsOf('staffMails', language);
  const said = mails.standing;
  const parts: LetterPart[] = [
    { text: textsOf('letters', language).hello(name) },
    { text: said.text[act] },
    { text: said.name },
    { facts: [hospital.name] },
    ...(hospital.reason === '' ? [] : [{ text: mails.reason(hospital.reason) }]),
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
