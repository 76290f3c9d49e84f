/**
 * Which way the parts of a line run where scripts meet that begin on different sides: Unicode's bidirectional
 * algorithm (UAX 9), by bidi-js. Pure.
 */
import bidiFactory from 'bidi-js/dist/bidi.mjs';

export type Direction = 'ltr' | 'rtl';

const bidi = bidiFactory();

/** Marks that keep a part together whatever stands beside it; they are not drawn. */
const isolate = /[\u2066\u2068\u2069]/u;
const isolates = /[\u2066\u2068\u2069]/gu;
const isolateEnd = '\u2069';
/** In a paragraph; more are of no text of ours, and would be weighed against each other again and again [SEC-16]. */
const isolatesKept = 64;
/** What makes more than one part of a line that begins on the left. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A paragraph as it is drawn. */
export interface Directed {
  readonly text: string;
  /** Of each UTF-16 unit of the text, how deep it lies: odd where it runs from the right. */
  readonly levels: readonly number[];
  readonly direction: Direction;
}

/** Its groups would else be read from the right, in words that are. */
const numberToCall = /\+\d(?:[ ()-]{0,2}\d){4,18}/gu;

/** A paragraph begins on the side of its own first letter; one without letters, on the side told. */
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

/** By the first letter outside of what is kept together (UAX 9, P2). */
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

/** A part of a line that lies at one level. */
interface Part {
  readonly text: string;
  readonly level: number;
}

/** The parts of a line as they stand from left to right; each one's own letters stay in the order they are read. */
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
