/**
 * Rewrites a PDF with the same pages and nothing else: no scripts, actions, files, forms, or traces
 * of its author and program [SEC-11]. The new PDF contains only the objects that are needed to draw
 * the pages.
 */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFParser,
  PDFRef,
  PDFStreamWriter,
} from '@cantoo/pdf-lib';
import { CannotClean, type Copier, makeCopier, nameIn } from './pdf-copy.thread.ts';
import { type Flattened, flattenedOf } from './pdf-flatten.thread.ts';
import { refuseTooLarge } from '../pdf-size.thread.ts';

type Refused = 'file_locked' | CannotClean['code'];

/**
 * Returns the bytes of the clean PDF, or the refusal. `file_locked`: the PDF has a password or
 * cannot be read. `file_not_cleanable`: cleaning would remove essential parts, such as a dynamic
 * form or a portfolio. `pdf_too_large` or `image_too_large`: opening the PDF would need more memory
 * than a phone has.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array | Refused> {
  const from = await readPdf(bytes);
  if (from === undefined) return 'file_type_refused';
  if (from.trailerInfo.Encrypt !== undefined) return 'file_locked';
  try {
    const pdf = cleaned(from);
    await refuseTooLarge(pdf);
    return await PDFStreamWriter.forContext(pdf, everyObject).serializeToBuffer();
  } catch (error) {
    if (error instanceof CannotClean) return error.code;
    // The PDF is nested too deeply or has objects of wrong types.
    if (error instanceof RangeError || isOfThePdf(error)) return 'file_type_refused';
    throw error;
  }
}

/**
 * How many objects the library parses before it yields to the event loop: all, since a worker
 * thread has nothing else to do.
 */
const everyObject = Number.POSITIVE_INFINITY;

/** Parses a PDF; undefined if the bytes are not a readable PDF. */
async function readPdf(bytes: Uint8Array): Promise<PDFContext | undefined> {
  try {
    return await PDFParser.forBytesWithOptions(bytes, everyObject).parseDocument();
  } catch {
    // The library throws a dozen kinds of errors; each means malformed bytes.
    return undefined;
  }
}

/**
 * Whether an error of the library means that the PDF has invalid contents. A TypeError means a bug
 * in our own code.
 */
function isOfThePdf(error: unknown): boolean {
  return error instanceof Error && error.constructor !== Error && !(error instanceof TypeError);
}

function cleaned(from: PDFContext): PDFContext {
  const catalog = from.lookup(from.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) throw new CannotClean('file_type_refused');
  refuseWhatIsElsewhere(catalog);
  const pages = pagesOf(catalog);
  if (pages.length === 0) throw new CannotClean('file_type_refused');
  const copier = makeCopier(from);
  const { context } = copier;
  const tree = context.nextRef();
  const places = pages.map(({ ref }) => {
    const place = context.nextRef();
    if (ref !== undefined) copier.replace(ref, place);
    return place;
  });
  for (const [index, page] of pages.entries()) {
    const place = places[index];
    if (place !== undefined) context.assign(place, copyPage(copier, page, tree));
  }
  const kids = arrayOf(context, places);
  context.assign(tree, context.obj({ Type: 'Pages', Count: pages.length, Kids: kids }));
  const root = copyCatalog(copier, catalog);
  root.set(PDFName.of('Pages'), tree);
  context.trailerInfo.Root = context.register(root);
  copier.finish();
  return context;
}

/**
 * Refuses a PDF with a form that only its own program can render, and a portfolio of files. The
 * pages of such a PDF are not its real contents.
 */
function refuseWhatIsElsewhere(catalog: PDFDict): void {
  const isFolder = catalog.has(PDFName.of('Collection'));
  const isDrawnByProgram = catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True;
  if (isFolder || isDrawnByProgram) throw new CannotClean('file_not_cleanable');
}

interface FoundPage {
  /** The page's reference; undefined for a page written directly in the page tree. */
  readonly ref: PDFRef | undefined;
  readonly dict: PDFDict;
  /** The attributes that the page inherits from the page tree. */
  readonly inherited: ReadonlyMap<string, PDFObject>;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** Returns the pages in order; refuses a cyclic page tree. */
function pagesOf(catalog: PDFDict): FoundPage[] {
  const pages: FoundPage[] = [];
  const branches = new Set<PDFDict>();
  const first = catalog.get(PDFName.of('Pages'));
  const waiting: { object: PDFObject | undefined; inherited: ReadonlyMap<string, PDFObject> }[] = [
    { object: first, inherited: new Map() },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, inherited } = next;
    const dict = dictAt(catalog.context, object);
    if (dict === undefined) continue;
    if (branches.has(dict)) throw new CannotClean('file_type_refused');
    branches.add(dict);
    const kids = dict.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) {
      const passedOn = withOwn(dict, inherited);
      const children = kids.asArray().map((kid) => ({ object: kid, inherited: passedOn }));
      for (const child of children.toReversed()) waiting.push(child);
    } else if (nameIn(dict, 'Type') !== 'Pages') {
      pages.push({ ref: object instanceof PDFRef ? object : undefined, dict, inherited });
    }
  }
  return pages;
}

function withOwn(dict: PDFDict, inherited: ReadonlyMap<string, PDFObject>) {
  const all = new Map(inherited);
  for (const key of inheritable) {
    const own = dict.get(PDFName.of(key));
    if (own !== undefined) all.set(key, own);
  }
  return all;
}

/** The keys of a page that affect how it is drawn; all others are dropped. */
const drawnWith = [
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'UserUnit',
  'Group',
  'StructParents',
  'Contents',
];
const keptOfPage = [...inheritable, ...drawnWith];

function copyPage(copier: Copier, { dict, inherited }: FoundPage, tree: PDFRef): PDFDict {
  const page = copier.context.obj({ Type: 'Page' });
  page.set(PDFName.of('Parent'), tree);
  const own = withOwn(dict, inherited);
  for (const key of keptOfPage) {
    const copy = copier.copy(own.get(key) ?? dict.get(PDFName.of(key)));
    if (copy !== undefined) page.set(PDFName.of(key), copy);
  }
  // Without a MediaBox some programs assume Letter and others show nothing.
  if (!page.has(PDFName.of('MediaBox'))) {
    page.set(PDFName.of('MediaBox'), copier.context.obj([0, 0, 612, 792]));
  }
  drawOn(copier, page, flattenedOf(dict), dictAt(dict.context, own.get('Resources')));
  return page;
}

/**
 * Draws the flattened annotations on top of the page, each annotation under its own resource name.
 */
function drawOn(
  copier: Copier,
  page: PDFDict,
  drawings: readonly Flattened[],
  given: PDFDict | undefined,
): void {
  if (drawings.length === 0) return;
  const { context } = copier;
  // Copies the page's resources, since other pages may share them.
  const resources = asDict(context, copier.copy(given));
  const forms = asDict(context, copier.copyNamed(given?.lookup(PDFName.of('XObject'))));
  const operators = drawings.map(({ form, layer, matrix }, index) => {
    const name = `BaariDrawn${index}`;
    const copy = copier.copy(form) ?? PDFNull;
    forms.set(PDFName.of(name), layer === undefined ? copy : onLayer(copier, copy, layer));
    return `q ${matrix.map(plainNumber).join(' ')} cm /${name} Do Q\n`;
  });
  resources.set(PDFName.of('XObject'), forms);
  page.set(PDFName.of('Resources'), resources);
  const contents = page.lookup(PDFName.of('Contents'));
  const parts =
    contents instanceof PDFArray ? contents.asArray() : [page.get(PDFName.of('Contents'))];
  const whole = [
    streamOf(context, 'q\n'),
    ...parts.filter((part) => part !== undefined && part !== PDFNull),
    streamOf(context, `\nQ\n${operators.join('')}`),
  ];
  page.set(PDFName.of('Contents'), arrayOf(context, whole));
}

/**
 * Wraps a drawing in a form XObject that is visible only when the annotation's layer is visible.
 */
function onLayer(copier: Copier, drawing: PDFObject, layer: PDFObject): PDFRef {
  const { context } = copier;
  const around = context.stream('/Drawn Do', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [-32_767, -32_767, 32_767, 32_767],
    OC: copier.copy(layer) ?? PDFNull,
    Resources: { XObject: { Drawn: drawing } },
  });
  return context.register(around);
}

function dictAt(context: PDFContext, object: PDFObject | undefined): PDFDict | undefined {
  const found = object instanceof PDFRef ? context.lookup(object) : object;
  return found instanceof PDFDict ? found : undefined;
}

function asDict(context: PDFContext, object: PDFObject | undefined): PDFDict {
  return object instanceof PDFDict ? object : PDFDict.withContext(context);
}

function streamOf(context: PDFContext, operators: string): PDFRef {
  return context.register(context.stream(operators));
}

/** Writes a number without an exponent, because the PDF format does not allow exponents. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) throw new CannotClean('file_type_refused');
  return value.toFixed(5);
}

function arrayOf(context: PDFContext, elements: readonly (PDFObject | undefined)[]): PDFArray {
  const array = PDFArray.withContext(context);
  for (const element of elements) if (element !== undefined) array.push(element);
  return array;
}

const keptOfCatalog = ['Lang', 'MarkInfo', 'StructTreeRoot', 'PageLabels', 'PageLayout'] as const;

function copyCatalog(copier: Copier, catalog: PDFDict): PDFDict {
  const root = copier.context.obj({ Type: 'Catalog' });
  for (const key of keptOfCatalog) {
    const copy = copier.copy(catalog.get(PDFName.of(key)));
    if (copy !== undefined) root.set(PDFName.of(key), copy);
  }
  const layers = layersOf(copier, catalog);
  if (layers !== undefined) root.set(PDFName.of('OCProperties'), layers);
  return root;
}

const keptOfLayers = ['Name', 'BaseState', 'ON', 'OFF', 'Order', 'RBGroups', 'Intent'] as const;

/** Copies which layers of the PDF are visible; otherwise hidden layers would be shown. */
function layersOf(copier: Copier, catalog: PDFDict): PDFDict | undefined {
  const properties = catalog.lookup(PDFName.of('OCProperties'));
  if (!(properties instanceof PDFDict)) return undefined;
  const layers = copier.context.obj({});
  const groups = copier.copy(properties.get(PDFName.of('OCGs')));
  if (groups !== undefined) layers.set(PDFName.of('OCGs'), groups);
  const shown = copier.context.obj({});
  const given = properties.lookup(PDFName.of('D'));
  for (const key of keptOfLayers) {
    const copy = given instanceof PDFDict ? copier.copy(given.get(PDFName.of(key))) : undefined;
    if (copy !== undefined) shown.set(PDFName.of(key), copy);
  }
  layers.set(PDFName.of('D'), shown);
  return layers;
}
