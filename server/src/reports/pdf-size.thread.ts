/**
 * Computes how much memory a PDF needs when opened. The computation itself uses limited memory
 * [SEC-16].
 */
import { createInflate } from 'node:zlib';
import { reportImageMaxPixels, reportPdfMaxUnpackedBytes } from '@baari/contract/visit/report.ts';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { sizeOfJpeg } from '../platform/files/image-metadata.rules.ts';
import { CannotClean } from './documents/pdf-copy.thread.ts';

/**
 * The most bytes between two filters of a stream that is compressed twice; no real program produces
 * more.
 */
const maxBetweenBytes = 20_000_000;

/**
 * Throws `pdf_too_large` if all streams together decompress to more than a phone's memory, and
 * `image_too_large` if one picture alone does so.
 */
export async function refuseTooLarge(pdf: PDFContext): Promise<void> {
  let left = reportPdfMaxUnpackedBytes;
  for (const [, object] of pdf.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    refuseTooManyPixels(object);
    left -= await unpackedLength(object, left);
    if (left < 0) throw new CannotClean('pdf_too_large');
  }
}

function refuseTooManyPixels({ dict, contents }: PDFRawStream): void {
  const width = numberIn(dict.lookup(PDFName.of('Width')) ?? dict.lookup(PDFName.of('W')));
  const height = numberIn(dict.lookup(PDFName.of('Height')) ?? dict.lookup(PDFName.of('H')));
  const isPhoto = contents[0] === 0xff && contents[1] === 0xd8;
  const own = isPhoto ? sizeOfJpeg(contents) : undefined;
  const pixels = Math.max(width * height, (own?.width ?? 0) * (own?.height ?? 0));
  if (pixels > reportImageMaxPixels) throw new CannotClean('image_too_large');
}

function numberIn(object: PDFObject | undefined): number {
  return object instanceof PDFNumber ? Math.max(0, object.asNumber()) : 0;
}

/**
 * The decompressed length of a stream with text and deflate filters. Pictures count separately, by
 * their pixels.
 */
async function unpackedLength({ dict, contents }: PDFRawStream, limit: number): Promise<number> {
  let bytes: Uint8Array = contents;
  const filters = filtersOf(dict.lookup(PDFName.of('Filter')));
  for (const [index, filter] of filters.entries()) {
    const isLast = index === filters.length - 1;
    switch (filter) {
      case 'ASCIIHexDecode':
      case 'AHx':
      case 'ASCII85Decode':
      case 'A85':
        bytes = decoded(bytes, filter);
        break;
      case 'FlateDecode':
      case 'Fl': {
        if (isLast) return (await inflated(bytes, limit, false)).length;
        const between = await inflated(bytes, maxBetweenBytes, true);
        if (between.length > maxBetweenBytes) throw new CannotClean('pdf_too_large');
        bytes = between.bytes;
        break;
      }
      case 'LZWDecode':
      case 'LZW':
        if (!isLast) throw new CannotClean('file_not_cleanable');
        return lengthOfLzw(bytes);
      case 'RunLengthDecode':
      case 'RL':
        if (!isLast) throw new CannotClean('file_not_cleanable');
        return lengthOfRuns(bytes);
      default:
        return bytes.length;
    }
  }
  return bytes.length;
}

function filtersOf(object: PDFObject | undefined): string[] {
  const listed = object instanceof PDFArray ? object.asArray() : [object];
  return listed.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
}

/**
 * The data after undoing one filter. It handles only filters whose output is about as long as their
 * input or shorter.
 */
function decoded(bytes: Uint8Array, filter: string): Uint8Array {
  const dict = PDFContext.create().obj({ Filter: filter });
  try {
    return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode();
  } catch {
    throw new CannotClean('file_type_refused');
  }
}

interface Inflated {
  /** The decompressed length; greater than the limit if decompression stopped at the limit. */
  readonly length: number;
  /** The decompressed bytes; empty unless requested. */
  readonly bytes: Uint8Array;
}

/** Decompresses up to the limit or up to invalid data, like a PDF viewer. */
function inflated(bytes: Uint8Array, limit: number, isKept: boolean): Promise<Inflated> {
  const { promise, resolve } = Promise.withResolvers<Inflated>();
  const unpacking = createInflate();
  const parts: Buffer[] = [];
  let length = 0;
  const end = () => resolve({ length, bytes: Buffer.concat(parts) });
  unpacking.on('data', (part: Buffer) => {
    length += part.length;
    if (length > limit) unpacking.destroy();
    else if (isKept) parts.push(part);
  });
  unpacking.on('error', end);
  unpacking.on('close', end);
  unpacking.end(bytes);
  return promise;
}

const lzwClear = 256;
const lzwEnd = 257;

/** The decompressed length of LZW data, computed without decompressing it (PDF 32000-1, 7.4.4). */
export function lengthOfLzw(bytes: Uint8Array): number {
  let lengths: number[] = [];
  let total = 0;
  let before = 0;
  let width = 9;
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >>> bits) & ((1 << width) - 1);
    if (code === lzwEnd) return total;
    if (code === lzwClear) {
      lengths = [];
      width = 9;
      before = 0;
      continue;
    }
    const known = code < lzwClear ? 1 : lengths[code - lzwEnd - 1];
    const length = known ?? before + 1;
    total += length;
    if (before > 0 && lengths.length < 4096 - lzwEnd - 1) lengths.push(before + 1);
    before = length;
    const next = lengths.length + lzwEnd + 2;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return total;
}

/** The decompressed length of run-length data (7.4.5). */
export function lengthOfRuns(bytes: Uint8Array): number {
  let total = 0;
  let at = 0;
  while (at < bytes.length) {
    const count = bytes[at] ?? 128;
    if (count === 128) return total;
    total += count < 128 ? count + 1 : 257 - count;
    at += count < 128 ? count + 2 : 2;
  }
  return total;
}
