import { loadAreas } from './catalogue.ts';
import type { AreaName } from './areas.gen.ts';
import type { Language } from '@baari/contract/languages.ts';

/**
 * The wanted language with its texts loaded. English is bundled: when the texts of another language
 * cannot be had, the page still opens.
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
