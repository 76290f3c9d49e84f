/** What is mailed of a request to join the staff: to the administrators, and its decision to the applicant [JOINH-2]. */
import type { Queryable } from '../platform/database.ts';
import { letterBody, type LetterPart } from '../platform/letter.ts';
import { enqueueMail } from '../platform/mail.ts';
import {
  findApplicant,
  type JoinRequestRow,
  listAdministratorsToMail,
  type MailedPerson,
} from './team.store.ts';

type Decision = 'approved' | 'rejected';

const texts = {
  en: {
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    asked: {
      subject: 'Somebody asks to join your staff',
      text: 'This person asks to join the staff of your hospital on Baari. They have no access until you decide.',
      button: 'Look at the request',
    },
    approved: {
      subject: 'You were let in',
      text: 'This hospital has let you into its staff on Baari. Sign in to begin.',
      button: 'Sign in',
    },
    rejected: {
      subject: 'Your request to join was not accepted',
      text: 'This hospital has not accepted your request to join its staff on Baari. You can ask again.',
      button: 'Open my request',
    },
    reason: (reason: string) => `Their reason: ${reason}`,
  },
  hi: {
    hello: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
    asked: {
      subject: 'कोई आपके स्टाफ़ में शामिल होना चाहता है',
      text: 'यह व्यक्ति बारी पर आपके अस्पताल के स्टाफ़ में शामिल होना चाहता है। आपके फ़ैसले तक इन्हें कोई पहुँच नहीं है।',
      button: 'अनुरोध देखें',
    },
    approved: {
      subject: 'आपको स्टाफ़ में ले लिया गया है',
      text: 'इस अस्पताल ने आपको बारी पर अपने स्टाफ़ में ले लिया है। शुरू करने के लिए साइन इन करें।',
      button: 'साइन इन करें',
    },
    rejected: {
      subject: 'शामिल होने का आपका अनुरोध स्वीकार नहीं हुआ',
      text: 'इस अस्पताल ने बारी पर अपने स्टाफ़ में शामिल होने का आपका अनुरोध स्वीकार नहीं किया। आप फिर से अनुरोध कर सकते हैं।',
      button: 'मेरा अनुरोध देखें',
    },
    reason: (reason: string) => `उनका कारण: ${reason}`,
  },
} as const;

/** Tells each administrator who can be written to, in the request's transaction. */
export async function mailAdministrators(
  tx: Queryable,
  request: JoinRequestRow,
  hospital: { readonly id: string; readonly isConfirmed: boolean },
  publicUrl: string,
  now: Date,
): Promise<void> {
  const link = `${publicUrl}/hospital/dashboard?view=team`;
  for (const person of await listAdministratorsToMail(tx, request.hospital_id)) {
    const about = [request.name, request.hospital_name];
    await mail(tx, 'asked', person, { kind: 'staff_request', hospital, about, link }, now);
  }
}

/** Tells the applicant, in the decision's transaction; nobody whose email is not proved. */
export async function mailDecision(
  tx: Queryable,
  decision: Decision,
  request: JoinRequestRow,
  reason: string,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const person = await findApplicant(tx, request.user_id);
  if (person === undefined) return;
  const link = `${publicUrl}${decision === 'approved' ? '/login' : '/signup/hospital/join'}`;
  const about = [request.hospital_name];
  await mail(tx, decision, person, { kind: 'staff_decision', about, link, reason }, now);
}

async function mail(
  tx: Queryable,
  what: 'asked' | Decision,
  { email, name, language: chosen }: MailedPerson,
  given: {
    readonly kind: 'staff_request' | 'staff_decision';
    readonly hospital?: { readonly id: string; readonly isConfirmed: boolean };
    readonly about: readonly string[];
    readonly link: string;
    readonly reason?: string;
  },
  now: Date,
): Promise<void> {
  const language = chosen ?? 'en';
  const said = texts[language];
  const { kind, hospital, about, link, reason = '' } = given;
  const parts: LetterPart[] = [
    { text: said.hello(name) },
    { text: said[what].text },
    { facts: about },
    ...(reason === '' ? [] : [{ text: said.reason(reason) }]),
    { button: said[what].button, link },
  ];
  const message = {
    kind,
    to: email,
    subject: said[what].subject,
    ...letterBody({ language, parts }),
  };
  await enqueueMail(tx, hospital === undefined ? message : { ...message, hospital }, now);
}
