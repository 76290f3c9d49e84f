import { listed } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { useLanguage } from './language.tsx';

type Listed = (parts: readonly string[], sign?: ',' | ';') => string;

/**
 * Formats a list, "A, B". Separate from other formats, because a waiting patient's page has no
 * list.
 */
export function useListed(): Listed {
  const about = aboutLanguages[useLanguage().language];
  return (parts, sign) => listed(parts, about, sign);
}
