/**
 * Breaks a text into lines of a given width, in linear time [SEC-16]. Each word is measured once; a
 * word wider than a line is cut by adding the widths of its letters. Pure: the caller provides
 * widths and fonts.
 */

import { type Directed, type Direction, directed } from './directions.rules.ts';

/** A part of a line of text with one font and one direction; an odd level means right to left. */
export interface Run {
  readonly font: string;
  readonly text: string;
  readonly width: number;
  readonly level: number;
}

/** A line of text, with its runs in reading order. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  /** The direction of the paragraph to which the line belongs. */
  readonly direction: Direction;
}

export interface Measuring {
  /** The font for a letter with its marks; `before` is the font of the previous letter. */
  readonly fontOf: (letter: string, before: string | undefined) => string;
  readonly widthOf: (text: string, font: string) => number;
}

/**
 * Characters that are replaced or removed: line ends of other systems, tabs, and marks that change
 * the reading order.
 */
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/gu;
const invisible =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2061-\u2065\u2067\u206a-\u206f\ufeff]/gu;

/**
 * The word joiner, which prevents a line break and is not drawn. The application's texts have it
 * between a hyphen and an ending.
 */
const joiner = '\u2060';

/**
 * Where a line may break: after spaces, and after a hyphen between two letters. Never before a
 * number or before an ending with a word joiner.
 */
const breaks = /(?<= )(?! )|(?<=\p{L}-)(?=\p{L})/u;

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** The most UTF-16 units of a letter with its marks. No language needs more marks on one letter. */
const letterLength = 24;
/**
 * The most UTF-16 units of a word that are measured at once. No real word is longer, and measuring
 * this many is fast for any input.
 */
const pieceLength = 64;
/**
 * The most UTF-16 units of a line of text. Without this limit, letters of zero width would never
 * fill a line.
 */
const lineLength = 600;

/**
 * Breaks a text into lines; an empty line has no runs. A paragraph takes the direction of its first
 * letter, or else of the paragraph before, or else the given direction.
 */
export function linesOf(
  text: string,
  width: number,
  measuring: Measuring,
  begins: Direction = 'ltr',
): Line[] {
  let before = begins;
  return text
    .replaceAll(lineEnds, '\n')
    .split('\n')
    .flatMap((paragraph) => {
      const drawn = paragraph.replaceAll('\t', '    ').replaceAll(invisible, '').trimEnd();
      const read = directed(drawn, before);
      before = read.direction;
      return wrapped(read, width, measuring);
    });
}

function wrapped(paragraph: Directed, width: number, measuring: Measuring): Line[] {
  const { direction } = paragraph;
  const lines: Line[] = [];
  let line = new OpenLine(direction);
  let at = 0;
  for (const word of paragraph.text.split(breaks)) {
    const runs = runsOf(word, paragraph.levels.slice(at, at + word.length), measuring);
    at += word.length;
    // A space beyond the edge of the line is invisible, so it does not count.
    const seen = widthOf(runs) - spaceAfter(runs, measuring);
    if (line.width + seen > width && !line.isEmpty()) {
      lines.push(line.close(measuring));
      line = new OpenLine(direction);
    }
    if (seen <= width && line.length + word.length <= lineLength) {
      for (const run of runs) line.add(run);
      continue;
    }
    for (const letter of runs.flatMap((run) => lettersOf(run, measuring))) {
      const isFull = line.width + letter.width > width || line.length >= lineLength;
      if (isFull && !line.isEmpty()) {
        lines.push(line.close(measuring));
        line = new OpenLine(direction);
      }
      line.add(letter);
    }
  }
  lines.push(line.close(measuring));
  return lines;
}

class OpenLine {
  readonly runs: Run[] = [];
  readonly direction: Direction;
  width = 0;
  length = 0;

  constructor(direction: Direction) {
    this.direction = direction;
  }

  isEmpty(): boolean {
    return this.runs.length === 0;
  }

  add(run: Run): void {
    this.width += run.width;
    this.length += run.text.length;
    const last = this.runs.at(-1);
    if (last?.font !== run.font || last.level !== run.level) this.runs.push(run);
    else {
      const text = last.text + run.text;
      this.runs[this.runs.length - 1] = { ...last, text, width: last.width + run.width };
    }
  }

  /** Ends the line without trailing spaces, which would shift a right-aligned line. */
  close(measuring: Measuring): Line {
    const hanging = spaceAfter(this.runs, measuring);
    const last = this.runs.at(-1);
    const { direction } = this;
    if (last === undefined || hanging === 0) {
      return { runs: this.runs, width: this.width, direction };
    }
    const shown = { ...last, text: last.text.trimEnd(), width: last.width - hanging };
    const runs = shown.text === '' ? this.runs.slice(0, -1) : [...this.runs.slice(0, -1), shown];
    return { runs, width: this.width - hanging, direction };
  }
}

/** Splits a word into runs by font and direction. Each run is measured once. */
function runsOf(word: string, levels: readonly number[], measuring: Measuring): Run[] {
  const runs: Run[] = [];
  let font: string | undefined;
  let level = 0;
  let piece = '';
  let at = 0;
  function end(): void {
    if (font === undefined || piece === '') return;
    runs.push({ font, text: piece, width: measuring.widthOf(piece, font), level });
    piece = '';
  }
  for (const letter of lettersIn(word)) {
    if (letter === joiner) {
      at += letter.length;
      continue;
    }
    const next = measuring.fontOf(letter, font);
    // Marks have the level of their base letter.
    const nextLevel = levels[at] ?? 0;
    if (next !== font || nextLevel !== level || piece.length >= pieceLength) end();
    font = next;
    level = nextLevel;
    piece += letter;
    at += letter.length;
  }
  end();
  return runs;
}

/** Splits a run into its letters, each with its own width. */
function lettersOf({ font, text, level }: Run, { widthOf: measure }: Measuring): Run[] {
  return Array.from(lettersIn(text), (letter) => ({
    font,
    text: letter,
    width: measure(letter, font),
    level,
  }));
}

function* lettersIn(text: string): Generator<string> {
  for (const { segment } of letters.segment(text)) {
    if (segment.length <= letterLength) yield segment;
    else yield* cut(Array.from(segment));
  }
}

function* cut(characters: readonly string[]): Generator<string> {
  for (let at = 0; at < characters.length; at += letterLength / 2) {
    yield characters.slice(at, at + letterLength / 2).join('');
  }
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.width, 0);
}

function spaceAfter(runs: readonly Run[], { widthOf: measure }: Measuring): number {
  const last = runs.at(-1);
  if (last === undefined) return 0;
  const spaces = last.text.slice(last.text.trimEnd().length);
  return spaces === '' ? 0 : measure(spaces, last.font);
}
