/**
 * Text that somebody typed, as a mail or an SMS to somebody else may show it: on one line, and without
 * anything that a mail program would turn into a link [SEC-12, SEC-20].
 */

/** Control characters, line breaks of every script, and marks that turn the direction of reading. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
/** What nobody sees; the two that join and part letters are needed to write Hindi. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
/** What mail programs read as a dot in an address, of any script: its letters may carry marks. */
const dotInAddress =
  /(?<=[\p{L}\p{M}\p{N}\u200c\u200d])[.。．｡․](?=\p{L}[\p{L}\p{M}\u200c\u200d]|\d)/gu;
const scheme = /:\/\//gu;
const at = /(?<=\S)[@＠](?=\S)/gu;

/** A sentence of ours with names in it stays as it is, unless a name holds more than a name. */
export function harmless(text: string): string {
  return oneLine(text).replace(scheme, ': ').replace(dotInAddress, '. ').replace(at, ' at ');
}

/** The same words on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();
}
