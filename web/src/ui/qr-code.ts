/** Encodes a text as a QR code. */
import { encode } from 'uqr';

export interface QrCode {
  /** The number of modules (squares) along a side, including the light border. */
  readonly size: number;
  /** The dark modules (squares) of the QR code as an SVG path. Each module is one unit wide. */
  readonly path: string;
}

/**
 * Encodes a text as a QR code with the light border of four modules (squares) that scanners need.
 */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
