/** Field schemas used by more than one body, with messages written for people [VAL]. */
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

/** Every sentence a field can be refused with, in English; the web has a text for each in each language. */
export const fieldMessages = fieldSentences;
export type FieldMessageKey = keyof typeof fieldMessages;

/**
 * PostgreSQL text cannot hold NUL, nor its JSON half of a pair of surrogates, and other control
 * characters have no place in names.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u;

/** Something that is seen: no space, and none of the characters that show nothing. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * Text of at most `max` characters, trimmed, possibly empty, as it also is where nothing of it would be seen. A letter
 * that keyboards write in two ways, such as é or the ড় of Bengali, is kept in the one of Unicode's form C: else a name
 * typed at one is not found at the other.
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

/** Text that must hold something to read after trimming [VAL-3, VAL-4]. */
export function requiredText(max: number) {
  return text(max).min(1, { error: fieldMessages.required });
}

/**
 * Joiners that change how a word is written: between letters of Arabic (U+0600) or Indian scripts
 * (U+0900 to U+0DFF), behind a virama, as legacy keyboards end a word, and between pictures.
 */
const joiners = [
  /(?<=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d](?=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d/gu,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu,
] as const;
/** Marks of direction, joiners and all else that is not seen or ends a line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
/** Our own pages put these around a name, and so they come along when it is copied. */
const isolated = /^\u2068([^\u2066-\u2069]*)\u2069$/u;

/**
 * A name of at most `max` characters, possibly empty: text that reads in the order in which it is
 * stored. Refuses marks of direction and other characters that are not seen, but for the joiners that
 * Indian and Arabic scripts need within a word [SEC-20].
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

/** A name that must hold something to read. */
export function requiredName(max: number) {
  return nameText(max).min(1, { error: fieldMessages.required });
}

/** A code of ours as it stands in an address; what it opens is for the server to say. */
export const linkSecret = z
  .string({ error: fieldMessages.required })
  .regex(/^[\w-]{16,64}$/u, { error: fieldMessages.id });

/** The "simple address pattern" of VAL-1; verification is what proves an address. */
export const email = z
  .string({ error: fieldMessages.required })
  .trim()
  .toLowerCase()
  .max(maxLength.email, { error: fieldMessages.tooLong })
  .regex(/^[^\s@<>"\p{Cc}\p{Cs}]+@[^\s@<>"\p{Cc}\p{Cs}]+\.[^\s@<>".\p{Cc}\p{Cs}]+$/u, {
    error: fieldMessages.email,
  });

/** What stands in a number that is no digit of it, unseen marks of direction too: telephones copy them along. */
const besideDigits = /[\s().\p{Pd}\p{Bidi_Control}]/gu;

/** What people leave out of a number: a mobile one of India is known by its ten digits. */
function completed(value: string): string {
  const dialled = withPlainDigits(value).replaceAll(besideDigits, '');
  // The code may be there twice: forms begin with +91, and a whole number is put behind it.
  if (/^(?:(?:(?:\+|00)?91){1,2})?0?[6-9]\d{9}$/u.test(dialled)) return `+91${dialled.slice(-10)}`;
  return dialled.replace(/^00(?=[1-9])/u, '+');
}

/** Exactly as it is dialled: plus, a non-zero digit, 6 to 14 more [VAL-2]. */
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/u, { error: fieldMessages.phone });

/**
 * E.164 [VAL-2]; spaces, dashes and brackets are dropped, ten digits of an Indian mobile number and
 * digits of the scripts of our languages are understood.
 */
export const phone = z.string({ error: fieldMessages.required }).transform(completed).pipe(e164);

/** A number that a code goes to: no country is guessed. */
export const dialledPhone = z
  .string({ error: fieldMessages.required })
  .transform((value) => withPlainDigits(value).replaceAll(besideDigits, ''))
  .pipe(e164);

/** A one-time code as typed: spaces dropped, 4 to 8 digits [VERI-6, CONST-3]. */
export const oneTimeCode = z
  .string({ error: fieldMessages.required })
  .transform((value) => withPlainDigits(value).replaceAll(/[\s\p{Bidi_Control}]/gu, ''))
  .pipe(z.string().regex(/^\d{4,8}$/u, { error: fieldMessages.code }));

export const password = z
  .string({ error: fieldMessages.required })
  .min(passwordMinLength, { error: fieldMessages.password })
  .max(passwordMaxLength, { error: fieldMessages.passwordTooLong });

export const uuid = z.uuid({ error: fieldMessages.id });

/** A web address a browser can open; other schemes (javascript:, data:) are refused, `www.` is completed. */
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

/** A time on a clock, HH:MM. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, { error: fieldMessages.time });

/** One weekday's hours in the hospital's own time zone [WIZ-5]. */
export const dayHours = z
  .object({ open: clockTime, close: clockTime, closed: z.boolean().default(false) })
  .refine((day) => day.closed || day.open < day.close, { error: fieldMessages.hours });

/** A whole week, monday to sunday. */
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

/** A place in a line, from 1. */
export const position = z.coerce
  .number({ error: fieldMessages.number })
  .int({ error: fieldMessages.number })
  .min(1, { error: fieldMessages.number })
  .max(100_000, { error: fieldMessages.number });

/** A day on a hospital's calendar, YYYY-MM-DD. */
export const day = z.iso.date({ error: fieldMessages.day });

/**
 * The same as somebody gives it: nothing here is older than 1900, and PostgreSQL knows no year 0, which a
 * date as text may have.
 */
export function dayGiven(sentence: string = fieldMessages.day) {
  return z.iso
    .date({ error: sentence })
    .refine((given) => given >= '1900-01-01', { error: fieldMessages.birthYear });
}

/** A calendar date, YYYY-MM-DD; the server refuses one that is still to come. */
export const dateOfBirth = dayGiven(fieldMessages.date);

/** An instant: ISO 8601, UTC. */
export const instant = z.iso.datetime();
export const nullableInstant = instant.nullable();

/** The page after the one that ended with this id: the `next` of that one. */
export const after = uuid.optional();

/** Rows a page. */
const pageLimit = z.coerce
  .number({ error: fieldMessages.number })
  .int({ error: fieldMessages.number })
  .min(1, { error: fieldMessages.number })
  .max(maxPageSize, { error: fieldMessages.number })
  .default(maxPageSize);

/** Asks for a page [KEEP-9]. */
export const pageQuery = z.object({ after, limit: pageLimit });

/** null on the last page. */
export const nextPage = uuid.nullable();

/** What a visit is for; left out, the hospital's own record may know [QST-12]. */
export const visitKindGiven = z.enum(visitKinds, { error: fieldMessages.choice }).optional();

/** {id} in a path. */
export const idParams = z.object({ id: uuid });

/** Turns 'true' or 'false' of a query string into a boolean. */
export const queryFlag = z
  .enum(['true', 'false'], { error: fieldMessages.choice })
  .transform((value) => value === 'true');
