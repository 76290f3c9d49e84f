/** Which photos are accepted; only their pixels are stored [ENT-4]. */
import { photoMaxBytes, photoMaxSide, type PhotoType } from '@baari/contract/doctor/photo.ts';
import {
  sizeOfJpeg,
  sizeOfPng,
  stripJpeg,
  stripPng,
} from '../../platform/files/image-metadata.rules.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

export interface Photo {
  readonly type: PhotoType;
  readonly bytes: Uint8Array;
}

const kinds = [
  {
    type: 'image/png',
    begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    strip: stripPng,
    sizeOf: sizeOfPng,
  },
  { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff], strip: stripJpeg, sizeOf: sizeOfJpeg },
] as const;

/**
 * Returns the photo without metadata, such as the place where it was taken, and without trailing
 * bytes. The type is read from the bytes. Refuses: file_type_refused, photo_too_large. Runs in
 * linear time.
 */
export function cleanPhoto(
  sent: { readonly type: string; readonly bytes: Uint8Array } | undefined,
): Result<Photo> {
  const kind = kinds.find(({ begins }) => begins.every((byte, at) => sent?.bytes[at] === byte));
  if (sent === undefined || kind === undefined || kind.type !== sent.type) {
    return refuse('file_type_refused');
  }
  if (sent.bytes.length > photoMaxBytes) return refuse('photo_too_large');
  const bytes = kind.strip(sent.bytes);
  const size = bytes && kind.sizeOf(bytes);
  if (bytes === undefined || size === undefined || size.width * size.height === 0) {
    return refuse('file_type_refused');
  }
  if (Math.max(size.width, size.height) > photoMaxSide) return refuse('photo_too_large');
  return ok({ type: kind.type, bytes });
}
