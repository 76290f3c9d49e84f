/**
 * Mails about a request to join the staff: to the administrators, and the decision to the applicant
 * [JOINH-2].
 */
import type { Queryable } from '../platform/database/database.ts';
import { letterBody, type LetterPart } from '../platform/messages/letter.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';
import {
  findApplicant,
  type JoinRequestRow,
  listAdministratorsToMail,
  type MailedPerson,
} from './team.store.ts';

type Decision = 'approved' | 'rejected';

/**
 * Notifies each administrator with a verified email, in the transaction that stores the join
 * request.
 */
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

/**
 * Notifies the applicant in the transaction of the decision. Sends nothing if the email is not
 * verified.
 */
export async function mailDecision(
  tx: Queryable,
  request: JoinRequestRow,
  { decision, reason = '' }: { readonly decision: Decision; readonly reason?: string },
  publicUrl: string,
  now: Date,
): Promise<void> {
  const person = await findApplicant(tx, request.user_id, request.hospital_id);
  if (person === undefined) return;
  const link = `${publicUrl}${decision === 'approved' ? '/login' : '/signup/hospital/join'}`;
  const about = [request.hospital_name];
  await mail(tx, decision, person, { kind: 'staff_decision', about, link, reason }, now);
}

async function mail(
  tx: Queryable,
  what: 'asked' | Decision,
  { email, name, language }: MailedPerson,
  given: {
    readonly kind: 'staff_request' | 'staff_decision';
    readonly hospital?: { readonly id: string; readonly isConfirmed: boolean };
    readonly about: readonly string[];
    readonly link: string;
    readonly reason?: string;
  },
  now: Date,
): Promise<void> {
  const said = textsOf('staffMails', language);
  const { kind, hospital, about, link, reason = '' } = given;
  const parts: LetterPart[] = [
    { text: textsOf('letters', language).hello(name) },
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
