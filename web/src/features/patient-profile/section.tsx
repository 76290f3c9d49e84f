import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';

/** A section of the patient's profile. Its heading can take the focus. */
export function Section({
  title,
  lead,
  headingRef,
  className,
  children,
}: {
  title: string;
  lead?: string;
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <Card
      as="section"
      aria-labelledby={id}
      className={classNames('flex flex-col gap-4', className)}
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-base font-semibold text-ink">
          {title}
        </h2>
        {lead && <p className="text-sm text-ink-soft">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
