/**
 * Reads the text of a PDF that the application made, line by line from left to right, as a person
 * sees it.
 */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { create, type Font } from 'fontkit';

export interface DrawnGlyph {
  /**
   * The text that a screen reader gets for the glyph; empty for a glyph that is part of a
   * neighbouring glyph.
   */
  readonly says: string;
  /** The glyph's outline as a path; the outline of a missing glyph (.notdef) is a box. */
  readonly shape: string;
  readonly isMissing: boolean;
}

/** The lines of all pages, each a list of glyphs from left to right. */
export async function linesOnPaper(pdf: Uint8Array): Promise<DrawnGlyph[][]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().flatMap(linesOf);
}

export function said(line: readonly DrawnGlyph[]): string {
  return line.map(({ says }) => says).join('');
}

const drawing = /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) \S+ Tf|<([\da-f]*)>/gu;

function linesOf(page: PDFPage): DrawnGlyph[][] {
  const fonts = new Map<string, EmbeddedFont>();
  const placed: { x: number; y: number; glyphs: DrawnGlyph[] }[] = [];
  let font: EmbeddedFont | undefined;
  let base = Number.NaN;
  for (const block of contentOf(page)
    .split(/\bBT\b/u)
    .slice(1)) {
    let at = { x: 0, y: 0, glyphs: [] as DrawnGlyph[] };
    let isFirst = true;
    for (const [, x, y, name, hex] of block.matchAll(drawing)) {
      if (x !== undefined && isFirst) {
        base = Number(y);
        isFirst = false;
        at = { x: Number(x), y: base, glyphs: [] };
        placed.push(at);
      }
      if (name !== undefined) {
        font = fonts.get(name) ?? embeddedFont(page, name);
        fonts.set(name, font);
      }
      for (const [code] of hex?.matchAll(/.{4}/gu) ?? []) {
        if (font !== undefined) at.glyphs.push(font(Number.parseInt(code, 16)));
      }
    }
  }
  const heights = [...new Set(placed.map(({ y }) => y))].toSorted((a, b) => b - a);
  return heights.map((height) =>
    placed
      .filter(({ y }) => y === height)
      .toSorted((a, b) => a.x - b.x)
      .flatMap(({ glyphs }) => glyphs),
  );
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams
    .map((stream) => (stream === undefined ? undefined : page.doc.context.lookup(stream)))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
    .join('\n');
}

type EmbeddedFont = (glyph: number) => DrawnGlyph;

function embeddedFont(page: PDFPage, name: string): EmbeddedFont {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const font = fonts?.lookup(PDFName.of(name), PDFDict);
  const parts = font?.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  const descriptor = parts?.lookup(PDFName.of('FontDescriptor'), PDFDict);
  const meanings = meaningsIn(bytesOf(font, 'ToUnicode').toString('latin1'));
  const shapes = create(bytesOf(descriptor, 'FontFile2'));
  return (glyph) => ({
    says: meanings[glyph] ?? '',
    shape: 'getGlyph' in shapes ? shapeIn(shapes, glyph) : '',
    isMissing: glyph === 0,
  });
}

function shapeIn(font: Font, glyph: number): string {
  return font.getGlyph(glyph).path.toSVG();
}

function bytesOf(dict: PDFDict | undefined, key: string): Buffer {
  const stream = dict?.lookup(PDFName.of(key));
  if (!(stream instanceof PDFRawStream)) throw new Error(`The font has no ${key}.`);
  return Buffer.from(decodePDFRawStream(stream).decode());
}

/** The texts in a PDF's character table, indexed by glyph number. */
function meaningsIn(table: string): string[] {
  const lists = [...table.matchAll(/\[([^\]]*)\]/gu)].map(([, list = '']) => list);
  return lists.flatMap((list) =>
    Array.from(list.matchAll(/<([^>]*)>/gu), ([, units = '']) =>
      Buffer.from(units.replaceAll(/\s/gu, ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}
