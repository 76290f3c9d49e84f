import type { ReactNode } from 'react';
import { LogoMark } from '../layout/logo.tsx';

/**
 * The loading screen until the first page renders. index.html contains the same logo, which is
 * visible before any script runs.
 */
export function Opening({ label }: { label: string }): ReactNode {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center">
      <span className="sr-only">{label}</span>
      <LogoMark className="h-8 w-[62px] animate-pulse-dots" />
    </div>
  );
}
