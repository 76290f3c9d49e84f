/**
 * Writes the mail with which the operator receives a message of the contact form, in the operator's
 * language.
 */
import type { Language } from '@baari/contract/languages.ts';
import { spokenIn } from '../platform/messages/letter.ts';
import { escapeHtml } from '../platform/messages/mail.html.ts';
import type { MailMessage } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';

export interface ContactLetter {
  readonly name: string;
  readonly email: string;
  readonly hospital: string | undefined;
  readonly message: string;
}

/**
 * Makes the mail for a message of the contact form. The mail goes only to the contact mailbox, and
 * a reply to it reaches the writer of the message.
 */
export function contactMail(
  mailbox: string,
  language: Language,
  letter: ContactLetter,
): MailMessage {
  const { name, email, hospital, message } = letter;
  const said = textsOf('operatorMails', language).contact;
  const head = [
    said.name(name),
    said.email(email),
    ...(hospital === undefined ? [] : [said.hospital(hospital)]),
  ];
  return {
    kind: 'contact_form',
    to: mailbox,
    replyTo: { name, address: email },
    subject: said.subject(name),
    plain: [head.join('\n'), message, '--', said.foot].join('\n\n'),
    html: `<!doctype html>
<html ${spokenIn(language)}>
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933; max-width: 36em; margin: 0 auto; padding: 24px;">
<p>${head.map(escapeHtml).join('<br>')}</p>
<p dir="auto" style="white-space: pre-wrap;">${escapeHtml(message)}</p>
<p style="color: #52606d;">${escapeHtml(said.foot)}</p>
</body>
</html>
`,
  };
}
