/** Chooses the language of a response. Only this file reads the Accept-Language header. */
import { languages } from '@baari/contract/languages.gen.ts';
import { type Language, nearestLanguage } from '@baari/contract/languages.ts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * The longest Accept-Language header in characters that is read: ten times a browser's longest. A
 * longer header is ignored.
 */
const longest = 1000;

/**
 * The application's language that the Accept-Language header prefers, by weight and then by order.
 * Returns `otherwise`, or English, if the header names no language of the application or is too
 * long [SEC-16].
 */
export function languageAskedFor(
  header: string | null | undefined,
  otherwise?: Language,
): Language {
  if (!header || header.length > longest) return nearestLanguage([], otherwise);
  const wishes = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return nearestLanguage(wishes, otherwise);
}

/**
 * The language of a page without JavaScript: the one chosen by its link, else the browser's, else
 * the hospital's.
 */
export function languageOfPage(request: FastifyRequest, ofHospital?: Language): Language {
  const asked = queryOf(request, 'lang');
  const chosen = languages.find((language) => language === asked);
  return chosen ?? languageAskedFor(request.headers['accept-language'], ofHospital);
}

/** The value of one query parameter, not validated. */
export function queryOf({ query }: FastifyRequest, name: string): unknown {
  if (typeof query !== 'object' || query === null || !(name in query)) return undefined;
  return Object.entries(query).find(([key]) => key === name)?.[1];
}
