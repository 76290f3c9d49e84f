import { listed } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { useLanguage } from './language.tsx';

type Listed = (parts: readonly string[], sign?: ',' | ';') => string;

/**
 * Formats a list, such as "A, B". It is in a separate module, because the page of a waiting patient
 * needs no lists and should not load this code.
 */
export function useListed(): Listed {
  const about = aboutLanguages[useLanguage().language];
  return (parts, sign) => listed(parts, about, sign);
}
