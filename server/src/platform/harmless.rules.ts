/**
 * Text that somebody typed, as a mail or an SMS to somebody else may show it: on one line, and without
 * anything that a mail program would turn into a link [SEC-12, SEC-20].
 */

/** Control characters, line breaks of every script, and marks that turn the direction of reading. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
/** What mail programs read as a dot in an address. */
const dotInAddress = /(?<=[\p{L}\p{N}])[.。．｡․](?=\p{L}{2}|\d)/gu;
const scheme = /:\/\//gu;
const at = /(?<=\S)[@＠](?=\S)/gu;

/** A sentence of ours with names in it stays as it is, unless a name holds more than a name. */
export function harmless(text: string): string {
  return oneLine(text).replace(scheme, ': ').replace(dotInAddress, '. ').replace(at, ' at ');
}

/** The same words on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').replaceAll(/\s+/gu, ' ').trim();
}
