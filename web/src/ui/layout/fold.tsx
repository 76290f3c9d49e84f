import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Card } from './card.tsx';

/** A section that shows only its heading until the user opens it, and renders its content then. */
export function Fold({
  title,
  isOpen: isOpenAtFirst = false,
  children,
}: {
  title: ReactNode;
  /** Whether the section is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Card as="section" padding="none" aria-labelledby={id}>
      <details
        className="group"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-2 sm:px-5 [&::-webkit-details-marker]:hidden">
          <h2 id={id} className="text-base font-semibold text-ink">
            {title}
          </h2>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-ink-soft group-open:rotate-180"
          />
        </summary>
        {isOpen && <div className="px-4 pb-4 sm:px-5">{children}</div>}
      </details>
    </Card>
  );
}
