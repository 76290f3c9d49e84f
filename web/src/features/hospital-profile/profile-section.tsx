import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/layout/card.tsx';

/** One section of the hospital's profile, in view mode or edit mode. */
export function ProfileSection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}): ReactNode {
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      <div className="mt-4">{children}</div>
    </Card>
  );
}
