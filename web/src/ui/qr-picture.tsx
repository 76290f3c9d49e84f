import { type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { qrCodeOf } from './qr-code.ts';

/** Shows a QR code, always dark on white, because many scanners cannot read inverted codes. */
export function QrPicture({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}): ReactNode {
  const code = useMemo(() => qrCodeOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className={classNames('mx-auto rounded-control', className ?? 'size-52')}
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
