/** In which language somebody wants to read: the only reader of the Accept-Language header. */
import { languages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A browser's own is a tenth of this; whoever sends more asks for nothing that we can give. */
const longest = 1000;

/**
 * The language of ours that the header likes best, by weight and then by order; `otherwise`, or English, where it
 * names none of ours or is longer than any browser's [SEC-16].
 */
export function languageAskedFor(
  header: string | null | undefined,
  otherwise?: Language,
): Language {
  if (!header || header.length > longest) return nearestLanguage([], otherwise);
  const wishes = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return nearestLanguage(wishes, otherwise);
}

/** What the link on a plain page chose, else what the browser asks for, else the hospital's own. */
export function languageOfPage(request: FastifyRequest, ofHospital?: Language): Language {
  const asked = queryOf(request, 'lang');
  const chosen = languages.find((language) => language === asked);
  return chosen ?? languageAskedFor(request.headers['accept-language'], ofHospital);
}

/** One part of the address behind the question mark, whatever was sent there. */
export function queryOf({ query }: FastifyRequest, name: string): unknown {
  if (typeof query !== 'object' || query === null || !(name in query)) return undefined;
  return Object.entries(query).find(([key]) => key === name)?.[1];
}
