import { loadAreas } from './catalogue.ts';
import type { AreaName } from './areas.gen.ts';
import type { Language } from '@baari/contract/languages.ts';

/**
 * The wanted language with its texts loaded. Falls back to English, which is bundled, so that the
 * page opens even if loading fails.
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
