/**
 * The display order of the parts of a line with scripts of both directions: Unicode's bidirectional
 * algorithm (UAX 9), by bidi-js. Pure.
 */
import bidiFactory from 'bidi-js/dist/bidi.mjs';

export type Direction = 'ltr' | 'rtl';

const bidi = bidiFactory();

/** Isolate marks; they are not drawn. */
const isolate = /[\u2066\u2068\u2069]/u;
const isolates = /[\u2066\u2068\u2069]/gu;
const isolateEnd = '\u2069';
/**
 * The most isolates in a paragraph; our texts never have more, and the algorithm's time grows with
 * them [SEC-16].
 */
const isolatesKept = 64;
/** Right-to-left letters. Any of them in a line makes the line have several parts. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A paragraph prepared for drawing. */
export interface Directed {
  readonly text: string;
  /** The embedding level of each UTF-16 unit of the text: odd for right-to-left. */
  readonly levels: readonly number[];
  readonly direction: Direction;
}

/**
 * A phone number, which is isolated. Otherwise its groups would be reversed among right-to-left words.
 */
const numberToCall = /\+\d(?:[ ()-]{0,2}\d){4,18}/gu;

/**
 * A paragraph takes the direction of its first letter; one without letters takes the given
 * direction.
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

/** A part of a line with one level. */
interface Part {
  readonly text: string;
  readonly level: number;
}

/**
 * The parts of a line in display order from left to right; the letters of each part stay in reading
 * order.
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
