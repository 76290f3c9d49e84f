/** The language of an answer: the only reader of the Accept-Language header. */
import { languages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Ten times a browser's longest header; a longer one is ignored. */
const longest = 1000;

/**
 * The language of ours that the header prefers, by weight and then by order. Answers `otherwise`, or English,
 * if it names none of ours or is too long [SEC-16].
 */
export function languageAskedFor(
  header: string | null | undefined,
  otherwise?: Language,
): Language {
  if (!header || header.length > longest) return nearestLanguage([], otherwise);
  const wishes = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return nearestLanguage(wishes, otherwise);
}

/** The language of a plain page: its link's choice, else the browser's, else the hospital's. */
export function languageOfPage(request: FastifyRequest, ofHospital?: Language): Language {
  const asked = queryOf(request, 'lang');
  const chosen = languages.find((language) => language === asked);
  return chosen ?? languageAskedFor(request.headers['accept-language'], ofHospital);
}

/** One query parameter, unchecked. */
export function queryOf({ query }: FastifyRequest, name: string): unknown {
  if (typeof query !== 'object' || query === null || !(name in query)) return undefined;
  return Object.entries(query).find(([key]) => key === name)?.[1];
}
