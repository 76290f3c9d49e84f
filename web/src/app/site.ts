import type { FiguresBasis } from '@baari/contract/hospital/figures-note.ts';
import type { LandingFigures } from '@baari/contract/hospital/site.ts';
import { createContext, use } from 'react';

/** What the operator of this installation says about it. */
export interface Site {
  /** The mailbox of the footer [LAND-5]; null shows none. */
  readonly contactEmail: string | null;
  /** The figures of the landing page [LAND-3]. */
  readonly figures: LandingFigures;
  /** What they rest on; null says nothing of it. */
  readonly figuresBasis: FiguresBasis | null;
  /** As the build writes it for the server to replace. */
  readonly figuresNote?: string;
}

/** What is said until the operator says otherwise. */
export const defaultSite: Site = {
  contactEmail: null,
  figures: { lessWaiting: '40%', hospitals: '25+', patientsServed: '10K+' },
  figuresBasis: null,
};

export const SiteContext = createContext<Site>(defaultSite);

export function useSite(): Site {
  return use(SiteContext);
}
