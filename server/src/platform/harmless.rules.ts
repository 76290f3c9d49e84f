/**
 * Text that somebody typed, as a mail or an SMS to somebody else may show it: on one line, and without
 * anything that a mail program would turn into a link [SEC-12, SEC-20].
 */

/** What keeps words of another direction together: begun, and ended. */
const isolates = /[\u2068\u2069]/gu;
/** Control characters, line breaks of every script, and marks that turn the direction of reading. */
const breaks = /(?:(?![\u2068\u2069])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])+/gu;
/** What nobody sees; the two that join and part letters are needed to write Hindi. */
const unseen = /(?![\u2068\u2069\u200c\u200d])\p{Cf}/gu;
/** What mail programs read as a dot in an address, of any script: its letters may carry marks. */
const dotInAddress =
  /(?<=[\p{L}\p{M}\p{N}\u2068\u2069\u200c\u200d])[.。．｡․](?=[\u2068\u2069]{0,4}(?:\p{L}[\p{L}\p{M}\u2068\u2069\u200c\u200d]|\d))/gu;
const scheme = /:\/\//gu;
const at = /(?<=\S)[@＠](?=\S)/gu;

/** What somebody typed: nothing of it but words. */
export function harmless(text: string): string {
  return withoutLinks(oneLine(text));
}

/**
 * A sentence of ours with names in it stays as it is, unless a name holds more than a name. The marks with which
 * ours keep names together stay where each that begins also ends.
 */
export function harmlessSentence(text: string): string {
  return arePaired(text) ? withoutLinks(onOneLine(text)) : harmless(text);
}

/** The same words on one line. */
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
