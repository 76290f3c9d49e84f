import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

/** What the language of the page calls each language, for who chooses for others and reads not all of their letters. */
export function useLanguageNames(): (language: Language) => string {
  const { locale } = aboutLanguages[useLanguage().language];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (language) => names.of(language) ?? aboutLanguages[language].ownName;
  }, [locale]);
}
