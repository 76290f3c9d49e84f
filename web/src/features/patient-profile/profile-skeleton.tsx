import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

/** The skeleton of the profile's cards. Each card has about its real size. */
export function ProfileSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="grid items-start gap-4 lg:grid-cols-2">
      <CardSkeleton facts={6} className="lg:row-span-2" />
      <CardSkeleton facts={1} />
      <CardSkeleton facts={3} />
      <CardSkeleton facts={2} className="lg:col-span-2" />
    </LoadingRegion>
  );
}

function CardSkeleton({ facts, className }: { facts: number; className?: string }): ReactNode {
  return (
    <Card className={classNames('flex flex-col gap-4', className)}>
      <Skeleton className="h-6 w-36" />
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {Array.from({ length: facts }, (_, index) => (
          <div key={index} className="flex flex-col gap-1.5">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-5 w-3/4" />
          </div>
        ))}
      </div>
    </Card>
  );
}
