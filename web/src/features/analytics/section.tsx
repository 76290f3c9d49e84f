import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/card.tsx';

/** A section of statistics with a title. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Card as="section" aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      {children}
    </Card>
  );
}
