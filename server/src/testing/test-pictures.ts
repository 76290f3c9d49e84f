/** Small pictures for tests of uploads. */
import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG, with its length and checksum. */
export function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey picture that declares this size, with further chunks before its pixels. */
export function pngOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1000)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
