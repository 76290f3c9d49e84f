/** What owners are told of changes to their accounts, in each language. */
import type { SecurityEventKind } from '@baari/contract/identity.ts';
import type { MailMessage } from '../platform/mail.ts';
import { linkMail, type MailLanguage, type Recipient } from './mail-texts.ts';

/** What is not told is still kept for the owner to read. */
const untold = ['signed_in', 'sign_in_failed', 'sessions_ended', 'email_changed'] as const;
type Told = Exclude<SecurityEventKind, (typeof untold)[number]>;

/** The address of before is told of another one by a mail of its own. */
export function isTold(kind: SecurityEventKind): kind is Told {
  return !untold.some((one) => one === kind);
}

const en = {
  what: {
    signed_in_on_new_device: 'Your Baari account was signed in to on a new device',
    password_set: 'The password of your Baari account was changed',
    password_reset: 'The password of your Baari account was set anew',
    all_ways_in_removed: 'All passkeys and linked sign-ins were removed from your Baari account',
    passkey_added: 'A passkey was added to your Baari account',
    passkey_removed: 'A passkey was removed from your Baari account',
    two_factor_on: 'Two-factor sign-in was turned on for your Baari account',
    two_factor_off: 'Two-factor sign-in was turned off for your Baari account',
    recovery_codes_renewed: 'Your Baari account has new recovery codes',
    phone_changed: 'The phone number of your Baari account was changed',
    phone_removed: 'The phone number was removed from your Baari account',
    google_linked: 'Your Baari account can be signed in to with Google now',
    google_removed: 'Your Baari account can no longer be signed in to with Google',
    hospital_sign_in_linked: 'Your hospital’s own sign-in opens your Baari account now',
    hospital_sign_in_removed: 'Your hospital’s own sign-in no longer opens your Baari account',
  } satisfies Record<Told, string>,
  sentence: (text: string) => `${text}.`,
  when: (text: string) => `When: ${text}`,
  browser: (text: string) => `Browser: ${text}`,
  network: (text: string) => `Network: ${text}`,
  unknown: 'unknown',
  wasYou: 'If it was you, you need not do anything.',
  wasNotYou:
    'If it was not you, set a new password now: it signs every device out, and lets you remove everything else that opens your account.',
  button: 'Set a new password',
  sms: (what: string) => `${what}. Not you? Set a new password now.`,
};

type Texts = {
  readonly [Key in keyof typeof en]: (typeof en)[Key];
};

const hi = {
  what: {
    signed_in_on_new_device: 'आपके बारी खाते में एक नए उपकरण से साइन इन हुआ',
    password_set: 'आपके बारी खाते का पासवर्ड बदला गया',
    password_reset: 'आपके बारी खाते का पासवर्ड नए सिरे से रखा गया',
    all_ways_in_removed: 'आपके बारी खाते से सभी पासकी और जुड़े हुए साइन इन हटा दिए गए',
    passkey_added: 'आपके बारी खाते में एक पासकी जोड़ी गई',
    passkey_removed: 'आपके बारी खाते से एक पासकी हटाई गई',
    two_factor_on: 'आपके बारी खाते में दो चरणों वाला साइन इन चालू किया गया',
    two_factor_off: 'आपके बारी खाते में दो चरणों वाला साइन इन बंद किया गया',
    recovery_codes_renewed: 'आपके बारी खाते के रिकवरी कोड नए हो गए',
    phone_changed: 'आपके बारी खाते का फ़ोन नंबर बदला गया',
    phone_removed: 'आपके बारी खाते से फ़ोन नंबर हटाया गया',
    google_linked: 'आपके बारी खाते में अब Google से साइन इन हो सकता है',
    google_removed: 'आपके बारी खाते में अब Google से साइन इन नहीं हो सकता',
    hospital_sign_in_linked: 'आपके अस्पताल का साइन इन अब आपका बारी खाता खोलता है',
    hospital_sign_in_removed: 'आपके अस्पताल का साइन इन अब आपका बारी खाता नहीं खोलता',
  },
  sentence: (text: string) => `${text}।`,
  when: (text: string) => `कब: ${text}`,
  browser: (text: string) => `ब्राउज़र: ${text}`,
  network: (text: string) => `नेटवर्क: ${text}`,
  unknown: 'पता नहीं',
  wasYou: 'अगर यह आपने किया है, तो कुछ करने की ज़रूरत नहीं।',
  wasNotYou:
    'अगर यह आपने नहीं किया, तो अभी नया पासवर्ड रखें: इससे हर उपकरण साइन आउट हो जाता है, और आपका खाता खोलने वाली बाकी सब चीज़ें आप हटा सकते हैं।',
  button: 'नया पासवर्ड रखें',
  sms: (what: string) => `${what}। आपने नहीं किया? अभी नया पासवर्ड रखें।`,
} satisfies Texts;

const texts: Readonly<Record<MailLanguage, Texts>> = { en, hi };

/** All that is told of a change: what, when, and roughly from where. */
export interface ToldEvent {
  readonly kind: Told;
  readonly at: Date;
  readonly browser: string | null;
  readonly system: string | null;
  /** A network without its last part, made of numbers alone. */
  readonly network: string | null;
  /** Of the hospital one works at; where this product is at home for everyone else. */
  readonly timeZone: string | null;
}

const homeZone = 'Asia/Kolkata';

export function securityMail(
  language: MailLanguage,
  recipient: Recipient,
  { kind, at, browser, system, network, timeZone }: ToldEvent,
  publicUrl: string,
): MailMessage {
  const t = texts[language];
  const when = new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: timeZone ?? homeZone,
  }).format(at);
  const device = [browser, system].filter((part) => part !== null).join(', ');
  return linkMail(language, recipient, {
    kind: 'security_notice',
    subject: t.what[kind],
    why: [
      t.sentence(t.what[kind]),
      t.when(when),
      t.browser(device === '' ? t.unknown : device),
      { own: t.network(network ?? t.unknown) },
      t.wasYou,
      t.wasNotYou,
    ],
    button: t.button,
    link: `${publicUrl}/forgot-password`,
    after: [],
  });
}

export function securitySms(language: MailLanguage, kind: Told): string {
  const t = texts[language];
  return t.sms(t.what[kind]);
}
