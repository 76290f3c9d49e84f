import type { ReactNode } from 'react';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: string;
  /** Beside the label, where figures of now and of past days stand together. */
  readonly note?: string;
}

/** A few figures side by side, each under its value. */
export function Figures({ figures }: { figures: readonly Figure[] }): ReactNode {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ label, value, hint, note }) => (
        <div key={label} className="flex flex-col-reverse" title={hint}>
          <dt className="text-xs text-ink-soft">
            {label}
            {note && <span aria-hidden="true">{` · ${note}`}</span>}
            {hint && <span className="sr-only">{` (${hint})`}</span>}
          </dt>
          <dd className="text-lg leading-snug font-semibold text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
