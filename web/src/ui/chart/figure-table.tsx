import type { ReactNode } from 'react';

export interface FigureRow {
  readonly key: string;
  readonly head: ReactNode;
  /** The table cells, one for each heading after the first. */
  readonly cells: readonly ReactNode[];
}

/** A table of numbers that scrolls sideways on a narrow screen. */
export function FigureTable({
  caption,
  headings,
  rows,
}: {
  /** The table's caption, for screen readers only. */
  caption: string;
  /** The column headings. The first heading is above the row headers. */
  headings: readonly string[];
  rows: readonly FigureRow[];
}): ReactNode {
  const [first, ...others] = headings;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- the keyboard scrolls it; a fieldset it is not
    <div role="group" aria-label={caption} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-start text-xs text-ink-soft">
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {first}
            </th>
            {others.map((heading) => (
              <th key={heading} scope="col" className="px-2 py-2 text-end font-semibold">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="min-w-24 py-2 pe-3 text-start font-medium text-ink">
                <bdi>{head}</bdi>
              </th>
              {cells.map((cell, index) => (
                <td key={others[index]} className="px-2 py-2 text-end whitespace-nowrap text-ink">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
