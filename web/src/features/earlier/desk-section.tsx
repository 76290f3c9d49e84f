import { type ReactNode, useId } from 'react';

/** One section of the desk's panel about earlier times, with its heading. */
export function DeskSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div>
        <h2 id={id} className="text-base font-semibold text-ink">
          {title}
        </h2>
        {lead !== undefined && <p className="text-sm text-ink-soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** The list items of a section. On a phone the content of each item wraps. */
export function DeskRows({ children }: { children: ReactNode }): ReactNode {
  return <ul className="divide-y divide-line rounded-card border border-line">{children}</ul>;
}

export const rowLook = 'flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5';
