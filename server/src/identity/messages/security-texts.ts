/** What owners are told of changes to their accounts, in each language. */
import { listed } from '@baari/contract/text/commas.ts';
import type { SecurityEventKind } from '@baari/contract/account/identity.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { MailMessage } from '../../platform/messages/mail.ts';
import { textsOf } from '../../texts/texts.ts';
import { linkMail, type Recipient } from './mail-texts.ts';

/** What is not told is still kept for the owner to read. */
const untold = ['signed_in', 'sign_in_failed', 'sessions_ended', 'email_changed'] as const;
type Told = Exclude<SecurityEventKind, (typeof untold)[number]>;

/** The address of before is told of another one by a mail of its own. */
export function isTold(kind: SecurityEventKind): kind is Told {
  return !untold.some((one) => one === kind);
}

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
  language: Language,
  recipient: Recipient,
  { kind, at, browser, system, network, timeZone }: ToldEvent,
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

export function securitySms(language: Language, kind: Told): string {
  const t = textsOf('securityNews', language);
  return t.sms(t.what[kind]);
}
