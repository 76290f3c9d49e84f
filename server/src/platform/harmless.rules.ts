/**
 * Makes user text safe for a mail or an SMS to somebody else. The result is one line without
 * anything that a mail program turns into a link [SEC-12, SEC-20].
 */

/** Unicode isolate characters, which keep text of another direction together. */
const isolates = /[\u2068\u2069]/gu;
/** Control characters, line breaks of every script, and marks that change the reading direction. */
const breaks = /(?:(?![\u2068\u2069])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])+/gu;
/** Invisible characters, except the joiner and non-joiner that Hindi needs. */
const unseen = /(?![\u2068\u2069\u200c\u200d])\p{Cf}/gu;
/**
 * Characters of any script that mail programs read as the dot of an address. Letters around the dot
 * may carry combining marks.
 */
const dotInAddress =
  /(?<=[\p{L}\p{M}\p{N}\u2068\u2069\u200c\u200d])[.。．｡․](?=[\u2068\u2069]{0,4}(?:\p{L}[\p{L}\p{M}\u2068\u2069\u200c\u200d]|\d))/gu;
const scheme = /:\/\//gu;
const at = /(?<=\S)[@＠](?=\S)/gu;

/** Reduces user text to plain words on one line. */
export function harmless(text: string): string {
  return withoutLinks(oneLine(text));
}

/**
 * Makes a sentence of the application safe that has users' names in it. Paired Unicode isolates
 * around names are kept; unpaired isolates are removed.
 */
export function harmlessSentence(text: string): string {
  return arePaired(text) ? withoutLinks(onOneLine(text)) : harmless(text);
}

/** Joins a text that has several lines into one line. */
export function oneLine(text: string): string {
  return onOneLine(text.replaceAll(isolates, ' '));
}

function onOneLine(text: string): string {
  return text.replaceAll(breaks, ' ').replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();
}

function withoutLinks(text: string): string {
  return text.replace(scheme, ': ').replace(dotInAddress, '. ').replace(at, ' at ');
}

function arePaired(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(isolates)) {
    open += mark === '\u2068' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}
