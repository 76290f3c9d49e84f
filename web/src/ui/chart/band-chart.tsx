import { type ReactNode, useId } from 'react';
import { useWidth } from '../hooks/use-width.ts';

/**
 * The 10th percentile, the median and the 90th percentile of several simulations at one point in
 * time.
 */
export interface BandPoint {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The chart's assumed width in px until its real width is measured. */
const usualWidth = 400;
const height = 200;
const edge = { left: 30, right: 8, top: 10, bottom: 24 };

/**
 * A line chart with a band around the line, and a second line. Time runs from left to right in
 * every language. Screen readers get only an image, so show the same data in a table below.
 */
export function BandChart({
  label,
  band,
  line,
  top,
  under,
  format,
}: {
  /** A sentence that says what the chart shows. */
  label: string;
  band: readonly BandPoint[];
  /** The values of the second line in the chart, one for each point of the band. */
  line: readonly number[];
  /** The upper end of the chart's scale. Charts to be compared need the same value. */
  top: number;
  /** The labels under the points of the chart; '' for a point without a label. */
  under: readonly string[];
  format: (value: number) => string;
}): ReactNode {
  const titleId = useId();
  const [ref, width] = useWidth<HTMLDivElement>(usualWidth);
  const steps = Math.max(1, band.length - 1);
  const xOf = (index: number) => edge.left + ((width - edge.left - edge.right) * index) / steps;
  const yOf = (value: number) =>
    edge.top + (height - edge.top - edge.bottom) * (1 - value / Math.max(1, top));
  const path = (values: readonly number[]) =>
    values.map((value, index) => `${xOf(index).toFixed(1)},${yOf(value).toFixed(1)}`).join(' ');
  const around = [
    ...band.map(({ high }, index) => `${xOf(index).toFixed(1)},${yOf(high).toFixed(1)}`),
    ...band.map(({ low }, index) => `${xOf(index).toFixed(1)},${yOf(low).toFixed(1)}`).toReversed(),
  ].join(' ');
  return (
    <div ref={ref} className="max-w-160">
      <svg
        role="img"
        aria-labelledby={titleId}
        viewBox={`0 0 ${width} ${height}`}
        className="[direction:ltr] h-auto w-full text-xs tabular-nums print:break-inside-avoid"
      >
        <title id={titleId}>{label}</title>
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line
              x1={edge.left}
              x2={width - edge.right}
              y1={yOf(value)}
              y2={yOf(value)}
              className="stroke-line"
              strokeWidth="1"
            />
            <text x={edge.left - 5} y={yOf(value) + 4} textAnchor="end" className="fill-ink-soft">
              {format(value)}
            </text>
          </g>
        ))}
        <polygon points={around} className="fill-primary/25 [print-color-adjust:exact]" />
        <polyline
          points={path(band.map(({ middle }) => middle))}
          className="fill-none stroke-primary"
          strokeWidth="2"
        />
        <polyline
          points={path(line)}
          className="fill-none stroke-ink"
          strokeWidth="1.5"
          strokeDasharray="4 3"
        />
        {under.map(
          (text, index) =>
            text !== '' && (
              <text
                key={text}
                x={xOf(index)}
                y={height - 7}
                textAnchor="middle"
                className="fill-ink-soft"
              >
                {text}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}
