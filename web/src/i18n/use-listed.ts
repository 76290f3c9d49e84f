import { listed } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { useLanguage } from './language.tsx';

type Listed = (parts: readonly string[], sign?: ',' | ';') => string;

/** Writes "A, B" as the language shown does. Apart from other formats, as a waiting patient's page has no list. */
export function useListed(): Listed {
  const about = aboutLanguages[useLanguage().language];
  return (parts, sign) => listed(parts, about, sign);
}
