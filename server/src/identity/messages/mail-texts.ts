/** The texts of the mails about accounts and sign-in, in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { letterBody, type LetterPart } from '../../platform/messages/letter.ts';
import type { MailMessage } from '../../platform/messages/mail.ts';
import { textsOf } from '../../texts/texts.ts';

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Builds the mail that asks the owner of an email address to verify it [VERI-1]. */
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

/** Builds the mail with a link for the account's owner to set a new password [ROUTE-10]. */
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

/**
 * Builds the mail that tells the owner of an email address that an account exists. The person who
 * typed the address at sign-up does not learn this.
 */
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

/**
 * Builds the mail with a code that verifies a mailbox. The code is typed on the page that requested
 * it.
 */
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

/** Builds the mail that notifies the former email address that the account has a new one. */
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

/** Builds a mail with a greeting, the reason for the mail, one link and further notes. */
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
 * A person's name as shown in a mail. Anyone can sign up with another person's address, so a name
 * must not carry a message or a link to a stranger.
 */
function shownName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, ' ').trim();
  if (plain.length > 60 || /[/:@]/u.test(plain)) return '';
  return plain.replaceAll(/\.(?=\S)/gu, '. ');
}
