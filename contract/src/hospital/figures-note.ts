/** The note below the landing page's figures: how they were measured [LAND-3]. */
import type { ReplyOf } from '../endpoint.ts';
import type { getSite } from './site.ts';

export type FiguresBasis = ReplyOf<typeof getSite>['figuresBasis'];

export interface FiguresWords {
  readonly stated: string;
  readonly counting: string;
  readonly missing: (visits: number) => string;
  readonly unsure: string;
  readonly measured: (lower: string, upper: string) => string;
}

/**
 * The note below the landing page's figures, in one or two sentences. `percent` formats a share as
 * text.
 */
export function figuresNote(
  basis: FiguresBasis,
  words: FiguresWords,
  percent: (share: number) => string,
): string {
  if (basis.kind === 'missing') return words.missing(basis.visits);
  if (basis.kind !== 'measured') return words[basis.kind];
  return words.measured(percent(basis.lower), percent(basis.upper));
}
