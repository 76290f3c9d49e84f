import { loadAreas } from './catalogue.ts';
import type { AreaName } from './areas.gen.ts';
import type { Language } from '@baari/contract/languages.ts';

/**
 * Loads the texts of the wanted language and returns the language. If loading fails, returns
 * English, whose texts are bundled, so that the page still opens.
 */
export async function readableLanguage(
  wanted: Language,
  areas: readonly AreaName[] = [],
): Promise<Language> {
  try {
    await loadAreas(wanted, areas);
    return wanted;
  } catch (failure) {
    if (wanted === 'en') throw failure;
    console.error(failure);
    return readableLanguage('en', areas);
  }
}
