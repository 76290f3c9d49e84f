import { type ReactNode, useId } from 'react';
import { useWidth } from '../hooks/use-width.ts';

export interface Bar {
  readonly key: string;
  /** The label under the bar, such as "9"; '' for a bar without a label. */
  readonly label: string;
  readonly value: number;
  /**
   * A second value in the same unit, drawn as a thin mark on the bar, such as a 90th percentile.
   */
  readonly mark?: number | null;
  /** The tooltip of the bar. */
  readonly title: string;
}

const height = 160;
const foot = 22;
const left = 40;
/** The chart's assumed width in px until its real width is measured. */
const usualWidth = 720;
/** The width in px that one letter of a label takes, and the smallest width of a bar. */
const letter = 7;
const thinnest = 2;
const scrolling = 'overflow-x-auto print:overflow-visible';

/**
 * A printable bar chart with a scale, from left to right in every language. It is as wide as its
 * container and keeps its font size. Screen readers get only an image, so show the same data in a
 * table below.
 */
export function BarChart({
  label,
  bars,
  format,
  top: givenTop,
}: {
  /** A sentence that says what the chart shows. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** The fixed end of the chart's scale, such as five stars. By default the values decide it. */
  top?: number;
}): ReactNode {
  const titleId = useId();
  const [ref, room] = useWidth<HTMLDivElement>(usualWidth);
  // The chart scrolls sideways where its labels would otherwise overlap.
  const least = leastWidth(bars);
  const width = Math.max(room, least);
  const top =
    givenTop ?? niceTop(Math.max(0, ...bars.flatMap(({ value, mark }) => [value, mark ?? 0])));
  const step = (width - left) / Math.max(1, bars.length);
  const barWidth = Math.max(1, Math.min(36, step * 0.72));
  const yOf = (value: number) => 8 + height * (1 - value / top);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- the keyboard scrolls it on a phone
    <div ref={ref} role="group" aria-label={label} tabIndex={0} className={scrolling}>
      <svg
        role="img"
        aria-labelledby={titleId}
        viewBox={`0 0 ${width} ${height + foot + 8}`}
        style={{ minWidth: least }}
        className="h-auto w-full text-xs tabular-nums [direction:ltr] print:min-w-0! print:break-inside-avoid"
      >
        <title id={titleId}>{label}</title>
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line
              x1={left}
              x2={width}
              y1={yOf(value)}
              y2={yOf(value)}
              className="stroke-line"
              strokeWidth="1"
            />
            <text x={left - 6} y={yOf(value) + 4} textAnchor="end" className="fill-ink-soft">
              {format(value)}
            </text>
          </g>
        ))}
        {bars.map(({ key, value, mark, title, label: under }, index) => {
          const x = left + step * index + (step - barWidth) / 2;
          return (
            <g key={key}>
              <title>{title}</title>
              <rect
                x={x}
                y={yOf(value)}
                width={barWidth}
                height={yOf(0) - yOf(value)}
                rx={Math.min(3, barWidth / 4)}
                className="fill-primary [print-color-adjust:exact]"
              />
              {mark !== undefined && mark !== null && (
                <line
                  x1={x}
                  x2={x + barWidth}
                  y1={yOf(mark)}
                  y2={yOf(mark)}
                  className="stroke-turn-line"
                  strokeWidth="3"
                />
              )}
              {under !== '' && (
                <text
                  x={x + barWidth / 2}
                  y={height + foot}
                  textAnchor="middle"
                  className="fill-ink-soft"
                >
                  {under}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/**
 * Returns the smallest of 2, 4, 6, 10, 20, 40 … that is not below the value. Half of the result is
 * always an integer.
 */
function niceTop(value: number): number {
  if (value <= 2) return 2;
  const size = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 4, 6, 10].find((factor) => factor * size >= value) ?? 10;
  return found * size;
}

/** The width in px that the bars and their labels need. */
function leastWidth(bars: readonly Bar[]): number {
  const labels = bars.filter(({ label }) => label !== '').map(({ label }) => label.length + 1);
  const forLabels = Math.max(0, ...labels) * letter * labels.length;
  return left + Math.max(forLabels, bars.length * thinnest);
}
