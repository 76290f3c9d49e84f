/**
 * The format of API keys: `baari_<cell>_<43 characters of secret><6 characters of checksum>`, in
 * digits and Latin letters (base62). By the checksum the server refuses a mistyped key without a
 * query, and programs that look for leaked keys recognise one.
 */
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);
/** The length of 256 bits in base62, and of a CRC32. */
const lengths = { secret: 43, checksum: 6 };

/** The bytes of randomness in a key. */
export const secretBytes = 32;

/** The code of an installation, as a key names it. */
export const cellPattern = /^[a-z0-9]{1,12}$/u;

/** The regular expression of a key, as SECURITY.md gives it to secret scanners. */
export const keyPattern = /^baari_[a-z0-9]{1,12}_[0-9A-Za-z]{49}$/u;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text;
  return text.padStart(length, '0');
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), lengths.checksum);
}

/** Makes a key of these 32 random bytes for the installation with this code. */
export function formatKey(cell: string, secret: Uint8Array): string {
  const number = BigInt(`0x${Buffer.from(secret).toString('hex')}`);
  const text = `baari_${cell}_${base62(number, lengths.secret)}`;
  return `${text}${checksumOf(text)}`;
}

/** Whether a text has the form of a key and its checksum is right. */
export function isKeyText(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  const at = text.length - lengths.checksum;
  return checksumOf(text.slice(0, at)) === text.slice(at);
}

/** The part of a key by which people recognise it in a list: its beginning and its end. */
export function shownPart(key: string): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`;
}
