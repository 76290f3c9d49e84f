/** The fields of a session's form as typed, and the conversion of the fields to a session. */
import { weekdays } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { overlap } from '@baari/contract/hospital/session-days.ts';
import {
  type SessionKind,
  sessionKinds,
  type TimetableSession,
  timetableSession,
} from '@baari/contract/hospital/timetable.ts';
import { z } from 'zod';
import { usualSession } from './timetable-draft.ts';

const typed = z.object({
  kind: z.enum(sessionKinds),
  repeats: z.enum(['weekly', 'once']),
  weekdays: z.array(z.enum(weekdays)),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  slotMinutes: z.string(),
  places: z.string(),
  bufferMinutes: z.string(),
  walkInPercent: z.string(),
  /** Length of a visit of a new patient, in minutes; empty means the length of a slot. */
  newMinutes: z.string(),
  followUpMinutes: z.string(),
  /** The most patients of a walk-in session; empty for no limit. */
  openPlaces: z.string(),
  /**
   * The number of places at the beginning of the session that only the desk can book; empty means
   * none.
   */
  reservedPlaces: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
});
export type SessionFields = z.infer<typeof typed>;

/**
 * The validation schema of the session's form. An overlap with another session is shown as an error
 * of the field for the start time.
 */
export function sessionSchema(others: readonly TimetableSession[]) {
  return typed.transform((fields, context) => {
    const read = readSession(fields);
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        context.addIssue({ code: 'custom', path: fieldOf(path, fields), message });
      }
      return z.NEVER;
    }
    if (others.some((other) => overlap(read.data, other))) {
      const message = fieldMessages.sessionsOverlap;
      context.addIssue({ code: 'custom', path: ['from'], message });
      return z.NEVER;
    }
    return read.data;
  });
}

/** The session that the fields describe, or the validation errors if they are incomplete. */
export function readSession(fields: SessionFields) {
  const isOnce = fields.repeats === 'once';
  const { kind, from, to } = fields;
  return timetableSession.safeParse({
    kind,
    from,
    to,
    weekdays: isOnce ? [] : weekdays.filter((day) => fields.weekdays.includes(day)),
    date: isOnce ? fields.date : null,
    validFrom: isOnce ? null : fields.validFrom || null,
    validUntil: isOnce ? null : fields.validUntil || null,
    ...(kind === 'booked'
      ? {
          slotMinutes: numberOf(fields.slotMinutes),
          places: numberOf(fields.places),
          bufferMinutes: numberOf(fields.bufferMinutes),
          walkInPercent: numberOf(fields.walkInPercent),
          ...lengthsOf(fields),
        }
      : {}),
    ...(kind === 'open' && fields.openPlaces.trim() !== ''
      ? { places: Number(fields.openPlaces) }
      : {}),
    ...(kind !== 'closed' && fields.reservedPlaces.trim() !== ''
      ? { reservedPlaces: Number(fields.reservedPlaces) }
      : {}),
  });
}

/**
 * The visit lengths in minutes for new patients and follow-ups; an empty object if both fields are
 * empty.
 */
function lengthsOf({ newMinutes, followUpMinutes }: SessionFields) {
  if (`${newMinutes}${followUpMinutes}`.trim() === '') return {};
  return {
    lengths: {
      ...(newMinutes.trim() !== '' && { new: Number(newMinutes) }),
      ...(followUpMinutes.trim() !== '' && { follow_up: Number(followUpMinutes) }),
    },
  };
}

/**
 * The form field at which a validation error of the session is shown. `path` is the error's path in
 * the session.
 */
function fieldOf(path: readonly PropertyKey[], fields: SessionFields): PropertyKey[] {
  const [first, kind] = path;
  if (first === 'places' && fields.kind === 'open') return ['openPlaces'];
  if (first !== 'lengths') return [...path];
  return [kind === 'follow_up' ? 'followUpMinutes' : 'newMinutes'];
}

/** The number in a field. An empty field gives NaN, because `Number('')` would give 0. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/**
 * The form fields of an existing session. If its kind has no slots, the slot fields contain the
 * default numbers.
 */
export function fieldsOf(session: TimetableSession): SessionFields {
  const numbers = session.kind === 'booked' ? session : usualSession;
  const kind: SessionKind = session.kind;
  return {
    kind,
    repeats: session.date === null ? 'weekly' : 'once',
    weekdays: [...session.weekdays],
    date: session.date ?? '',
    from: session.from,
    to: session.to,
    slotMinutes: String(numbers.slotMinutes),
    places: String(numbers.places),
    bufferMinutes: String(numbers.bufferMinutes),
    walkInPercent: String(numbers.walkInPercent),
    newMinutes: String(numbers.lengths?.new ?? ''),
    followUpMinutes: String(numbers.lengths?.follow_up ?? ''),
    openPlaces: session.kind === 'open' ? String(session.places ?? '') : '',
    reservedPlaces: session.kind === 'closed' ? '' : String(session.reservedPlaces ?? ''),
    validFrom: session.validFrom ?? '',
    validUntil: session.validUntil ?? '',
  };
}
