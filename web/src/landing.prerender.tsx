/**
 * Prerenders the landing page for the build; the installation's settings are placeholders that the
 * server fills in.
 */
import { landingMarks } from '@baari/contract/hospital/site.ts';
import { renderToString } from 'react-dom/server';
import { LandingRoot } from './app/landing-root.tsx';
import { loadAreas } from './i18n/catalogue.ts';
import type { Language } from '@baari/contract/languages.ts';

export async function drawLanding(language: Language): Promise<string> {
  await loadAreas(language, ['landing']);
  return renderToString(
    <LandingRoot language={language} site={{ ...landingMarks, figuresBasis: null }} />,
  );
}
