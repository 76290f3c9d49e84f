import type { FiguresBasis } from '@baari/contract/hospital/figures-note.ts';
import type { LandingFigures } from '@baari/contract/hospital/site.ts';
import { createContext, use } from 'react';

/** The settings that the operator of this installation chooses. */
export interface Site {
  /** The contact email address in the footer [LAND-5]; if null, the footer shows no address. */
  readonly contactEmail: string | null;
  /** The statistics shown on the landing page [LAND-3]. */
  readonly figures: LandingFigures;
  /** The sources of the landing page's statistics; if null, the page shows no sources. */
  readonly figuresBasis: FiguresBasis | null;
  /**
   * A placeholder for a note on the landing page's statistics. The build writes the placeholder and
   * the server replaces it.
   */
  readonly figuresNote?: string;
}

/** The settings that apply if the operator chose no settings. */
export const defaultSite: Site = {
  contactEmail: null,
  figures: { lessWaiting: '40%', hospitals: '25+', patientsServed: '10K+' },
  figuresBasis: null,
};

export const SiteContext = createContext<Site>(defaultSite);

export function useSite(): Site {
  return use(SiteContext);
}
