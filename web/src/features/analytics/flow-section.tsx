import type { Flow } from '@baari/contract/hospital/analytics-flow.ts';
import { type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { FigureTable } from '../../ui/chart/figure-table.tsx';
import { useWidth } from '../../ui/hooks/use-width.ts';
import { AsTable } from './as-table.tsx';
import { Section } from './section.tsx';
import { hourText } from './hour-text.ts';

type Line = Flow['lines'][number];

/**
 * The maximum number of lines of patients in the chart. The lines with the longest waits are shown.
 */
const mostDrawn = 8;

/**
 * Shows where patients wait: by hour as a chart, by line, by service point, and how patients go
 * from line to line [LINE-5].
 */
export function FlowFigures({ flow }: { flow: Flow }): ReactNode {
  const { administration: t } = useMessages('administration');
  const words = t.analytics.flow;
  if (flow.lines.length === 0) return null;
  return (
    <>
      <Section title={words.title}>
        <p className="text-sm text-ink-soft">{words.lead}</p>
        <WaitingByHour lines={flow.lines} />
        <LineTable lines={flow.lines} />
      </Section>
      {flow.points.length > 0 && (
        <Section title={words.byPoint}>
          <PointTable points={flow.points} />
        </Section>
      )}
      {flow.routes.length > 0 && (
        <Section title={words.routes}>
          <RouteTable routes={flow.routes} />
        </Section>
      )}
    </>
  );
}

/**
 * For each line of patients, a row of bars with the mean number of waiting patients by hour. All
 * rows use one scale.
 */
function WaitingByHour({ lines }: { lines: readonly Line[] }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.flow;
  const drawn = lines.slice(0, mostDrawn).filter(({ waiting }) => waiting.some((n) => n > 0));
  const all = drawn.flatMap(({ waiting }) => waiting.flatMap((n, hour) => (n > 0 ? [hour] : [])));
  const hours = spanOf(all);
  if (hours.length === 0) return null;
  const top = Math.max(...drawn.flatMap(({ waiting }) => waiting));
  return (
    <>
      <div className="flex flex-col gap-3">
        {drawn.map((line) => (
          <Band key={line.id} line={line} hours={hours} top={top} />
        ))}
      </div>
      <AsTable>
        <FigureTable
          caption={words.byHour}
          headings={[words.line, ...hours.map((hour) => hourText(format, hour))]}
          rows={drawn.map(({ id, name, waiting }) => ({
            key: id,
            head: name,
            cells: hours.map((hour) => format.number(waiting[hour] ?? 0)),
          }))}
        />
      </AsTable>
    </>
  );
}

const height = 64;
const foot = 18;
/** The chart's assumed width in px until its real width is measured. */
const usualWidth = 560;
/** The gap between two bars of the chart in px. */
const gap = 2;

function Band({
  line,
  hours,
  top,
}: {
  line: Line;
  hours: readonly number[];
  top: number;
}): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.flow;
  const titleId = useId();
  const [first = 0] = hours;
  const busiest = hours.reduce(
    (best, hour) => ((line.waiting[hour] ?? 0) > (line.waiting[best] ?? 0) ? hour : best),
    first,
  );
  const most = format.number(line.waiting[busiest] ?? 0);
  const [ref, width] = useWidth<HTMLElement>(usualWidth);
  const step = width / hours.length;
  return (
    <figure ref={ref} className="flex max-w-140 flex-col gap-1">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium wrap-anywhere text-ink">
          <bdi>{line.name}</bdi>
        </span>
        <span className="text-ink-soft tabular-nums">
          {words.busiest(hourText(format, busiest), most)}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-labelledby={titleId}
        viewBox={`0 0 ${width} ${height + foot}`}
        className="[direction:ltr] h-auto w-full text-xs tabular-nums print:break-inside-avoid"
      >
        <title id={titleId}>{words.picture(line.name, hourText(format, busiest), most)}</title>
        <line
          x1={0}
          x2={width}
          y1={height}
          y2={height}
          className="stroke-line"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        {hours.map((hour, index) => {
          const waiting = line.waiting[hour] ?? 0;
          const high = top === 0 ? 0 : (height - 4) * (waiting / top);
          return (
            <g key={hour}>
              <title>{words.hourTitle(hourText(format, hour), format.number(waiting))}</title>
              <rect
                x={index * step + gap / 2}
                y={height - high}
                width={Math.max(1, step - gap)}
                height={high}
                rx="3"
                className="fill-primary [print-color-adjust:exact]"
              />
              {index % 2 === 0 && (
                <text
                  x={index * step + step / 2}
                  y={height + foot - 4}
                  textAnchor="middle"
                  className="fill-ink-soft"
                >
                  {String(hour)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function LineTable({ lines }: { lines: readonly Line[] }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.flow;
  const minutes = useMinutes();
  return (
    <FigureTable
      caption={words.byLine}
      headings={[
        words.line,
        words.came,
        words.completed,
        words.missed,
        words.noShow,
        words.waitMedian,
        words.waitP90,
        words.served,
      ]}
      rows={lines.map((line) => ({
        key: line.id,
        head: line.name,
        cells: [
          format.number(line.stops),
          format.number(line.completed),
          format.number(line.missed),
          format.number(line.noShow),
          minutes(line.waitMedian),
          minutes(line.waitP90),
          minutes(line.servedMean),
        ],
      }))}
    />
  );
}

function PointTable({ points }: { points: Flow['points'] }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.flow;
  const minutes = useMinutes();
  return (
    <FigureTable
      caption={words.byPoint}
      headings={[words.point, words.called, words.completed, words.noShow, words.served]}
      rows={points.map((point) => ({
        key: point.id,
        head: words.pointOf(point.line, point.name),
        cells: [
          format.number(point.called),
          format.number(point.completed),
          format.number(point.noShow),
          minutes(point.servedMean),
        ],
      }))}
    />
  );
}

function RouteTable({ routes }: { routes: Flow['routes'] }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.flow;
  const minutes = useMinutes();
  return (
    <FigureTable
      caption={words.routes}
      headings={[words.route, words.visits, words.wholeMedian, words.wholeP90]}
      rows={routes.map(({ lines, visits, median, p90 }) => ({
        key: lines.join(' '),
        head: <span className="block min-w-40">{lines.join(words.onward)}</span>,
        cells: [format.number(visits), minutes(median), minutes(p90)],
      }))}
    />
  );
}

function useMinutes(): (value: number | null) => string {
  const { administration: t, common } = useMessages('administration');
  const format = useFormat();
  return (value) =>
    value === null ? common.dash : t.analytics.minutes(format.number(Math.round(value)));
}

/** All hours between the first and the last hour in `hours`. */
function spanOf(hours: readonly number[]): number[] {
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index);
}
