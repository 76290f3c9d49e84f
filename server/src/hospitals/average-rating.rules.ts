/** The rating that a card shows [ENT-3, ENT-4, CONST-4]. */
import { defaultRating } from '@baari/contract/constants.ts';

/**
 * The mean stars of a hospital or doctor, with one decimal; the default rating if there are no
 * ratings.
 */
export function averageRating({ sum, count }: { sum: number; count: number }): number {
  return count === 0 ? defaultRating : Math.round((10 * sum) / count) / 10;
}
