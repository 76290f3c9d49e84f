/** Counts the segments of a text message, each of which is paid for (3GPP TS 23.038) [MSG-3]. */

/** The basic alphabet of GSM-7; each letter takes one of 160 places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The extended alphabet of GSM-7; each of these takes two places. */
const extended = new Set('\f^{}\\[~]|€');

export interface Segments {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  readonly segments: number;
}

/**
 * The alphabet of a text and its number of segments: 160 places in GSM-7 or 70 UTF-16 units in
 * UCS-2; 153 or 67 in each of several.
 */
export function segmentsOf(text: string): Segments {
  const letters = Array.from(text);
  if (letters.every((letter) => basic.has(letter) || extended.has(letter))) {
    const sizes = letters.map((letter) => (extended.has(letter) ? 2 : 1));
    return { alphabet: 'GSM-7', segments: packed(sizes, 160, 153) };
  }
  const sizes = letters.map((letter) => letter.length);
  return { alphabet: 'UCS-2', segments: packed(sizes, 70, 67) };
}

/** Fills segments; a letter of two places is never split between two segments. */
function packed(sizes: readonly number[], alone: number, each: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= alone) return 1;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
