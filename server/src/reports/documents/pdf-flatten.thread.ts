/**
 * Flattens annotations (a stamp, a mark, a filled field) into the page: they stay visible, but are
 * no longer active [SEC-11].
 */
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
  PDFHexString,
} from '@cantoo/pdf-lib';
import { CannotClean, nameIn } from './pdf-copy.thread.ts';

/**
 * The drawing of an annotation, and the transformation that puts it in the annotation's position on
 * the page.
 */
export interface Flattened {
  readonly form: PDFRef;
  /** The optional layer to which the annotation belongs. */
  readonly layer: PDFObject | undefined;
  /** The six operands of the PDF operator `cm`. */
  readonly matrix: readonly number[];
}

const hidden = 2;
const noView = 32;
/**
 * Kinds of annotations that are not drawn on the page: a viewer shows them on a click, or never.
 */
const notOnPage = new Set(['Popup', 'Link', 'Text', 'FileAttachment', 'Sound', 'Movie', 'Screen']);

/**
 * Returns the drawings of a page's annotations in order. Refuses annotations without a drawing,
 * which only a viewer could draw.
 */
export function flattenedOf(page: PDFDict): Flattened[] {
  const annotations = page.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return [];
  return Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index))
    .filter((annotation) => annotation instanceof PDFDict)
    .flatMap(flattened);
}

function flattened(annotation: PDFDict): Flattened[] {
  if ((numberIn(annotation, 'F') & (hidden | noView)) !== 0) return [];
  const form = appearanceOf(annotation);
  if (form === 'nothing') return [];
  const kind = nameIn(annotation, 'Subtype') ?? '';
  if (form === undefined) {
    if (notOnPage.has(kind) || (kind === 'Widget' && !hasValue(annotation))) return [];
    throw new CannotClean('file_not_cleanable');
  }
  const target = boxOf(annotation, 'Rect');
  const drawing = annotation.context.lookup(form);
  if (!(drawing instanceof PDFRawStream)) return [];
  const source = movedBox(boxOf(drawing.dict, 'BBox'), matrixOf(drawing.dict));
  if (target === undefined || source === undefined || kind === 'Popup') return [];
  return [{ form, layer: annotation.get(PDFName.of('OC')), matrix: fitting(source, target) }];
}

/**
 * The annotation's current drawing; for a checkbox, the drawing of its current state, which may be
 * empty. Undefined if the annotation has none.
 */
function appearanceOf(annotation: PDFDict): PDFRef | 'nothing' | undefined {
  const appearances = annotation.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return undefined;
  const normal = PDFName.of('N');
  const states = appearances.lookup(normal);
  if (!(states instanceof PDFDict)) return drawingIn(appearances, normal);
  return drawingIn(states, PDFName.of(nameIn(annotation, 'AS') ?? 'Off')) ?? 'nothing';
}

/**
 * A reference to the annotation's drawing, since thousands of annotations may share one drawing.
 */
function drawingIn(dict: PDFDict, key: PDFName): PDFRef | undefined {
  const drawing = dict.get(key);
  return drawing instanceof PDFRef && dict.lookup(key) instanceof PDFRawStream
    ? drawing
    : undefined;
}

/** Whether a form field has a value, either its own value or an inherited one. */
function hasValue(field: PDFDict): boolean {
  let at: PDFDict | undefined = field;
  for (let depth = 0; at !== undefined && depth < 16; depth += 1) {
    const value = at.lookup(PDFName.of('V'));
    const isText = value instanceof PDFString || value instanceof PDFHexString;
    if (isText && value.decodeText() !== '') return true;
    if (value instanceof PDFName && value.decodeText() !== 'Off') return true;
    const parent: unknown = at.lookup(PDFName.of('Parent'));
    at = parent instanceof PDFDict ? parent : undefined;
  }
  return false;
}

function numberIn(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

function boxAround(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const bottom = Math.min(...ys);
  return { left, bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom };
}

/** A box of four numbers; undefined for anything else. */
function boxOf(dict: PDFDict, key: string): Box | undefined {
  const [a, b, c, d] = numbersIn(dict, key);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return boxAround([
    [a, b],
    [c, d],
  ]);
}

function numbersIn(dict: PDFDict, key: string): number[] {
  const array = dict.lookup(PDFName.of(key));
  if (!(array instanceof PDFArray)) return [];
  return Array.from({ length: Math.min(array.size(), 6) }, (_, index) => array.lookup(index))
    .filter((element) => element instanceof PDFNumber)
    .map((element) => element.asNumber());
}

const unchanged = [1, 0, 0, 1, 0, 0] as const;

function matrixOf(dict: PDFDict): readonly number[] {
  const matrix = numbersIn(dict, 'Matrix');
  return matrix.length === 6 ? matrix : unchanged;
}

/** The bounding box of a transformed box (ISO 32000-2, 12.5.5). */
function movedBox(box: Box | undefined, matrix: readonly number[]): Box | undefined {
  if (box === undefined) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const { left, bottom, width, height } = box;
  return boxAround(
    [
      [left, bottom],
      [left + width, bottom],
      [left, bottom + height],
      [left + width, bottom + height],
    ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
}

function fitting(source: Box, target: Box): number[] {
  const across = source.width === 0 ? 1 : target.width / source.width;
  const up = source.height === 0 ? 1 : target.height / source.height;
  const x = target.left - source.left * across;
  const y = target.bottom - source.bottom * up;
  return [across, 0, 0, up, x, y];
}
