import type { FiguresBasis } from '@baari/contract/hospital/figures-note.ts';
import type { LandingFigures } from '@baari/contract/hospital/site.ts';
import { createContext, use } from 'react';

/** The installation's settings that the operator makes. */
export interface Site {
  /** The mailbox of the footer [LAND-5]; null shows none. */
  readonly contactEmail: string | null;
  /** The figures of the landing page [LAND-3]. */
  readonly figures: LandingFigures;
  /** The sources of the figures; null shows none. */
  readonly figuresBasis: FiguresBasis | null;
  /** A placeholder that the build writes and the server replaces. */
  readonly figuresNote?: string;
}

/** The settings if the operator chose none. */
export const defaultSite: Site = {
  contactEmail: null,
  figures: { lessWaiting: '40%', hospitals: '25+', patientsServed: '10K+' },
  figuresBasis: null,
};

export const SiteContext = createContext<Site>(defaultSite);

export function useSite(): Site {
  return use(SiteContext);
}
