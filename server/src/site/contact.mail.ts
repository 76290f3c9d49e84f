/** The mail that brings a message of the contact form to the operator, in the operator's language. */
import { escapeHtml } from '../platform/mail.html.ts';
import type { MailMessage } from '../platform/mail.ts';

export interface ContactLetter {
  readonly name: string;
  readonly email: string;
  readonly hospital: string | undefined;
  readonly message: string;
}

/** Goes to the contact mailbox and nowhere else; an answer to it goes to the writer. */
export function contactMail(mailbox: string, letter: ContactLetter): MailMessage {
  const { name, email, hospital, message } = letter;
  const head = [
    `Name: ${name}`,
    `Email: ${email} (as typed, not verified)`,
    ...(hospital === undefined ? [] : [`Hospital: ${hospital}`]),
  ];
  const foot = 'Sent with the contact form of Baari. Answer this mail to answer the writer.';
  return {
    kind: 'contact_form',
    to: mailbox,
    replyTo: { name, address: email },
    subject: `Contact form: ${name}`,
    plain: [head.join('\n'), message, '--', foot].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933; max-width: 36em; margin: 0 auto; padding: 24px;">
<p>${head.map(escapeHtml).join('<br>')}</p>
<p style="white-space: pre-wrap;">${escapeHtml(message)}</p>
<p style="color: #52606d;">${escapeHtml(foot)}</p>
</body>
</html>
`,
  };
}
