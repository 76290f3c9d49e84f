import type { ReactNode } from 'react';
import { Card } from '../layout/card.tsx';
import { classNames } from '../class-names.ts';

/** One grey block of a skeleton screen. Give the block the size of the content that replaces it. */
export function Skeleton({ className }: { className?: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-shimmer rounded-[6px] bg-line/80', className)}
    />
  );
}

/** A region that announces to screen readers that its content is loading. */
export function LoadingRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/**
 * Makes a skeleton as tall as the screen. What follows on the page then begins below the screen, and
 * does not jump when the content comes.
 */
export function TallSkeleton({ children }: { children: ReactNode }): ReactNode {
  return <div className="min-h-dvh">{children}</div>;
}

/** The skeleton of several hospital cards or doctor cards. */
export function CardGridSkeleton({
  label,
  count = 6,
}: {
  label: string;
  count?: number;
}): ReactNode {
  return (
    <LoadingRegion label={label} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {times(count).map((index) => (
        <Card key={index} className="flex flex-col gap-4">
          <div className="flex items-start gap-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
          <div className="flex gap-6">
            <Skeleton className="h-10 w-16" />
            <Skeleton className="h-10 w-16" />
            <Skeleton className="h-10 w-16" />
          </div>
          <Skeleton className="h-11 w-full rounded-control md:h-10" />
        </Card>
      ))}
    </LoadingRegion>
  );
}

/** The skeleton of a list of people. */
export function ListSkeleton({ label, rows = 5 }: { label: string; rows?: number }): ReactNode {
  return (
    <LoadingRegion label={label} className="flex flex-col gap-3">
      {times(rows).map((index) => (
        <Card key={index} padding="small" className="flex min-h-18 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
          <Skeleton className="hidden h-8 w-20 rounded-control sm:block" />
        </Card>
      ))}
    </LoadingRegion>
  );
}

/** The skeleton of several cards with numbers (stat cards). */
export function StatsSkeleton({
  label,
  count = 3,
  className = 'gap-3 sm:grid-cols-3',
}: {
  label: string;
  count?: number;
  /** CSS classes for the columns of the skeleton, the same as for the real stat cards. */
  className?: string;
}): ReactNode {
  return (
    <LoadingRegion label={label} className={`grid ${className}`}>
      {times(count).map((index) => (
        <Card key={index} className="flex items-start gap-3">
          <Skeleton className="size-10 shrink-0 rounded-control" />
          <div className="flex min-w-0 flex-1 flex-col gap-2 py-1">
            <Skeleton className="h-6 w-12" />
            <Skeleton className="h-4 w-28 max-w-full" />
          </div>
        </Card>
      ))}
    </LoadingRegion>
  );
}

/** The skeleton of one large part of a page: a profile, a report, or a place in line. */
export function DetailSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label}>
      <Card padding="large" className="flex flex-col gap-6">
        <div className="flex items-center gap-4">
          <Skeleton className="size-16 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {times(4).map((index) => (
            <div key={index} className="flex flex-col gap-2">
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="h-5 w-3/4" />
            </div>
          ))}
        </div>
      </Card>
    </LoadingRegion>
  );
}

function times(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
