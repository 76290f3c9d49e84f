/**
 * Puts the parts of a line of text into display order if the line has scripts of both directions.
 * Uses Unicode's bidirectional algorithm (UAX 9) by bidi-js. Pure.
 */
import bidiFactory from 'bidi-js/dist/bidi.mjs';

export type Direction = 'ltr' | 'rtl';

const bidi = bidiFactory();

/** Characters that begin or end an isolate; they are not drawn. */
const isolate = /[\u2066\u2068\u2069]/u;
const isolates = /[\u2066\u2068\u2069]/gu;
const isolateEnd = '\u2069';
/**
 * The most isolate marks in a paragraph. The application's texts never have more, and the
 * algorithm's time grows with them [SEC-16].
 */
const isolatesKept = 64;
/**
 * Right-to-left letters. A left-to-right paragraph without any needs no bidirectional algorithm.
 */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A paragraph with the directions of its letters. */
export interface Directed {
  readonly text: string;
  /** The embedding level of each UTF-16 unit of the text: odd for right-to-left. */
  readonly levels: readonly number[];
  readonly direction: Direction;
}

/**
 * A phone number. Its direction is isolated; otherwise its groups of digits would be reversed among
 * right-to-left words.
 */
const numberToCall = /\+\d(?:[ ()-]{0,2}\d){4,18}/gu;

/**
 * Finds the directions in a paragraph. The paragraph takes the direction of its first letter;
 * without letters it takes the given direction.
 */
export function directed(written: string, otherwise: Direction): Directed {
  const text = written.replaceAll(isolates, '');
  const marked = written.replaceAll(numberToCall, '\u2066$&\u2069');
  const paragraph = marked.length - text.length > isolatesKept ? text : marked;
  const direction = ownDirection(paragraph) ?? otherwise;
  if (direction === 'ltr' && !fromTheRight.test(text)) {
    return { text, direction, levels: Array.from({ length: text.length }, () => 0) };
  }
  const { levels } = bidi.getEmbeddingLevels(paragraph, direction);
  const ofText = Array.from(levels).filter((_, index) => !isolate.test(paragraph.charAt(index)));
  return { text, direction, levels: ofText };
}

/** The direction of the first letter outside of isolates (UAX 9, P2). */
function ownDirection(paragraph: string): Direction | undefined {
  let depth = 0;
  for (const character of paragraph) {
    if (isolate.test(character)) {
      depth = character === isolateEnd ? Math.max(0, depth - 1) : depth + 1;
    } else if (depth === 0) {
      const type = bidi.getBidiCharTypeName(character);
      if (type === 'L') return 'ltr';
      if (type === 'R' || type === 'AL') return 'rtl';
    }
  }
  return undefined;
}

/**
 * A part of a line of text. All its letters have the same embedding level of Unicode's
 * bidirectional algorithm.
 */
interface Part {
  readonly text: string;
  readonly level: number;
}

/**
 * Sorts the parts of a line into display order from left to right. The letters of each part stay in
 * reading order.
 */
export function inVisualOrder<Of extends Part>(parts: readonly Of[], direction: Direction): Of[] {
  if (parts.every(({ level }) => level === 0)) return [...parts];
  const text = parts.map((part) => part.text).join('');
  const partOf = parts.flatMap((part) => Array.from({ length: part.text.length }, () => part));
  const levels = Uint8Array.from(partOf, ({ level }) => level);
  const level = direction === 'rtl' ? 1 : 0;
  const line = { levels, paragraphs: [{ start: 0, end: text.length - 1, level }] };
  const visual = bidi.getReorderedIndices(text, line);
  return [...new Set(visual.flatMap((index) => partOf[index] ?? []))];
}
