/** The form of one session as typed, and the session it means. */
import { weekdays } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  overlap,
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
  validFrom: z.string(),
  validUntil: z.string(),
});
export type SessionFields = z.infer<typeof typed>;

/**
 * The form's schema. The contract checks the session and puts its errors on the fields; a session
 * that overlaps another one is refused at its start.
 */
export function sessionSchema(others: readonly TimetableSession[]) {
  return typed.transform((fields, context) => {
    const read = readSession(fields);
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        context.addIssue({ code: 'custom', path: [...path], message });
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

/** The session that the fields mean, if they are complete. */
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
        }
      : {}),
  });
}

/** An empty field is no number, although `Number('')` is 0. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The fields of a session to edit. Kinds without times show the usual numbers if changed. */
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
    validFrom: session.validFrom ?? '',
    validUntil: session.validUntil ?? '',
  };
}
