/**
 * Copies the objects with which a page is drawn from one PDF to another. Leaves out objects that
 * trigger actions, contain files or identify the author [SEC-11]. Objects to which no copied object
 * refers are dropped.
 */
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { stripJpeg } from '../../platform/files/image-metadata.rules.ts';

type CannotCleanCode =
  | 'file_type_refused'
  | 'file_not_cleanable'
  | 'pdf_too_large'
  | 'image_too_large';

/**
 * Thrown for a PDF that is too large to open, or that cleaning would change visibly or leave with
 * forbidden contents; `code` is the refusal.
 */
export class CannotClean extends Error {
  readonly code: CannotCleanCode;

  constructor(code: CannotCleanCode) {
    super(code);
    this.code = code;
  }
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}

/**
 * Keys of dictionary entries that trigger actions, contain files or identify the author. A page
 * looks the same without these entries.
 */
const leftOut = names(`
  A AA JS JavaScript Next OpenAction PA URI URLS Launch AF EF EmbeddedFiles F FFilter
  FDecodeParms RF OPI Ref Names AcroForm Annots B Collection Dests Outlines Perms
  Threads XFA Info LastModified Metadata PieceInfo Usage SpiderInfo IDS AS
  RichMediaContent RichMediaSettings 3DD 3DV PS Subtype2 Level1
`);
/** Keys that TeX programs write; their values contain paths of the author's files. */
const makersOwn = /^PTEX\./u;

/** Types of dictionaries that are never drawn. */
const kindsLeftOut = names(`
  Action Annot EmbeddedFile F Filespec Metadata OBJR Outlines Sig DocTimeStamp
  Rendition MediaClip 3D RichMedia Collection Thread
`);
const actions = names(`
  GoTo GoToR GoToE GoToDp Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm
  ImportData JavaScript SetOCGState Rendition Trans GoTo3DView RichMediaExecute
`);

/**
 * Keys of dictionaries in which the program that wrote the PDF chooses the keys. In these
 * dictionaries /A may be a letter and /F a font, so `leftOut` does not apply.
 */
const namedByWriter = names(`
  Font XObject ExtGState ColorSpace Pattern Shading Properties CharProcs Colorants
  RoleMap ClassMap
`);

export function nameIn(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export interface Copier {
  /** The PDF into which the objects are copied. */
  readonly context: PDFContext;
  /**
   * Copies an object and the objects to which it refers; undefined for an object that is left out.
   */
  copy(object: PDFObject | undefined): PDFObject | undefined;
  /**
   * Copies a dictionary in which the writing program chose the keys, so no entry is left out
   * because of its key.
   */
  copyNamed(object: PDFObject | undefined): PDFObject | undefined;
  /**
   * Sets the reference that replaces another reference. Call it before an object that contains the
   * old reference is copied.
   */
  replace(from: PDFRef, to: PDFRef): void;
  /** Copies the objects to which the copies refer; call it at the end. */
  finish(): void;
}

export function makeCopier(from: PDFContext): Copier {
  const to = PDFContext.create();
  const copied = new Map<PDFRef, PDFObject>();
  const waiting: (() => void)[] = [];

  function copyRef(ref: PDFRef, isNamed: boolean): PDFObject {
    const known = copied.get(ref);
    if (known !== undefined) return known;
    const target = from.lookup(ref);
    if (isPageOrTree(target)) return PDFNull;
    const copy = to.nextRef();
    copied.set(ref, copy);
    // Queued instead of recursive, because a chain of references can be as long as the file.
    waiting.push(() => to.assign(copy, copyOf(target, isNamed) ?? PDFNull));
    return copy;
  }

  function copyDict(dict: PDFDict, isNamed: boolean): PDFDict | undefined {
    if (isLeftOut(dict)) return undefined;
    const copy = PDFDict.withContext(to);
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      if (!isNamed && (leftOut.has(name) || makersOwn.test(name))) continue;
      const kept = copyOf(value, !isNamed && namedByWriter.has(name));
      if (kept !== undefined) copy.set(key, kept);
    }
    return copy;
  }

  function copyStream(stream: PDFRawStream): PDFObject | undefined {
    // An external stream would contain another file's bytes.
    if (stream.dict.has(PDFName.of('F'))) throw new CannotClean('file_not_cleanable');
    if (nameIn(stream.dict, 'Subtype') === 'PS') return undefined;
    const dict = copyDict(stream.dict, false);
    if (dict === undefined) return undefined;
    dict.delete(PDFName.of('Length'));
    // A drawing must be marked as a form to be drawn within a page, even if only an annotation used
    // the drawing before.
    if (dict.has(PDFName.of('BBox')) && !dict.has(PDFName.of('PatternType'))) {
      dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
    }
    const photo = photoIn(stream);
    if (photo === undefined) return PDFRawStream.of(dict, stream.contents);
    dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
    dict.delete(PDFName.of('DecodeParms'));
    const params = copyOf(photo.params, false);
    if (params !== undefined) dict.set(PDFName.of('DecodeParms'), params);
    return PDFRawStream.of(dict, photo.bytes);
  }

  function copyOf(object: PDFObject | undefined, isNamed: boolean): PDFObject | undefined {
    if (object === undefined) return undefined;
    if (object instanceof PDFInvalidObject) throw new CannotClean('file_type_refused');
    if (object instanceof PDFRef) return copyRef(object, isNamed);
    if (object instanceof PDFRawStream) return copyStream(object);
    if (object instanceof PDFDict) return copyDict(object, isNamed);
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(to);
      for (const element of object.asArray()) copy.push(copyOf(element, false) ?? PDFNull);
      return copy;
    }
    if (object instanceof PDFString || object instanceof PDFHexString) return object.clone();
    return object;
  }

  return {
    context: to,
    copy: (object) => copyOf(object, false),
    copyNamed: (object) => copyOf(object, true),
    replace: (ref, by) => copied.set(ref, by),
    finish() {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next();
    },
  };
}

function isLeftOut(dict: PDFDict): boolean {
  const kind = nameIn(dict, 'Type');
  if (kind !== undefined && kindsLeftOut.has(kind)) return true;
  // A dictionary with an S and a parent P is a structure element, not an action.
  const action = nameIn(dict, 'S');
  return action !== undefined && actions.has(action) && !dict.has(PDFName.of('P'));
}

/**
 * Whether an object is a page or a part of the page tree. Pages are copied one by one; any other
 * reference to a page would copy the whole tree.
 */
function isPageOrTree(object: PDFObject | undefined): boolean {
  if (!(object instanceof PDFDict)) return false;
  const kind = nameIn(object, 'Type');
  return kind === 'Page' || kind === 'Pages' || kind === 'Catalog';
}

interface Photo {
  readonly bytes: Uint8Array;
  /** The parameters for decoding the photo's colours. */
  readonly params: PDFObject | undefined;
}

/**
 * The JPEG photo in a stream, even if the stream is compressed again; undefined for any other
 * stream. The photo's metadata may include place and time.
 */
function photoIn({ dict, contents }: PDFRawStream): Photo | undefined {
  const filters = listed(dict.lookup(PDFName.of('Filter')));
  const last = filters.at(-1);
  if (!(last instanceof PDFName) || !photoFilters.has(last.decodeText())) return undefined;
  const params = listed(dict.lookup(PDFName.of('DecodeParms')));
  const photo = filters.length === 1 ? contents : unpacked(contents, filters, params);
  const bytes = stripJpeg(photo);
  if (bytes === undefined) throw new CannotClean('file_not_cleanable');
  const own = params.at(filters.length - 1);
  return { bytes, params: own instanceof PDFDict ? own : undefined };
}

/** The name of the JPEG filter, and the abbreviation that some programs accept. */
const photoFilters = names('DCTDecode DCT');

/** A single object or an array as a list, with references resolved. */
function listed(object: PDFObject | undefined): (PDFObject | undefined)[] {
  if (!(object instanceof PDFArray)) return object === undefined ? [] : [object];
  return Array.from({ length: object.size() }, (_, index) => object.lookup(index));
}

/** The data of a stream after undoing every filter except the last one. */
function unpacked(
  contents: Uint8Array,
  filters: readonly (PDFObject | undefined)[],
  params: readonly (PDFObject | undefined)[],
): Uint8Array {
  const isPredicted = params.some((one) => {
    const predictor = one instanceof PDFDict ? one.lookup(PDFName.of('Predictor')) : undefined;
    return predictor instanceof PDFNumber && predictor.asNumber() > 1;
  });
  if (isPredicted) throw new CannotClean('file_not_cleanable');
  const context = PDFContext.create();
  const around = PDFArray.withContext(context);
  for (const filter of filters.slice(0, -1)) around.push(filter ?? PDFNull);
  const dict = PDFDict.withContext(context);
  dict.set(PDFName.of('Filter'), around);
  try {
    return decodePDFRawStream(PDFRawStream.of(dict, contents)).decode();
  } catch {
    // The library throws several kinds of errors; each means that the stream cannot be
    // decompressed.
    throw new CannotClean('file_not_cleanable');
  }
}
