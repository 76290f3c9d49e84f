import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/card.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/**
 * The skeleton of the search field and filters. It reserves their space, so that the cards below do
 * not move.
 */
export function FiltersSkeleton({ className }: { className: string }): ReactNode {
  return (
    <div aria-hidden="true" className={className}>
      <Skeleton className="h-11 rounded-control sm:col-span-2 lg:col-span-1 md:pointer-fine:h-10" />
      <Skeleton className="h-11 rounded-control md:pointer-fine:h-10" />
      <Skeleton className="h-11 rounded-control md:pointer-fine:h-10" />
      <Skeleton className="my-3 h-5 w-32 sm:col-span-2 lg:col-span-3 md:pointer-fine:my-1.5" />
    </div>
  );
}

/** The skeleton of hospital cards, in the same size as the cards. */
export function HospitalCardsSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="flex flex-col gap-4">
      <Skeleton className="h-5 w-28" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places.map((place) => (
          <Card key={place} className="flex min-h-80 flex-col gap-3">
            <div className="flex flex-col gap-2">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-3/5" />
            </div>
            <FiguresSkeleton />
            <div className="flex gap-1.5">
              <Skeleton className="h-6 w-20 rounded-full" />
              <Skeleton className="h-6 w-24 rounded-full" />
            </div>
            <div className="mt-auto flex flex-col gap-3">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-11 w-full rounded-control md:pointer-fine:h-10" />
            </div>
          </Card>
        ))}
      </div>
    </LoadingRegion>
  );
}

/** The skeleton of doctor cards, in the same size as the cards. */
export function DoctorCardsSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {places.map((place) => (
        <Card key={place} className="flex min-h-64 flex-col gap-3">
          <div className="flex items-start gap-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
          <FiguresSkeleton />
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="mt-auto h-11 w-full rounded-control md:pointer-fine:h-10" />
        </Card>
      ))}
    </LoadingRegion>
  );
}

/** The skeleton of a hospital page's header. */
export function HospitalHeadSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="mb-6 flex flex-col gap-3">
      <Skeleton className="h-8 w-2/3 max-w-96" />
      <Skeleton className="h-5 w-1/2 max-w-72" />
      <Card className="mt-1 grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </Card>
    </LoadingRegion>
  );
}

function FiguresSkeleton(): ReactNode {
  return (
    <div className="flex gap-6">
      <Skeleton className="h-10 w-16" />
      <Skeleton className="h-10 w-14" />
      <Skeleton className="h-10 w-14" />
    </div>
  );
}
