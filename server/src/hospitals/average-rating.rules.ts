/** The rating that a card shows [ENT-3, ENT-4, CONST-4]. */
import { defaultRating } from '@baari/contract/constants.ts';

/** Mean stars with one decimal; the default without ratings. */
export function averageRating({ sum, count }: { sum: number; count: number }): number {
  return count === 0 ? defaultRating : Math.round((10 * sum) / count) / 10;
}
