/** The words of identity's mails, in each language. */
import type { Language } from '@baari/contract/languages.ts';
import { letterBody, type LetterPart } from '../platform/letter.ts';
import type { MailMessage } from '../platform/mail.ts';

export type MailLanguage = Language;

const en = {
  greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  verifySubject: 'Confirm your email address for Baari',
  verifyWhy: 'Please confirm that this email address is yours, so that Baari can reach you.',
  verifyButton: 'Confirm my email address',
  verifyLinkBelow: 'Or open this link:',
  verifyUntil: 'The link works for 24 hours.',
  verifyNotYou: 'You did not sign up? Then do not open the link, and nothing will happen.',
  resetSubject: 'Set a new password for Baari',
  resetWhy: 'You asked to set a new password for your Baari account. This link leads you there.',
  resetButton: 'Set a new password',
  resetUntil: 'The link works once, within the next hour. Then every device is signed out.',
  resetNotYou: 'It was not you? Then do not open the link: your password stays as it is.',
  existsSubject: 'You already have a Baari account',
  existsWhy:
    'Someone, probably you, tried to sign up with this email address. You already have an account: sign in with it.',
  existsButton: 'Sign in',
  existsNotYou: 'It was not you? Then you need not do anything.',
  codeSubject: (code: string) => `${code} is your Baari code`,
  codeWhy: 'Enter this code on the page of Baari to confirm that this email address is yours:',
  codeUntil: 'It works for 10 minutes. Do not give it to anyone.',
  codeNotYou: 'You did not ask for it? Then you need not do anything.',
  changedSubject: 'The email address of your Baari account was changed',
  changedWhy: 'Your Baari account has another email address now. You sign in with that one:',
  changedNotYou:
    'It was not you? Then write to us at once by the contact page: somebody has your account.',
  changedButton: 'Write to us',
};

type MailTexts = { readonly [Key in keyof typeof en]: (typeof en)[Key] };

const hi = {
  greeting: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  verifySubject: 'बारी के लिए अपना ईमेल पता पक्का करें',
  verifyWhy: 'कृपया पुष्टि करें कि यह ईमेल पता आपका है, ताकि बारी आप तक पहुँच सके।',
  verifyButton: 'मेरा ईमेल पता पक्का करें',
  verifyLinkBelow: 'या यह लिंक खोलें:',
  verifyUntil: 'यह लिंक 24 घंटे तक काम करता है।',
  verifyNotYou: 'आपने खाता नहीं बनाया? तो लिंक न खोलें, कुछ नहीं होगा।',
  resetSubject: 'बारी के लिए नया पासवर्ड चुनें',
  resetWhy: 'आपने अपने बारी खाते का पासवर्ड बदलने के लिए कहा। यह लिंक आपको वहाँ ले जाएगा।',
  resetButton: 'नया पासवर्ड चुनें',
  resetUntil: 'यह लिंक अगले एक घंटे में एक बार काम करता है। उसके बाद हर उपकरण साइन आउट हो जाएगा।',
  resetNotYou: 'यह आपने नहीं किया? तो लिंक न खोलें: आपका पासवर्ड वही रहेगा।',
  existsSubject: 'बारी पर आपका खाता पहले से है',
  existsWhy:
    'किसी ने, शायद आपने ही, इस ईमेल पते से नया खाता बनाने की कोशिश की। आपका खाता पहले से है: उसी से साइन इन करें।',
  existsButton: 'साइन इन करें',
  existsNotYou: 'यह आप नहीं थे? तो आपको कुछ करने की ज़रूरत नहीं।',
  codeSubject: (code: string) => `${code} आपका बारी कोड है`,
  codeWhy: 'यह ईमेल पता आपका है, इसकी पुष्टि के लिए बारी के पेज पर यह कोड लिखें:',
  codeUntil: 'यह 10 मिनट तक चलेगा। किसी को न बताएँ।',
  codeNotYou: 'आपने कोड नहीं माँगा? तो आपको कुछ करने की ज़रूरत नहीं।',
  changedSubject: 'आपके बारी खाते का ईमेल पता बदल गया है',
  changedWhy: 'आपके बारी खाते का ईमेल पता बदल गया है। अब आप इस पते से साइन इन करेंगे:',
  changedNotYou: 'यह आपने नहीं किया? तो संपर्क पेज से हमें तुरंत लिखें: आपका खाता किसी और के पास है।',
  changedButton: 'हमें लिखें',
} satisfies MailTexts;

const catalogues: Readonly<Record<MailLanguage, MailTexts>> = { en, hi };

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Asks the owner of an address to confirm it [VERI-1]. */
export function verificationMail(
  language: MailLanguage,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { verifySubject, verifyWhy, verifyButton, verifyUntil, verifyNotYou } =
    catalogues[language];
  return linkMail(language, recipient, {
    kind: 'verification',
    subject: verifySubject,
    why: [verifyWhy],
    button: verifyButton,
    link,
    after: [verifyUntil, verifyNotYou],
  });
}

/** Leads the owner of an account to a new password [ROUTE-10]. */
export function passwordResetMail(
  language: MailLanguage,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { resetSubject, resetWhy, resetButton, resetUntil, resetNotYou } = catalogues[language];
  return linkMail(language, recipient, {
    kind: 'password_reset',
    subject: resetSubject,
    why: [resetWhy],
    button: resetButton,
    link,
    after: [resetUntil, resetNotYou],
  });
}

/** Tells the owner of an address, instead of whoever typed it, that it is already in use. */
export function accountExistsMail(
  language: MailLanguage,
  recipient: Recipient,
  link: string,
): MailMessage {
  const { existsSubject, existsWhy, existsButton, existsNotYou } = catalogues[language];
  return linkMail(language, recipient, {
    kind: 'account_exists',
    subject: existsSubject,
    why: [existsWhy],
    button: existsButton,
    link,
    after: [existsNotYou],
  });
}

/** Proves that a mailbox is its owner's; the code is typed on the page that asked for it. */
export function codeMail(language: MailLanguage, to: string, code: string): MailMessage {
  const texts = catalogues[language];
  const { codeWhy, codeUntil, codeNotYou } = texts;
  const parts = [{ text: codeWhy }, { verbatim: code }, { text: codeUntil }, { text: codeNotYou }];
  return {
    kind: 'contact_code',
    to,
    subject: texts.codeSubject(code),
    ...letterBody({ language, parts }),
  };
}

/** Tells the address of before that an account has another one now. */
export function emailChangedMail(
  language: MailLanguage,
  recipient: Recipient,
  newEmail: string,
  contactLink: string,
): MailMessage {
  const { changedSubject, changedWhy, changedNotYou, changedButton } = catalogues[language];
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

/** A greeting, why this mail comes, one thing to do, and what else to know. */
export function linkMail(
  language: MailLanguage,
  { name, email }: Recipient,
  { kind, subject, why, button, link, after }: LinkMail,
): MailMessage {
  const { greeting, verifyLinkBelow: below } = catalogues[language];
  const parts: LetterPart[] = [
    { text: greeting(shownName(name)) },
    ...why.map((said) => (typeof said === 'string' ? { text: said } : said)),
    { button, link, below },
    ...after.map((text) => ({ text })),
  ];
  return { kind, to: email, subject, ...letterBody({ language, parts }) };
}

/**
 * A name as a mail shows it. Anyone can sign up with anyone's address, so the name must not be able
 * to carry a message or a link to a stranger.
 */
function shownName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, ' ').trim();
  if (plain.length > 60 || /[/:@]/u.test(plain)) return '';
  return plain.replaceAll(/\.(?=\S)/gu, '. ');
}
