import type { ReactNode } from 'react';
import { LogoMark } from '../layout/logo.tsx';

/**
 * Shown until the first page renders; index.html contains the same logo, which shows before any
 * script.
 */
export function Opening({ label }: { label: string }): ReactNode {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center">
      <span className="sr-only">{label}</span>
      <LogoMark className="h-8 w-[62px] animate-pulse-dots" />
    </div>
  );
}
