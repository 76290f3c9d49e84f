/** What an Accept-Language header asks for: the only reader of that header. */
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';
import Negotiator from 'negotiator';

/** A browser's own is a tenth of this; whoever sends more asks for nothing that we can give. */
const longest = 1000;

/**
 * The language of ours that the header likes best, by weight and then by order; English where it
 * names none of ours or is longer than any browser's [SEC-16].
 */
export function languageAskedFor(header: string | null | undefined): Language {
  if (!header || header.length > longest) return nearestLanguage([]);
  return nearestLanguage(new Negotiator({ headers: { 'accept-language': header } }).languages());
}
