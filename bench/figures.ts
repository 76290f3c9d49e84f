/**
 * The results of one part of the benchmark. Each result has a reference value that is measured in
 * the same run.
 */

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /**
   * The reference value; undefined for a result without a reference, such as a count that must be
   * exact.
   */
  readonly reference: number | undefined;
  /** Describes what the reference value measures. */
  readonly against: string;
  /**
   * The goal for the ratio to the reference, as text, such as `at least 0.5`. Empty for a result
   * without a goal.
   */
  readonly aim: string;
}

/**
 * The value below which this share of the numbers lies, by the nearest rank; NaN for an empty list.
 */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export function say(line: string): void {
  console.log(line);
}

const headings = ['figure', 'measured', 'reference', 'ratio', 'aim (ratio)', 'reference is'];
const numeric = new Set([1, 2, 3]);

/** Formats the benchmark results as a text table. */
export function table(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cells)];
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function cells(figure: Figure): string[] {
  const { value, reference, unit } = figure;
  return [
    figure.name,
    `${readable(value)} ${unit}`,
    reference === undefined ? '–' : `${readable(reference)} ${unit}`,
    reference === undefined ? '–' : (value / reference).toFixed(2),
    figure.aim,
    figure.against,
  ];
}

/** Formats a number with three significant digits. */
export function readable(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
