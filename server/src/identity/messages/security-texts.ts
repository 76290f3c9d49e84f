/** Texts that notify owners of changes to their accounts, in each language. */
import { listed } from '@baari/contract/text/commas.ts';
import type { SecurityEventKind } from '@baari/contract/account/identity.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { MailMessage } from '../../platform/messages/mail.ts';
import type { SmsContent } from '../../platform/messages/sms/sms-kinds.ts';
import { textsOf } from '../../texts/texts.ts';
import { linkMail, type Recipient } from './mail-texts.ts';

/**
 * Events that the owner can see in a list of security events, but is not notified of by a message.
 */
const notNotified = ['signed_in', 'sign_in_failed', 'sessions_ended', 'email_changed'] as const;
type Notified = Exclude<SecurityEventKind, (typeof notNotified)[number]>;

/**
 * Whether the account's owner is notified of this security event. For a changed email address
 * another mail is sent, to the former address.
 */
export function isNotified(kind: SecurityEventKind): kind is Notified {
  return !notNotified.some((one) => one === kind);
}

/**
 * The facts that the message about a change of the account contains: what changed, when, and
 * roughly from where.
 */
export interface NotifiedEvent {
  readonly kind: Notified;
  readonly at: Date;
  readonly browser: string | null;
  readonly system: string | null;
  /** The network address without its last part. It contains only digits and punctuation. */
  readonly network: string | null;
  /**
   * The time zone of the hospital at which the person works; null for everyone else, who get
   * Baari's default time zone.
   */
  readonly timeZone: string | null;
}

const homeZone = 'Asia/Kolkata';

export function securityMail(
  language: Language,
  recipient: Recipient,
  { kind, at, browser, system, network, timeZone }: NotifiedEvent,
  publicUrl: string,
): MailMessage {
  const t = textsOf('securityNews', language);
  const when = new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: timeZone ?? homeZone,
  }).format(at);
  const device = listed(
    [browser, system].filter((part) => part !== null),
    aboutLanguages[language],
  );
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

const smsKindsOfEvents = new Map<Notified, 'new_device' | 'password_changed'>([
  ['signed_in_on_new_device', 'new_device'],
  ['password_set', 'password_changed'],
  ['password_reset', 'password_changed'],
]);

/** The text message about an event. It is short; the list of security events names the event. */
export function securitySms(kind: Notified): SmsContent {
  return { kind: smsKindsOfEvents.get(kind) ?? 'sign_in_changed', variables: {} };
}
