import type { ReactNode } from 'react';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: string;
  /**
   * A note beside the label of a number. The note says whether the number is current or of the
   * past.
   */
  readonly note?: string;
}

/** A few numbers side by side, each above its label. */
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
