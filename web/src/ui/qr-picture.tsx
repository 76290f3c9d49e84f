import { type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { qrCodeOf } from './qr-code.ts';

/** Dark on white in both appearances: many readers cannot do it the other way round. */
export function QrPicture({
  text,
  label,
  className,
}: {
  /** What a reader is given. */
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
