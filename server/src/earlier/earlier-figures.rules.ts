/**
 * Computes the figures on earlier times, and today's gaps in the doctors' bookings [APPT-1]. Pure.
 */
import type { EarlierFigures, EarlierGap } from '@baari/contract/visit/earlier.ts';
import { ofShare } from '../platform/certainty.rules.ts';

export interface Ended {
  readonly freed: number;
  readonly filled: number;
  readonly asked: number;
  readonly medianDays: number | null;
}

/**
 * The share of freed times that were filled, with its 95 % interval. Also the median number of days
 * by which patients are seen earlier, and the offers per filled time.
 */
export function figuresOf({ freed, filled, asked, medianDays }: Ended): EarlierFigures {
  return {
    freed,
    filled,
    share: freed === 0 ? null : shareOf(filled, freed),
    medianDaysWon: medianDays,
    offersPerFill: filled === 0 ? null : asked / filled,
  };
}

function shareOf(filled: number, freed: number): EarlierFigures['share'] {
  const { share: value, lower, upper } = ofShare(filled / freed, freed);
  return { value, lower, upper };
}

/** A free time, or a booked time whose patient has not come. */
export interface Opening {
  readonly time: string;
  readonly startsAt: Date;
  readonly why: EarlierGap['why'];
}

/**
 * The free or missed appointment times that patients at the hospital could take instead of their
 * own later time. Each time comes with a list of these patients.
 */
export function gapsOf<Person extends { readonly startsAt: Date }>(
  openings: readonly Opening[],
  onSite: readonly Person[],
): (Opening & { readonly onSite: Person[] })[] {
  return openings
    .map((opening) => ({
      ...opening,
      onSite: onSite.filter(({ startsAt }) => startsAt > opening.startsAt),
    }))
    .filter((gap) => gap.onSite.length > 0);
}
