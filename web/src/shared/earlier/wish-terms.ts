import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import {
  type DayPart,
  dayParts,
  type EarlierTerms,
  type EarlierWish,
  maxNoticeMinutes,
  type WishScope,
  wishScopes,
} from '@baari/contract/visit/earlier.ts';
import { z } from 'zod';

/** The conditions under which a patient accepts an earlier time, as form values. */
export interface TermFields {
  scope: WishScope;
  weekdays: Weekday[];
  dayParts: DayPart[];
  /**
   * The shortest time in minutes between an offer and the offered appointment, as text for the
   * select field.
   */
  notice: string;
  /** The last acceptable day, YYYY-MM-DD. An empty text means the last day that can be booked. */
  until: string;
}

/**
 * The default shortest notice in minutes: the patient gets no offer of a time that begins sooner.
 */
const usualNotice = 120;
const notices = [usualNotice, 4 * 60, 12 * 60, 24 * 60, maxNoticeMinutes] as const;

/**
 * The choices for the shortest notice, in minutes. A request's current notice is included if it is
 * not a standard choice.
 */
export function noticesWith(chosen: string): readonly number[] {
  const minutes = Number(chosen);
  return [...new Set([...notices, minutes])].toSorted((one, other) => one - other);
}

export const termFields = {
  scope: z.enum(wishScopes),
  weekdays: z.array(z.enum(weekdays)),
  dayParts: z.array(z.enum(dayParts)),
  notice: z.string(),
  until: z.union([z.iso.date(), z.literal('')]),
};

/**
 * Returns the form values of a request for an earlier time. Without a request, returns the default
 * conditions.
 */
export function fieldsOf(wish: EarlierWish | undefined): TermFields {
  const terms = wish?.terms;
  return {
    scope: terms?.scope ?? 'doctor',
    weekdays: [...(terms?.weekdays ?? [])],
    dayParts: [...(terms?.dayParts ?? [])],
    notice: String(terms?.leastNoticeMinutes ?? usualNotice),
    until: terms?.until ?? '',
  };
}

/** The form's values in the format that is sent to the server. */
export function termsOf({
  scope,
  weekdays: days,
  dayParts: parts,
  notice,
  until,
}: TermFields): EarlierTerms {
  return {
    scope,
    weekdays: days,
    dayParts: parts,
    leastNoticeMinutes: Number(notice),
    until: until === '' ? null : until,
  };
}
