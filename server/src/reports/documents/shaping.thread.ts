/**
 * Shapes text with HarfBuzz, which joins and stacks letters and places marks. The font library's
 * own shaper misplaces Bengali letters and fails on common Telugu and Gujarati words
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

/**
 * The direction of a run of text. It is passed to the shaper as an OpenType feature, ltra or rtla.
 */
export const runsTo: Record<Direction, ['ltra' | 'rtla']> = { ltr: ['ltra'], rtl: ['rtla'] };

const letters = new Letters();

/**
 * Makes the font for a language, since some letters differ: ल in Marathi is not drawn as in Hindi.
 * Each document needs a new font.
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
 * The characters of each glyph, which make the PDF searchable and readable by screen readers. In a
 * cluster of several glyphs, the widest glyph gets all characters.
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

/** Glyph ids from this number on are assigned by this module; smaller ids are those of the font. */
const glyphNumbers = 0x10000;

/**
 * Maps glyphs to their characters. ب and پ share a glyph in the font, but a glyph in a PDF stands
 * for only one text. So each character gets its own copy of the glyph.
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

  /**
   * Makes the subset of the font that a document contains. Its glyphs have the ids that this class
   * assigned.
   */
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
      // The glyph is a component of another glyph, and the library asks for it by its id in the
      // font.
      if (glyph === undefined) return Number(Reflect.apply(include, subset, [id]));
      const place = places.get(id) ?? taken.push(glyph) - 1;
      places.set(id, place);
      return place;
    };
    Reflect.set(subset, 'includeGlyph', includeGlyph);
    return subset;
  }
}
