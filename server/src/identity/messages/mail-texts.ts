/** The texts of identity's mails in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { letterBody, type LetterPart } from '../../platform/messages/letter.ts';
import type { MailMessage } from '../../platform/messages/mail.ts';
import { textsOf } from '../../texts/texts.ts';

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Asks the owner of an address to verify it [VERI-1]. */
export function verificationMail(
  language: Language,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { verifySubject, verifyWhy, verifyButton, verifyUntil, verifyNotYou } = textsOf(
    'identityMails',
    language,
  );
  return linkMail(language, recipient, {
    kind: 'verification',
    subject: verifySubject,
    why: [verifyWhy],
    button: verifyButton,
    link,
    after: [verifyUntil, verifyNotYou],
  });
}

/** Sends the owner of an account a link to set a new password [ROUTE-10]. */
export function passwordResetMail(
  language: Language,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { resetSubject, resetWhy, resetButton, resetUntil, resetNotYou } = textsOf(
    'identityMails',
    language,
  );
  return linkMail(language, recipient, {
    kind: 'password_reset',
    subject: resetSubject,
    why: [resetWhy],
    button: resetButton,
    link,
    after: [resetUntil, resetNotYou],
  });
}

/** Notifies the owner of an address, not the person who typed it, that an account exists. */
export function accountExistsMail(
  language: Language,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { existsSubject, existsWhy, existsButton, existsNotYou } = textsOf(
    'identityMails',
    language,
  );
  return linkMail(language, recipient, {
    kind: 'account_exists',
    subject: existsSubject,
    why: [existsWhy],
    button: existsButton,
    link,
    after: [existsNotYou],
  });
}

/** Sends a code that verifies a mailbox; it is typed on the page that requested it. */
export function codeMail(language: Language, to: string, code: string): Omit<MailMessage, 'kind'> {
  const texts = textsOf('identityMails', language);
  const { codeWhy, codeUntil, codeNotYou } = texts;
  const parts = [{ text: codeWhy }, { verbatim: code }, { text: codeUntil }, { text: codeNotYou }];
  return {
    to,
    subject: texts.codeSubject(code),
    ...letterBody({ language, parts }),
  };
}

/** Notifies the former address that the account has a new one. */
export function emailChangedMail(
  language: Language,
  recipient: Recipient,
  newEmail: string,
  contactLink: string,
): MailMessage {
  const { changedSubject, changedWhy, changedNotYou, changedButton } = textsOf(
    'identityMails',
    language,
  );
  return linkMail(language, recipient, {
    kind: 'security_notice',
    subject: changedSubject,
    why: [changedWhy, { verbatim: newEmail }, changedNotYou],
    button: changedButton,
    link: contactLink,
    after: [],
  });
}

interface LinkMail {
  readonly kind: MailMessage['kind'];
  readonly subject: string;
  readonly why: readonly (string | LetterPart)[];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
}

/** Builds a mail of a greeting, the reason, one action and further notes. */
export function linkMail(
  language: Language,
  { name, email }: Recipient,
  { kind, subject, why, button, link, after }: LinkMail,
): MailMessage {
  const { hello, openLink: below } = textsOf('letters', language);
  const parts: LetterPart[] = [
    { text: hello(shownName(name)) },
    ...why.map((said) => (typeof said === 'string' ? { text: said } : said)),
    { button, link, below },
    ...after.map((text) => ({ text })),
  ];
  return { kind, to: email, subject, ...letterBody({ language, parts }) };
}

/**
 * A name as a mail shows it. Anyone can sign up with anyone's address, so a name must not carry a message or
 * a link to a stranger.
 */
function shownName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, ' ').trim();
  if (plain.length > 60 || /[/:@]/u.test(plain)) return '';
  return plain.replaceAll(/\.(?=\S)/gu, '. ');
}
