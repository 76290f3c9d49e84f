/**
 * Messages on WhatsApp as Meta approves them: the words of a text message with numbered variables, a
 * last line on how to end them, and buttons to answer [MSG-9].
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import { textsOf } from '../../../texts/texts.ts';
import {
  cut,
  longestValues,
  type SmsKind,
  smsKinds,
  smsKindNames,
  type SmsTemplate,
  textWith,
  usualValueOf,
} from '../sms/sms-kinds.ts';

/** Kinds about an account: they hold codes and warnings, and go by text message only. */
const accountKinds = ['code', 'new_device', 'password_changed', 'sign_in_changed'] as const;
type AccountKind = (typeof accountKinds)[number];
/** Replies to a person's own message are free words. */
type ReplyKind = Extract<SmsKind, `answer_${string}`>;
export type WhatsappKind = Exclude<SmsKind, AccountKind | ReplyKind>;

function isWhatsappKind(kind: SmsKind): kind is WhatsappKind {
  return !kind.startsWith('answer_') && !accountKinds.some((each) => each === kind);
}
export const whatsappKinds = smsKindNames.filter(isWhatsappKind);

/** What a person can answer by a button. */
export const whatsappButtons = ['on_my_way', 'running_late', 'cannot_come'] as const;
export type WhatsappButton = (typeof whatsappButtons)[number];

const waitingKinds: ReadonlySet<WhatsappKind> = new Set([
  'approved',
  'approved_link',
  'moved',
  'moved_to_line',
  'delayed',
  'leave_now',
  'leave_now_link',
  'next',
  'restored',
]);
const calledKinds: ReadonlySet<WhatsappKind> = new Set([
  'called',
  'called_to_room',
  'held',
  'appointment_reminder',
  'appointment_reminder_early',
  'appointment_reminder_today',
]);

/** The buttons of a kind. After the call, and days before a visit, nobody can be late. */
export function buttonsOf(kind: WhatsappKind): readonly WhatsappButton[] {
  if (waitingKinds.has(kind)) return whatsappButtons;
  return calledKinds.has(kind) ? ['on_my_way', 'cannot_come'] : [];
}

/** The words of a kind as Meta approves them. The site's address is part of the words. */
export function whatsappWording(kind: WhatsappKind, language: Language, site: string): string {
  const names: readonly string[] = smsKinds[kind];
  const words = textWith(kind, language, (name) =>
    name === 'site' ? site : `{{${placeOf(names, name)}}}`,
  );
  const { product } = textsOf('common', language);
  // Meta refuses words that begin or end with a variable.
  return `${product}: ${words}\n${textsOf('whatsapp', language).end}`;
}

/** The number of a variable among those of a kind, from 1; the site has none. */
function placeOf(names: readonly string[], name: string): number {
  return names.filter((each) => each !== 'site').indexOf(name) + 1;
}

/** The values of a message's variables by their numbers. */
export function whatsappValues({ kind, variables }: SmsTemplate): Record<string, string> {
  const names = smsKinds[kind].filter((name) => name !== 'site');
  return Object.fromEntries(
    names.map((name, index) => {
      // Meta refuses values with line breaks or several spaces in a row, and empty ones.
      const value = (variables[name] ?? '').replaceAll(/\s+/gu, ' ');
      return [String(index + 1), cut(value, longestValues[name]) || '-'];
    }),
  );
}

/** A message as Twilio's Content API takes it, with usual values as samples for the approval. */
export function whatsappContent(kind: WhatsappKind, language: Language, site: string): object {
  const body = whatsappWording(kind, language, site);
  const buttons = buttonsOf(kind);
  const titles = textsOf('whatsapp', language).buttons;
  const actions = buttons.map((button) => ({ title: titles[button], id: button }));
  const names = smsKinds[kind].filter((name) => name !== 'site');
  return {
    friendly_name: `baari_${kind}_${language}`,
    language,
    variables: Object.fromEntries(
      names.map((name, index) => [String(index + 1), usualValueOf(name)]),
    ),
    types:
      buttons.length === 0
        ? { 'twilio/text': { body } }
        : { 'twilio/quick-reply': { body, actions } },
  };
}

const approvedText = z.strictObject({
  /** The id that Twilio gave to the approved content. */
  contentSid: z.string().regex(/^HX[\da-f]{32}$/u, { error: 'an id as HX… that Twilio gave' }),
  /** The approved words. */
  text: z.string().min(1),
});

/** The format of a file of approved messages. */
export const whatsappFile = z.strictObject({
  /** The languages that stand in for one that is not approved, the first first. */
  fallback: z.array(z.enum(languages)).default([fallbackLanguage]),
  templates: z.partialRecord(
    z.enum(whatsappKinds),
    z.partialRecord(z.enum(languages), approvedText),
  ),
});
export type WhatsappFile = Readonly<z.infer<typeof whatsappFile>>;

/** A file of approved messages as an operator begins it: without ids. */
export function beginWhatsapp(known: readonly Language[], site: string): object {
  const ofKind = (kind: WhatsappKind) =>
    Object.fromEntries(
      known.map((language) => [
        language,
        { contentSid: '', text: whatsappWording(kind, language, site) },
      ]),
    );
  return {
    fallback: known,
    templates: Object.fromEntries(whatsappKinds.map((kind) => [kind, ofKind(kind)])),
  };
}

/** The approved messages of an installation. */
export interface WhatsappTexts {
  /**
   * The id of a kind's content in a language. If that language is not approved, the id in the first
   * approved language of the fallback.
   */
  readonly contentSid: (kind: WhatsappKind, language: Language) => string;
}

/**
 * The approved messages of a file, or what is wrong with it: a kind without any language, or words
 * that differ from Baari's.
 */
export function readWhatsapp(
  { fallback, templates }: WhatsappFile,
  site: string,
): WhatsappTexts | { readonly problems: readonly string[] } {
  const problems = whatsappKinds.flatMap((kind) => {
    const texts = Object.entries(templates[kind] ?? {});
    if (texts.length === 0) return [`${kind}: needs approved words in at least one language`];
    return languages.flatMap((language) => {
      const approved = templates[kind]?.[language]?.text;
      const own = whatsappWording(kind, language, site);
      if (approved === undefined || approved.normalize('NFC') === own.normalize('NFC')) return [];
      return [
        `${kind}.${language}: the approved words differ from Baari's. Have “${own}” approved; now it says “${approved}”`,
      ];
    });
  });
  if (problems.length > 0) return { problems };
  return {
    contentSid(kind, wanted) {
      const order = [wanted, ...fallback, ...languages];
      const sid = order.map((language) => templates[kind]?.[language]?.contentSid).find(Boolean);
      // The check above has found a language for every kind.
      if (sid === undefined) throw new Error(`No approved words for ${kind}.`);
      return sid;
    },
  };
}

/** The kind if it is one of WhatsApp's; undefined for a kind about an account. */
export function whatsappKindOf(kind: SmsKind): WhatsappKind | undefined {
  return isWhatsappKind(kind) ? kind : undefined;
}
