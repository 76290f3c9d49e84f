/**
 * Removes unwanted parts from an uploaded file: scripts, embedded files, metadata. Refuses pictures
 * that are too large.
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
  /** The file's type, recognised by its first bytes. */
  readonly type: ReportFileType;
  readonly bytes: Uint8Array;
}

/** Returns the clean bytes, or the code of the refusal. */
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

/**
 * Refuses a picture that needs too much memory when opened. A decompression bomb of a few bytes can
 * need gigabytes.
 */
function cleanImage(
  stripped: Uint8Array | undefined,
  sizeOf: (bytes: Uint8Array) => ImageSize | undefined,
): Uint8Array | RefusalCode {
  if (stripped === undefined) return 'file_type_refused';
  const size = sizeOf(stripped);
  if (size === undefined || size.width * size.height === 0) return 'file_type_refused';
  return size.width * size.height > reportImageMaxPixels ? 'image_too_large' : stripped;
}
