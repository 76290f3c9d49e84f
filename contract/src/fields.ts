/** Field schemas shared by several bodies, with error messages for people [VAL]. */
import { z } from 'zod';
import {
  maxLength,
  maxPageSize,
  passwordMaxLength,
  passwordMinLength,
  visitKinds,
} from './constants.ts';
import { withPlainDigits } from './text/digits.ts';
import { fieldSentences } from './refusals.gen.ts';

/** Every error message of a field, in English; the web shows its translation. */
export const fieldMessages = fieldSentences;
export type FieldMessageKey = keyof typeof fieldMessages;

/**
 * Control characters that are refused. PostgreSQL text cannot hold NUL, and its JSON cannot hold a lone surrogate; the
 * others do not belong in names.
 */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u;

/** A visible character: neither a space nor one of the invisible characters. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * Text of at most `max` characters, trimmed, possibly empty. Text of invisible characters becomes
 * empty. Letters that keyboards encode in two ways, such as é or the Bengali ড়, are stored in
 * Unicode's form C. Otherwise a name typed on one keyboard is not found from another.
 */
export function text(max: number) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? fieldMessages.required : fieldMessages.text),
    })
    .trim()
    .normalize('NFC')
    .overwrite((value) => (visible.test(value) ? value : ''))
    .max(max, { error: fieldMessages.tooLong })
    .refine((value) => !controlCharacters.test(value), { error: fieldMessages.controlCharacters });
}

/** Text with at least one visible character after trimming [VAL-3, VAL-4]. */
export function requiredText(max: number) {
  return text(max).min(1, { error: fieldMessages.required });
}

/**
 * Joiners that change how a word is written. They are allowed between letters of Arabic (U+0600) or
 * Indian scripts (U+0900 to U+0DFF). They are also allowed after a virama, because old keyboards
 * type one at the end of a word, and between emoji.
 */
const joiners = [
  /(?<=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d](?=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d/gu,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu,
] as const;
/** Direction marks, joiners and all other characters that are invisible or end a line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
/**
 * A name between isolates, which are invisible direction marks. Baari's pages put isolates around
 * names, so copying a name copies the isolates too.
 */
const isolated = /^\u2068([^\u2066-\u2069]*)\u2069$/u;

/**
 * A name of at most `max` characters, possibly empty, that is displayed in the order in which it is
 * stored. Refuses direction marks and other invisible characters, except the joiners that Indian
 * and Arabic scripts need within a word [SEC-20].
 */
export function nameText(max: number) {
  return text(max)
    .overwrite((value) => value.replace(isolated, '$1'))
    .refine((value) => !unseen.test(withoutJoiners(value)), {
      error: fieldMessages.nameCharacters,
    });
}

function withoutJoiners(value: string): string {
  let rest = value;
  for (const joiner of joiners) rest = rest.replaceAll(joiner, '');
  return rest;
}

/** A name with at least one visible character. */
export function requiredName(max: number) {
  return nameText(max).min(1, { error: fieldMessages.required });
}

/**
 * A secret from a link that Baari sent or printed. The server checks what the secret gives access
 * to.
 */
export const linkSecret = z
  .string({ error: fieldMessages.required })
  .regex(/^[\w-]{16,64}$/u, { error: fieldMessages.id });

/**
 * The last four digits of the phone number that belongs to a link. They may be digits of any script.
 */
export const lastDigits = z
  .string({ error: fieldMessages.required })
  .transform((value) => withPlainDigits(value).trim())
  .pipe(z.string().regex(/^\d{4}$/u, { error: fieldMessages.lastDigits }));

/**
 * The "simple address pattern" of VAL-1. It does not prove that the address works; only
 * verification does.
 */
export const email = z
  .string({ error: fieldMessages.required })
  .trim()
  .toLowerCase()
  .max(maxLength.email, { error: fieldMessages.tooLong })
  .regex(/^[^\s@<>"\p{Cc}\p{Cs}]+@[^\s@<>"\p{Cc}\p{Cs}]+\.[^\s@<>".\p{Cc}\p{Cs}]+$/u, {
    error: fieldMessages.email,
  });

/**
 * Characters that people write between the digits of a phone number, including the invisible
 * direction marks that phones copy.
 */
const besideDigits = /[\s().\p{Pd}\p{Bidi_Control}]/gu;

/**
 * Adds the country code to a phone number that lacks it. Ten digits are taken as an Indian mobile
 * number.
 */
function completed(value: string): string {
  const dialled = withPlainDigits(value).replaceAll(besideDigits, '');
  // The country code may occur twice, because forms prefill +91 and people paste a whole number after it.
  if (/^(?:(?:(?:\+|00)?91){1,2})?0?[6-9]\d{9}$/u.test(dialled)) return `+91${dialled.slice(-10)}`;
  return dialled.replace(/^00(?=[1-9])/u, '+');
}

/** A phone number in E.164 form: plus, a non-zero digit, 6 to 14 more digits [VAL-2]. */
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/u, { error: fieldMessages.phone });

/**
 * A phone number in E.164 form [VAL-2]. The schema drops spaces, dashes and brackets. It accepts
 * ten-digit Indian mobile numbers and the digits of Baari's languages.
 */
export const phone = z.string({ error: fieldMessages.required }).transform(completed).pipe(e164);

/** The phone number to which a code is sent. It must include the country code. */
export const dialledPhone = z
  .string({ error: fieldMessages.required })
  .transform((value) => withPlainDigits(value).replaceAll(besideDigits, ''))
  .pipe(e164);

/** A one-time code as typed: spaces are dropped, 4 to 8 digits [VERI-6, CONST-3]. */
export const oneTimeCode = z
  .string({ error: fieldMessages.required })
  .transform((value) => withPlainDigits(value).replaceAll(/[\s\p{Bidi_Control}]/gu, ''))
  .pipe(z.string().regex(/^\d{4,8}$/u, { error: fieldMessages.code }));

export const password = z
  .string({ error: fieldMessages.required })
  .min(passwordMinLength, { error: fieldMessages.password })
  .max(passwordMaxLength, { error: fieldMessages.passwordTooLong });

export const uuid = z.uuid({ error: fieldMessages.id });

/**
 * A web address that a browser can open; refuses other schemes (javascript:, data:), completes
 * `www.`.
 */
export const website = z
  .string()
  .trim()
  .transform((value) => (/^www\./iu.test(value) ? `https://${value}` : value))
  .pipe(
    z
      .string()
      .max(maxLength.line, { error: fieldMessages.tooLong })
      .regex(/^https?:\/\/[^\s/$.?#\p{Cc}\p{Cs}][^\s\p{Cc}\p{Cs}]*$/iu, {
        error: fieldMessages.website,
      }),
  );

/** A time of day, HH:MM. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, { error: fieldMessages.time });

/** One weekday's hours in the hospital's own time zone [WIZ-5]. */
export const dayHours = z
  .object({ open: clockTime, close: clockTime, closed: z.boolean().default(false) })
  .refine((day) => day.closed || day.open < day.close, { error: fieldMessages.hours });

/** The operating hours of a whole week, Monday to Sunday. */
export const weekHours = z.object({
  monday: dayHours,
  tuesday: dayHours,
  wednesday: dayHours,
  thursday: dayHours,
  friday: dayHours,
  saturday: dayHours,
  sunday: dayHours,
});
export type WeekHours = z.infer<typeof weekHours>;

/** A position in a line, from 1. */
export const position = z.coerce
  .number({ error: fieldMessages.number })
  .int({ error: fieldMessages.number })
  .min(1, { error: fieldMessages.number })
  .max(100_000, { error: fieldMessages.number });

/** A day on a hospital's calendar, YYYY-MM-DD. */
export const day = z.iso.date({ error: fieldMessages.day });

/**
 * A date that the client sends. Refuses years before 1900: no record is older, and PostgreSQL has
 * no year 0.
 */
export function dayGiven(sentence: string = fieldMessages.day) {
  return z.iso
    .date({ error: sentence })
    .refine((given) => given >= '1900-01-01', { error: fieldMessages.birthYear });
}

/** A calendar date, YYYY-MM-DD; the server refuses a future one. */
export const dateOfBirth = dayGiven(fieldMessages.date);

/** An instant: ISO 8601, UTC. */
export const instant = z.iso.datetime();
export const nullableInstant = instant.nullable();

/** The id after which the page starts. The value is `next` of the previous page. */
export const after = uuid.optional();

const pageLimit = z.coerce
  .number({ error: fieldMessages.number })
  .int({ error: fieldMessages.number })
  .min(1, { error: fieldMessages.number })
  .max(maxPageSize, { error: fieldMessages.number })
  .default(maxPageSize);

/** The query of a paged list [KEEP-9]. */
export const pageQuery = z.object({ after, limit: pageLimit });

/** The id after which the next page starts; null on the last page. */
export const nextPage = uuid.nullable();

/**
 * The kind of visit. If it is left out, the server may derive it from the hospital's own record [QST-12].
 */
export const visitKindGiven = z.enum(visitKinds, { error: fieldMessages.choice }).optional();

/** {id} in a path. */
export const idParams = z.object({ id: uuid });

/** Turns 'true' or 'false' of a query string into a boolean. */
export const queryFlag = z
  .enum(['true', 'false'], { error: fieldMessages.choice })
  .transform((value) => value === 'true');
