/**
 * The analytics as one table: a row for the period, each day, hour, doctor and urgency. A hospital
 * with shared lines also gets rows for each line, its hours, service points and routes [LINE-5].
 */
import type { Flow, FlowFigures } from '@baari/contract/hospital/analytics-flow.ts';
import type { Analytics, PeriodFigures } from '@baari/contract/hospital/analytics.ts';
import type { CsvCell } from '../platform/files/csv.rules.ts';

const headings = [
  'group',
  'name',
  'arrivals',
  'called',
  'completed',
  'no_show',
  'rejected',
  'cancelled',
  'wait_median_minutes',
  'wait_90_percent_minutes',
  'on_site_median_minutes',
  'on_site_visits',
  'waits_told',
  'waits_kept',
  'completed_per_hour',
  'minutes_exact_to',
];
/** Column headings for figures that only the rows about lines and routes have. */
const flowHeadings = [
  'calls_missed',
  'served_mean_minutes',
  'waiting_mean',
  'visit_median_minutes',
  'visit_90_percent_minutes',
];

export function analyticsTable(given: Analytics): CsvCell[][] {
  const { from, to, withinMinutes, total, days, hours, doctors, urgencies } = given;
  const groups = [
    line('period', `${from} to ${to}`, total, total.perHour),
    ...hours.map((figures) => line('hour', `${String(figures.hour).padStart(2, '0')}:00`, figures)),
    ...doctors.map((figures) => line('doctor', figures.doctor.name, figures, figures.perHour)),
    ...urgencies.map((figures) => line('urgency', figures.urgency, figures)),
  ];
  const [period = [], ...others] = groups.map((cells) => [...cells, withinMinutes]);
  // The durations of a single day are always exact, so their largest error is 0.
  const ofDays = days.map((figures) => [...line('day', figures.day, figures), 0]);
  const table = [headings, period, ...ofDays, ...others];
  if (given.flow === null) return table;
  const [, ...rows] = table.map((cells) => [...cells, ...flowHeadings.map(() => null)]);
  return [[...headings, ...flowHeadings], ...rows, ...flowLines(given.flow)];
}

function flowLines({ lines, points, routes }: Flow): CsvCell[][] {
  return [
    ...lines.map((figures) => flowLine('line', figures.name, figures)),
    ...lines.flatMap(({ name, waiting }) =>
      waiting.flatMap((mean, hour) =>
        mean === 0
          ? []
          : [
              flowRow('line hour', `${name}, ${String(hour).padStart(2, '0')}:00`, {
                waiting: mean,
              }),
            ],
      ),
    ),
    ...points.map((figures) => flowLine('point', `${figures.line}, ${figures.name}`, figures)),
    ...routes.map(({ lines: way, visits, median, p90 }) =>
      flowRow('way', way.join(' → '), { arrivals: visits, visit: [median, p90] }),
    ),
  ];
}

function flowLine(group: string, name: string, figures: FlowFigures): CsvCell[] {
  return flowRow(group, name, {
    arrivals: figures.stops,
    counts: [figures.called, figures.completed, figures.noShow],
    wait: [figures.waitMedian, figures.waitP90],
    missed: figures.missed,
    served: figures.servedMean,
  });
}

interface FlowCells {
  readonly arrivals?: number;
  /** The numbers of called, completed and absent patients. */
  readonly counts?: readonly [number, number, number];
  readonly wait?: readonly [number | null, number | null];
  readonly missed?: number;
  readonly served?: number | null;
  readonly waiting?: number;
  readonly visit?: readonly [number | null, number | null];
}

/** Builds a table row about a line or a route. Cells without a value stay empty. */
function flowRow(group: string, name: string, cells: FlowCells): CsvCell[] {
  const { arrivals = null, counts = [null, null, null], wait = [null, null] } = cells;
  const { missed = null, served = null, waiting = null, visit = [null, null] } = cells;
  const ofVisits = [group, name, arrivals, ...counts, null, null, ...wait];
  const rest = headings.slice(ofVisits.length).map(() => null);
  return [...ofVisits, ...rest, missed, served, waiting, ...visit];
}

function line(
  group: string,
  name: string,
  figures: PeriodFigures,
  perHour: number | null = null,
): CsvCell[] {
  return [
    group,
    name,
    figures.arrivals,
    figures.called,
    figures.completed,
    figures.noShow,
    figures.rejected,
    figures.cancelled,
    figures.waitMedian,
    figures.waitP90,
    figures.onSiteMedian,
    figures.onSiteVisits,
    figures.promises,
    figures.promisesKept,
    perHour,
  ];
}
