/** A text as a QR code to draw. */
import { encode } from 'uqr';

export interface QrCode {
  /** Modules along a side, the quiet border included. */
  readonly size: number;
  /** The dark modules as an SVG path, one unit each. */
  readonly path: string;
}

/** Dark modules row by row; readers ask for a border of four light ones. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
