/** An authenticator app for tests, which is set up by the address in a QR code. */
import { createHmac } from 'node:crypto';

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.replaceAll('=', ''))
    .map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/gu) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The app's codes (RFC 6238). The codes of the neighbouring periods are valid too. */
export function appOf(totpURI: string) {
  const key = fromBase32(new URL(totpURI).searchParams.get('secret') ?? '');
  return (period: -1 | 0 | 1 = 0) => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + period));
    const digest = createHmac('sha1', key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 15;
    const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
    return String(number % 1_000_000).padStart(6, '0');
  };
}
