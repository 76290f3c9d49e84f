import type { ReactNode } from 'react';
import { DetailSkeleton, Skeleton } from '../feedback/skeleton.tsx';
import { Logo } from './logo.tsx';

/**
 * The frame and a skeleton of the page that opens after sign-in, while its code loads. It covers
 * the page that was open before.
 */
export function FrameSkeleton({ label }: { label: string }): ReactNode {
  return (
    <div className="fixed inset-0 z-40 flex flex-col bg-canvas md:flex-row">
      <div className="flex min-h-14 shrink-0 items-center border-line bg-surface px-4 max-md:border-b md:h-dvh md:w-66 md:flex-col md:items-stretch md:gap-6 md:border-e md:py-5">
        <Logo />
        <div className="flex flex-col gap-5 max-md:hidden">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      </div>
      <div className="mx-auto w-full max-w-7xl min-w-0 flex-1 px-4 py-5 sm:px-6 md:py-8 lg:px-8">
        <DetailSkeleton label={label} />
      </div>
    </div>
  );
}
