/** What ABDM shares of a patient, checked and reduced to what the hospital needs [API-38]. */
import { maxLength } from '@baari/contract/constants.ts';
import { phone, requiredName } from '@baari/contract/fields.ts';
import type { genders } from '@baari/contract/patient/person.ts';
import { z } from 'zod';

/** The intent of a share that makes a place; ABDM has others, for records and payments. */
const registering = 'PROFILE_SHARE';

const genderOf: Readonly<Record<string, (typeof genders)[number]>> = {
  M: 'Male',
  F: 'Female',
  O: 'Other',
  D: 'Other',
  T: 'Other',
  U: 'Prefer not to say',
};

const digitsOrNumber = z.union([z.string(), z.number()]).transform(String);

/**
 * A name as ABDM has it. What Baari does not accept in names, such as invisible characters, is
 * left out, because the patient cannot correct it here.
 */
const name = z
  .string()
  .transform((value) =>
    value
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim()
      .slice(0, maxLength.name)
      .trim(),
  )
  .pipe(requiredName(maxLength.name));

const patient = z.object({
  abhaAddress: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][\w.!-]{1,100}@[a-z]{2,20}$/u),
  name,
  gender: z.enum(['M', 'F', 'O', 'D', 'T', 'U']),
  yearOfBirth: digitsOrNumber.pipe(z.string().regex(/^(?:19|20|21|22)\d{2}$/u)),
  monthOfBirth: digitsOrNumber.nullish(),
  dayOfBirth: digitsOrNumber.nullish(),
  phoneNumber: z.string().nullish(),
});

/** A share in the form that ABDM documents. Further fields, such as a photo, are not kept. */
const body = z.object({
  intent: z.string().min(1).max(60),
  metaData: z.object({ hipId: z.string().min(1), context: z.string().trim().min(1).max(250) }),
  profile: z.object({ patient: z.unknown() }).nullish(),
});

/** A person as ABDM vouches for them. */
export interface SharedPerson {
  readonly abhaAddress: string;
  readonly name: string;
  readonly gender: string | undefined;
  /** YYYY-MM-DD; null if only the year is known. */
  readonly dateOfBirth: string | null;
  readonly birthYear: number;
  /** In E.164 form; null if ABDM names none that Baari accepts. */
  readonly phone: string | null;
}

export interface Share {
  readonly requestId: string;
  readonly hipId: string;
  /** The code of the counter, in lower case. */
  readonly counterCode: string;
  /** undefined for another intent than registering. */
  readonly person: SharedPerson | undefined;
}

export interface ShareHeaders {
  readonly requestId: string | undefined;
  readonly timestamp: string | undefined;
  readonly hipId: string | undefined;
}

/** Reads a share; a text says what is wrong with it, in words for ABDM without personal data. */
export function shareOf(headers: ShareHeaders, given: unknown, now: Date): Share | string {
  const { requestId, timestamp, hipId } = headers;
  if (requestId === undefined || !/^[\w-]{8,100}$/u.test(requestId)) return 'REQUEST-ID is missing';
  if (timestamp === undefined || Number.isNaN(Date.parse(timestamp))) return 'TIMESTAMP is missing';
  if (hipId === undefined) return 'X-HIP-ID is missing';
  const parsed = body.safeParse(given);
  if (!parsed.success) return invalid(parsed.error);
  const { intent, metaData, profile } = parsed.data;
  if (metaData.hipId !== hipId) return 'metaData.hipId is not X-HIP-ID';
  const counterCode = metaData.context.toLowerCase();
  const share = { requestId, hipId, counterCode, person: undefined };
  if (intent !== registering) return share;
  const person = patient.safeParse(profile?.patient);
  if (!person.success) return invalid(person.error);
  return { ...share, person: personOf(person.data, now) };
}

function invalid({ issues }: z.ZodError): string {
  return `invalid ${issues.map(({ path }) => path.join('.') || 'body').join(', ')}`.slice(0, 200);
}

function personOf(given: z.infer<typeof patient>, now: Date): SharedPerson {
  const birthYear = Math.min(Number(given.yearOfBirth), now.getUTCFullYear());
  const known = phone.safeParse(given.phoneNumber ?? undefined);
  return {
    abhaAddress: given.abhaAddress,
    name: given.name,
    gender: genderOf[given.gender],
    dateOfBirth: dateOf(given, now),
    birthYear,
    phone: known.success ? known.data : null,
  };
}

function dateOf(given: z.infer<typeof patient>, now: Date): string | null {
  const { yearOfBirth: year, monthOfBirth: month, dayOfBirth: day } = given;
  if (month === null || month === undefined || day === null || day === undefined) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!z.iso.date().safeParse(date).success) return null;
  return date > now.toISOString().slice(0, 10) ? null : date;
}
