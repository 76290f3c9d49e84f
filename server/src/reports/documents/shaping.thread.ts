/**
 * Shaping by HarfBuzz: letters joined, stacked, and with marks in place. The font library's own
 * shaper misplaces Bengali letters and fails on common Telugu and Gujarati words
 * (foliojs/fontkit#367).
 */
import type { Language } from '@baari/contract/languages.ts';
import type { Font, Subset } from 'fontkit';
import {
  Blob,
  ClusterLevel,
  Buffer as Letters,
  Direction as Side,
  Face,
  shape,
  Font as Shaper,
  type GlyphInfo,
  type GlyphPosition,
} from 'harfbuzzjs';
import type { Direction } from './directions.rules.ts';

/** A font with the interface that the PDF library expects. */
export interface ShapedFont {
  readonly layout: (text: string, features?: readonly string[]) => Shaped;
}

/** The glyphs of a text from left to right, in font units. */
interface Shaped {
  readonly glyphs: readonly { id: number; advanceWidth: number; codePoints: readonly number[] }[];
  readonly positions: readonly { xAdvance: number; xOffset: number; yOffset: number }[];
  readonly advanceWidth: number;
}

/** The direction of a run, passed as an OpenType feature that only such runs have. */
export const runsTo: Record<Direction, ['ltra' | 'rtla']> = { ltr: ['ltra'], rtl: ['rtla'] };

const letters = new Letters();

/**
 * The font for a language, since some letters differ: ल in Marathi is not that of Hindi. One for
 * each document.
 */
export type Shape = (language: Language) => ShapedFont;

export function shapesOf(font: Font, bytes: Uint8Array): Shape {
  const shaper = new Shaper(new Face(new Blob(bytes)));
  return (language) => {
    const said = new SaidGlyphs(font);
    const layout = (text: string, features: readonly string[] = []): Shaped => {
      letters.reset();
      letters.addText(text);
      letters.guessSegmentProperties();
      letters.setLanguage(language);
      letters.setDirection(features.includes('rtla') ? Side.RTL : Side.LTR);
      letters.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
      shape(shaper, letters);
      const infos = letters.getGlyphInfos();
      const positions = letters.getGlyphPositions();
      const spoken = spokenBy(infos, positions, text);
      return {
        glyphs: infos.map(({ codepoint: glyph }, index) => {
          const codePoints = spoken[index] ?? [];
          const id = said.idOf(glyph, codePoints);
          return { id, codePoints, advanceWidth: shaper.glyphHAdvance(glyph) };
        }),
        positions,
        advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      };
    };
    const shaped = { layout, createSubset: () => said.subset() };
    // All other properties come from the original font.
    Object.setPrototypeOf(shaped, font);
    return shaped;
  };
}

/**
 * The characters of each glyph; in a cluster the widest glyph has them all. They make the PDF
 * searchable and readable by screen readers.
 */
function spokenBy(
  infos: readonly GlyphInfo[],
  positions: readonly GlyphPosition[],
  text: string,
): number[][] {
  const groups = Map.groupBy(infos.keys(), (index) => infos[index]?.cluster ?? 0);
  const begins = [...groups.keys()].toSorted((a, b) => a - b);
  const spoken: number[][] = infos.map(() => []);
  for (const [order, begin] of begins.entries()) {
    const width = (index: number) => positions[index]?.xAdvance ?? 0;
    const [first = 0, ...others] = groups.get(begin) ?? [];
    const widest = others.reduce(
      (most, index) => (width(index) > width(most) ? index : most),
      first,
    );
    const characters = Array.from(text.slice(begin, begins[order + 1]));
    spoken[widest] = characters.map((character) => character.codePointAt(0) ?? 0);
  }
  return spoken;
}

/** Glyph ids in a font; larger ones are ours. */
const glyphNumbers = 0x10000;

/**
 * Glyphs by their characters. ب and پ share a glyph in the font, but a PDF glyph has only one text.
 * So each character gets its own copy.
 */
class SaidGlyphs {
  readonly #font: Font;
  readonly #glyphs: number[] = [];
  readonly #ids = new Map<string, number>();

  constructor(font: Font) {
    this.#font = font;
  }

  idOf(glyph: number, codePoints: readonly number[]): number {
    if (glyph === 0) return glyph;
    const said = `${glyph}:${codePoints.join(' ')}`;
    const known = this.#ids.get(said);
    if (known !== undefined) return known;
    const id = glyphNumbers + this.#glyphs.push(glyph) - 1;
    this.#ids.set(said, id);
    return id;
  }

  /** The document's subset of the font, with these glyph ids. */
  subset(): Subset {
    const subset = this.#font.createSubset();
    const taken: unknown = Reflect.get(subset, 'glyphs');
    if (!Array.isArray(taken))
      throw new Error('fontkit keeps the glyphs of a subset elsewhere now.');
    const places = new Map<number, number>();
    const include: unknown = Reflect.get(subset, 'includeGlyph');
    if (typeof include !== 'function') throw new Error('fontkit includes glyphs otherwise now.');
    const includeGlyph = (id: number): number => {
      const glyph = this.#glyphs[id - glyphNumbers];
      // A component of another glyph, requested by its own id.
      if (glyph === undefined) return Number(Reflect.apply(include, subset, [id]));
      const place = places.get(id) ?? taken.push(glyph) - 1;
      places.set(id, place);
      return place;
    };
    Reflect.set(subset, 'includeGlyph', includeGlyph);
    return subset;
  }
}
