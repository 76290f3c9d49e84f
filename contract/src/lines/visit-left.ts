/**
 * How the remaining time of a visit is shown: in minutes below an hour, from then on in fractions
 * of hours [LINE-5].
 */

/** The least and the greatest remaining time of a visit, in minutes. */
export interface VisitLeft {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Rounds the estimate of a visit's remaining time. It rounds to five minutes below an hour, to
 * quarter hours below two hours, and then to half hours.
 */
export function leftAsAnnounced({ lower, upper }: VisitLeft): VisitLeft {
  const least = rounded(lower);
  return { lower: least, upper: Math.max(least, rounded(upper), 5) };
}

/**
 * The range of the visit's remaining time, but never below the wait that is shown beside it. A
 * visit lasts at least until the patient is called.
 */
export function leftWithWait({ lower, upper }: VisitLeft, waitUpper: number): VisitLeft {
  const step = stepOf(waitUpper);
  return { lower, upper: Math.max(upper, step * Math.ceil(waitUpper / step)) };
}

function rounded(minutes: number): number {
  const step = stepOf(minutes);
  return step * Math.round(minutes / step);
}

function stepOf(minutes: number): number {
  return minutes < 57.5 ? 5 : minutes < 112.5 ? 15 : 30;
}

const quarters = ['', '¼', '½', '¾'];

/** Formats hours such as 1½, from minutes that are a multiple of 15. */
export function hoursText(minutes: number): string {
  return `${Math.floor(minutes / 60)}${quarters[Math.round((minutes % 60) / 15)] ?? ''}`;
}

export interface LeftWords {
  readonly minutes: (minutes: number) => string;
  readonly hours: (hours: string, isOne: boolean) => string;
  readonly to: (from: string, to: string) => string;
  /** Makes the sentence about the visit's remaining time around the text of the range. */
  readonly about: (range: string) => string;
  readonly atMost: (to: string) => string;
}

/**
 * The sentence for the remaining time of a visit, such as "20 to 35 minutes", "45 minutes to 1½
 * hours" or "at most 10 minutes". Takes the result of `leftAsAnnounced`.
 */
export function leftText({ lower, upper }: VisitLeft, words: LeftWords): string {
  const inHours = (minutes: number) => minutes >= 60;
  const text = (minutes: number) =>
    inHours(minutes) ? words.hours(hoursText(minutes), minutes === 60) : words.minutes(minutes);
  if (lower === 0) return words.atMost(text(upper));
  if (lower === upper) return words.about(text(upper));
  const isAlike = inHours(lower) === inHours(upper);
  const from = isAlike ? (inHours(lower) ? hoursText(lower) : String(lower)) : text(lower);
  return words.about(words.to(from, text(upper)));
}
