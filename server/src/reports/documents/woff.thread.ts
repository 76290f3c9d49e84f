/** Unpacks WOFF 1.0, the web font format, to the plain font inside it. */
import { inflateSync } from 'node:zlib';

const woffHead = 44;
const woffEntry = 20;
const plainHead = 12;
const plainEntry = 16;

/**
 * Returns the plain font's bytes. From a WOFF file, the font library would decompress every table
 * in JavaScript for each document. That took most of the time needed to draw a page.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(plainHead + count * plainEntry);
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * plainEntry, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * plainEntry, 10);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woffHead + index * woffEntry;
    const table = tableAt(woff, entry);
    const to = plainHead + index * plainEntry;
    woff.copy(directory, to, entry, entry + 4);
    woff.copy(directory, to + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(at, to + 8);
    directory.writeUInt32BE(table.length, to + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, entry: number): Buffer {
  const start = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const packed = woff.subarray(start, start + packedLength);
  const table = packedLength < length ? inflateSync(packed) : packed;
  if (table.length !== length) throw new Error('A table of the font is not as long as it says.');
  return table;
}
