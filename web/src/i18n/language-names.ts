import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

/**
 * The names of all languages, written in the page's language. They are for a person who chooses a
 * language for somebody else and cannot read all scripts.
 */
export function useLanguageNames(): (language: Language) => string {
  const { locale } = aboutLanguages[useLanguage().language];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? aboutLanguages[language].ownName;
  }, [locale]);
}
