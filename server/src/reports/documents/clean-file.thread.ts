/**
 * An uploaded file without unwanted parts: scripts, embedded files, metadata, excessive pictures.
 */
import type { RefusalCode } from '@baari/contract/refusals.ts';
import { reportImageMaxPixels, type ReportFileType } from '@baari/contract/visit/report.ts';
import { cleanPdf } from './clean-pdf.thread.ts';
import {
  type ImageSize,
  sizeOfJpeg,
  sizeOfPng,
  stripJpeg,
  stripPng,
} from '../../platform/files/image-metadata.rules.ts';

export interface FileGiven {
  /** The file's type, judged by its first bytes. */
  readonly type: ReportFileType;
  readonly bytes: Uint8Array;
}

/** The clean bytes, or the refusal's code. */
export async function cleanFile({ type, bytes }: FileGiven): Promise<Uint8Array | RefusalCode> {
  switch (type) {
    case 'application/pdf':
      return cleanPdf(bytes);
    case 'image/png':
      return cleanImage(stripPng(bytes), sizeOfPng);
    case 'image/jpeg':
      return cleanImage(stripJpeg(bytes), sizeOfJpeg);
  }
}

/** Decompression bomb: a picture of a few bytes can need gigabytes of memory to open. */
function cleanImage(
  stripped: Uint8Array | undefined,
  sizeOf: (bytes: Uint8Array) => ImageSize | undefined,
): Uint8Array | RefusalCode {
  if (stripped === undefined) return 'file_type_refused';
  const size = sizeOf(stripped);
  if (size === undefined || size.width * size.height === 0) return 'file_type_refused';
  return size.width * size.height > reportImageMaxPixels ? 'image_too_large' : stripped;
}
