/**
 * The closed list of text messages that Baari sends [MSG-1]. Each kind is a fixed text with named
 * variables, because operators of some countries deliver only texts that were registered before.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import type { ServerTexts } from '../../../texts/areas.gen.ts';
import { textsOf } from '../../../texts/texts.ts';

/** The most characters of each variable. Longer values are cut. */
export const longestValues = {
  code: 6,
  /** A doctor's name, preceded by the patient's name if the account has several people. */
  doctor: 30,
  /** A hospital's name. For an unconfirmed hospital, "unconfirmed" follows the name. */
  hospital: 90,
  room: 30,
  /** The place, the expected call, the token, or what is unusual in the line. */
  standing: 150,
  when: 30,
  before: 30,
  until: 30,
  date: 30,
  /** A path, which may hold a secret. */
  page: 90,
  /** PUBLIC_URL. It is part of the registered text, because it never varies. */
  site: 2000,
} as const;
export type SmsVariable = keyof typeof longestValues;

const place = ['doctor', 'hospital'] as const;
const inLine = ['doctor', 'hospital', 'standing'] as const;
const booking = ['doctor', 'hospital', 'when'] as const;

/** The variables of each kind, in the order of `texts/notes/sms.json`. */
export const smsKinds = {
  code: ['code'],
  new_device: [],
  password_changed: [],
  sign_in_changed: [],
  approved: inLine,
  /** Kinds that end in _link go to people with an account, who can open the page. */
  approved_link: [...inLine, 'site'],
  moved: inLine,
  moved_to_line: inLine,
  delayed: inLine,
  leave_now: inLine,
  leave_now_link: [...inLine, 'site'],
  next: inLine,
  called: inLine,
  called_to_room: [...inLine, 'room'],
  held: inLine,
  restored: inLine,
  rejected: place,
  removed: place,
  day_ended: place,
  doctor_left: place,
  no_show: place,
  reopened: place,
  appointment_booked: [...booking, 'site'],
  appointment_booked_by_staff: booking,
  appointment_moved: [...booking, 'before'],
  appointment_moved_by_staff: [...booking, 'before'],
  appointment_reminder: [...booking, 'site', 'page'],
  appointment_reminder_early: [...booking, 'site', 'page'],
  appointment_reminder_today: [...booking, 'site', 'page'],
  appointment_cancelled: [...booking, 'site'],
  appointment_cancelled_by_staff: booking,
  earlier_offered: ['doctor', 'hospital', 'when', 'until', 'site', 'page'],
  offer_over: booking,
  report: ['doctor', 'hospital', 'site'],
  follow_up: ['date', 'doctor', 'hospital', 'site'],
  /** Kinds that begin with answer_ reply to a message that a person sent. */
  answer_on_my_way: place,
  answer_confirmed: booking,
  answer_late: place,
  answer_left: place,
  answer_cancelled: booking,
  answer_delays_used: place,
  answer_called: place,
  answer_ask_reception: place,
  answer_move_booking: booking,
  answer_nothing_open: [],
  answer_help: [],
  answer_stopped: [],
  answer_started: [],
} as const satisfies Record<keyof ServerTexts['sms'], readonly SmsVariable[]>;

export type SmsKind = keyof typeof smsKinds;
export const smsKindNames = Object.keys(smsKinds) as [SmsKind, ...SmsKind[]];

type VariablesOf<Kind extends SmsKind> = Readonly<Record<(typeof smsKinds)[Kind][number], string>>;

/** A kind of text message with the values of its variables. */
export type SmsContent = {
  [Kind in SmsKind]: { readonly kind: Kind; readonly variables: VariablesOf<Kind> };
}[SmsKind];

/** The content as a job keeps it. */
export const smsTemplate = z.object({
  kind: z.enum(smsKindNames),
  variables: z.record(z.string(), z.string()),
  language: z.enum(languages),
});
export type SmsTemplate = Readonly<z.infer<typeof smsTemplate>>;

/** A long but usual value of each variable. Segments are counted with these values. */
const usual = {
  code: '042137',
  doctor: 'Dr. Lakshminarayan Subramanian',
  hospital: 'Sanjeevani Memorial Hospital 2',
  room: 'Consulting Room 14',
  standing: 'Place 12 in the line',
  when: 'Wed, 30 Sept, 10:30 am',
  before: 'Wed, 30 Sept, 10:30 am',
  until: '10:30 am IST',
  date: 'Wednesday, 30 September',
  page: `/earlier#${'k'.repeat(43)}`,
  site: 'https://baari.example.org',
} as const satisfies Record<SmsVariable, string>;

export function usualValueOf(name: SmsVariable): string {
  return usual[name];
}

/** The text of a message. A variable without a value becomes a dash. */
export function smsText({ kind, language, variables }: SmsTemplate): string {
  return textWith(kind, language, (name) => cut(variables[name] ?? '', longestValues[name]) || '-');
}

/** The text of a kind in a language, with the given text in the place of each variable. */
export function textWith(
  kind: SmsKind,
  language: Language,
  valueOf: (name: SmsVariable) => string,
): string {
  const said: string | ((...values: string[]) => string) = textsOf('sms', language)[kind];
  return plainSms(typeof said === 'string' ? said : said(...smsKinds[kind].map(valueOf)));
}

/** Shortens a value to at most this many characters. */
export function cut(value: string, longest: number): string {
  const letters = Array.from(value.trim());
  if (letters.length <= longest) return letters.join('');
  return `${letters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}.`;
}

/** Characters that would make a text of Latin letters cost double, and their like in GSM-7. */
const alike: Readonly<Record<string, string>> = {
  '\u00A0': ' ',
  '\u202F': ' ',
  '\u2009': ' ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  á: 'a',
  í: 'i',
  ó: 'o',
  ú: 'u',
  Á: 'A',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
};

/**
 * Without invisible marks, which simple phones draw as boxes and which break a link in two, and
 * with plain punctuation.
 */
function plainSms(text: string): string {
  return text
    .replaceAll(/[\u2060\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .replaceAll(/[\u00A0\u202F\u2009‘’“”–—…áíóúÁÍÓÚ]/gu, (sign) => alike[sign] ?? sign);
}
