/**
 * The fonts of a printed report, and which font draws which letter. The drawing thread loads this
 * module.
 */
import { readFile } from 'node:fs/promises';
import type { Language } from '@baari/contract/languages.ts';
import { create } from 'fontkit';
import { type Shape, type ShapedFont, shapesOf } from './shaping.thread.ts';
import { unpackWoff } from './woff.thread.ts';

export type Weight = 400 | 700;

/**
 * The font files. Each contains some scripts of one typeface, except the file of signs. A letter is
 * drawn with the first font that contains it.
 */
const parts = [
  'noto-sans/files/noto-sans-latin',
  'noto-sans/files/noto-sans-devanagari',
  'noto-sans/files/noto-sans-latin-ext',
  'noto-sans/files/noto-sans-greek',
  ...['arabic', 'bengali', 'gujarati', 'tamil', 'telugu'].map(
    (script) => `noto-sans-${script}/files/noto-sans-${script}-${script}`,
  ),
];
const weights = [400, 700] as const;

export interface Fonts {
  /** The fonts to register for texts in a language, each with its name. */
  readonly namedIn: (language: Language) => readonly { name: string; font: ShapedFont }[];
  /**
   * The name of the font for a letter. `before` is the font of the previous letter; a space gets
   * the font of the previous letter.
   */
  readonly nameFor: (letter: string, weight: Weight, before: string | undefined) => string;
  /** Whether the fonts have a glyph for every letter and sign of a text, in both weights. */
  readonly have: (text: string) => boolean;
  /**
   * The text in which signs that no font contains are replaced by signs that a font contains, where
   * possible.
   */
  readonly spelled: (text: string) => string;
}

interface Font {
  readonly name: string;
  readonly shaped: Shape;
  readonly has: (character: string) => boolean;
}

export async function loadFonts(): Promise<Fonts> {
  const signs = await loadFont('math', '@fontsource/noto-sans-math/files/noto-sans-math-latin-400');
  const [regular, bold] = await Promise.all(weights.map(loadWeight));
  if (regular === undefined || bold === undefined)
    throw new Error('A weight of the fonts is missing.');
  const byWeight: Record<Weight, readonly Font[]> = {
    400: [...regular, signs],
    700: [...bold, signs],
  };

  function nameFor(letter: string, weight: Weight, before: string | undefined): string {
    const fonts = byWeight[weight];
    const [first = ''] = letter;
    if (neutral.test(first)) {
      const current = fonts.find(({ name }) => name === before);
      if (current?.has(first) === true) return current.name;
    }
    const font = fonts.find(({ has }) => has(first)) ?? fonts[0];
    if (font === undefined) throw new Error('There is no font.');
    return font.name;
  }

  const files = [...regular, ...bold, signs];
  return {
    namedIn: (language) => files.map(({ name, shaped }) => ({ name, font: shaped(language) })),
    nameFor,
    have: (text) =>
      Array.from(text.replaceAll(/[\s\p{Cf}]/gu, '')).every((character) =>
        weights.every((weight) => byWeight[weight].some(({ has }) => has(character))),
      ),
    spelled: (text) =>
      spelled(text, (character) => byWeight[400].some(({ has }) => has(character))),
  };
}

function loadWeight(weight: Weight): Promise<Font[]> {
  return Promise.all(
    parts.map((part) => loadFont(`${part}-${weight}`, `@fontsource/${part}-${weight}`)),
  );
}

async function loadFont(name: string, path: string): Promise<Font> {
  const file = new URL(import.meta.resolve(`${path}-normal.woff`));
  const bytes = unpackWoff(await readFile(file));
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts.`);
  const known = new Map<string, boolean>();
  const has = (character: string): boolean => {
    const found = known.get(character) ?? font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    known.set(character, found);
    return found;
  };
  return { name, has, shaped: shapesOf(font, bytes) };
}

/** Spaces and joiners, which are drawn in the font of the word before them. */
const neutral = /[\s\u200c\u200d]/u;

const raised = /[\u2070\u00b9\u00b2\u00b3\u2074-\u207b]+/gu;
/**
 * All characters except spaces, marks and invisible ones. A mark is looked up together with its
 * base letter.
 */
const others = /[^\s\p{M}\p{Cf}]/gu;

/**
 * Replaces laboratory signs that the fonts lack: CO₂ becomes CO2, 37 ℃ becomes 37 °C. But 10⁶
 * becomes 10^6, since 106 would be another number.
 */
function spelled(text: string, has: (character: string) => boolean): string {
  return text
    .replaceAll(raised, (run) =>
      Array.from(run).every(has) ? run : `^${run.normalize('NFKC').replaceAll('\u2212', '-')}`,
    )
    .replaceAll(others, (character) => {
      if (has(character)) return character;
      const plain = character.normalize('NFKC');
      return Array.from(plain).every(has) ? plain : character;
    });
}
