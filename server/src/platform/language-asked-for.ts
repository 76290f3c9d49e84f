/** In which language somebody wants to read: the only reader of the Accept-Language header. */
import { languages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';
import type { FastifyRequest } from 'fastify';
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

/** What the link on a plain page chose, else what the browser asks for. */
export function languageOfPage(request: FastifyRequest): Language {
  const asked = queryOf(request, 'lang');
  const chosen = languages.find((language) => language === asked);
  return chosen ?? languageAskedFor(request.headers['accept-language']);
}

/** One part of the address behind the question mark, whatever was sent there. */
export function queryOf({ query }: FastifyRequest, name: string): unknown {
  if (typeof query !== 'object' || query === null || !(name in query)) return undefined;
  return Object.entries(query).find(([key]) => key === name)?.[1];
}
