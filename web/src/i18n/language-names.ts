import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

/**
 * The names of languages in the page's language, for a person who chooses for others and cannot
 * read all scripts.
 */
export function useLanguageNames(): (language: Language) => string {
  const { locale } = aboutLanguages[useLanguage().language];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? aboutLanguages[language].ownName;
  }, [locale]);
}
