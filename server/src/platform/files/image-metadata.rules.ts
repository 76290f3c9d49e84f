/** Removes metadata from images, because it reveals where, when and with which device a picture was taken. */

const pngStart = 8;
/**
 * The PNG chunks needed to draw a picture, each with its largest size. All others are dropped, and the size
 * limits leave no space for hidden data.
 */
const pngKept: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['IEND', 0],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['sBIT', 4],
  ['bKGD', 6],
  ['pHYs', 9],
]);
/**
 * Matches a PNG chunk name that starts with a capital letter. The picture cannot be drawn without
 * such a chunk.
 */
const isNeeded = /^[A-Z]/u;

/** Removes metadata and trailing bytes from a PNG; undefined if it is malformed. */
export function stripPng(bytes: Uint8Array): Uint8Array | undefined {
  const parts = [bytes.subarray(0, pngStart)];
  const view = viewOf(bytes);
  let at = pngStart;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at === pngStart && name !== 'IHDR') return undefined;
    const longest = pngKept.get(name);
    if (longest !== undefined && length <= longest) parts.push(bytes.subarray(at, end));
    else if (longest !== undefined && isNeeded.test(name)) return undefined;
    if (name === 'IEND') return join(parts);
    at = end;
  }
  return undefined;
}

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG without metadata, which begins with its header. */
export function sizeOfPng(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < pngStart + 25) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(pngStart) !== 13) return undefined;
  return { width: view.getUint32(pngStart + 8), height: view.getUint32(pngStart + 12) };
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
const exif = 0xe1;
/**
 * The marker of Adobe's JPEG segment, which defines the colour transform; without it some pictures
 * turn green.
 */
const adobe = 0xee;

/**
 * Removes APPn, COM and unknown segments and trailing bytes from a JPEG; undefined if it is malformed. Of
 * Exif only the orientation is kept, because phones rotate pictures by it.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const parts = [bytes.subarray(0, 2)];
  const view = viewOf(bytes);
  let at = 2;
  let hasScan = false;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      parts.push(bytes.subarray(at, at + 2));
      return hasScan ? join(parts) : undefined;
    }
    if (at + 4 > bytes.length) return undefined;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    if (marker === exif) {
      const turned = orientationOf(segment);
      if (turned !== undefined) parts.push(orientationSegment(turned));
    } else if (isKept(marker, segment)) parts.push(segment);
    at = end;
    if (marker !== startOfScan) continue;
    hasScan = true;
    const scanEnd = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  return undefined;
}

/**
 * The size of a JPEG without metadata, read from its first frame. Undefined if the picture data
 * comes before any frame.
 */
export function sizeOfJpeg(bytes: Uint8Array): ImageSize | undefined {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === startOfScan || marker === endOfImage) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * Whether the JPEG marker begins a frame. The markers SOF0 to SOF15 do, except three numbers that
 * mean something else.
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/**
 * The JPEG segments that the picture needs: tables, scan data and restart intervals. Other segments
 * can hold anything.
 */
const drawnWith = new Set([0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd]);

function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === adobe) {
    return segment.length === 16 && String.fromCharCode(...segment.subarray(4, 9)) === 'Adobe';
  }
  return isFrame(marker) || drawnWith.has(marker);
}

/** Finds the end of the coded picture: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 1;
  }
  return bytes.length;
}

const exifHead = [0x45, 0x78, 0x69, 0x66, 0, 0];
const orientationTag = 0x0112;

/** The Exif orientation, 2 to 8, if the picture is rotated or mirrored. */
function orientationOf(segment: Uint8Array): number | undefined {
  if (!exifHead.every((byte, index) => segment[4 + index] === byte)) return undefined;
  const tiff = segment.subarray(10);
  if (tiff.length < 14) return undefined;
  const view = viewOf(tiff);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return undefined;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (view.getUint16(entry, little) !== orientationTag) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Builds the smallest Exif segment, with only the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const content = [...exifHead, ...tiff, ...entry, 0, 0, 0, 0];
  return Uint8Array.from([0xff, exif, 0, content.length + 2, ...content]);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
