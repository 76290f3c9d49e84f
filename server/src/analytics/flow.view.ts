/** The administrator's view of movement through a hospital's lines [LINE-5]. */
import {
  type Flow,
  type FlowFigures,
  flowLines,
  flowPoints,
  flowRoutes,
} from '@baari/contract/hospital/analytics-flow.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { FlowRow } from './flow-of-days.store.ts';
import { addSpreads, shareOf } from './spread.rules.ts';

interface Names {
  readonly lines: readonly {
    readonly id: string;
    readonly name: string;
    readonly service: ServiceKind | null;
  }[];
  readonly points: readonly {
    readonly id: string;
    readonly name: string;
    readonly line_id: string;
  }[];
}

export function flowView(read: readonly FlowRow[], names: Names): Flow {
  const all = added(read);
  const ofKind = (kind: FlowRow['kind']) => all.filter((row) => row.kind === kind);
  const lineOf = (id: string | undefined) => names.lines.find((line) => line.id === id);
  const lines = ofKind('line')
    .flatMap((row) => {
      const line = lineOf(row.key);
      return line === undefined ? [] : [{ line, row }];
    })
    .toSorted((one, other) => other.row.waited - one.row.waited)
    .slice(0, flowLines);
  const points = ofKind('point').flatMap((row) => {
    const point = names.points.find(({ id }) => id === row.key);
    const line = lineOf(point?.line_id);
    if (point === undefined || line === undefined) return [];
    return [{ id: point.id, name: point.name, line: line.name, ...figuresOf(row) }];
  });
  const hours = ofKind('hour');
  return {
    lines: lines.map(({ line, row }) => ({
      ...line,
      ...figuresOf(row),
      waiting: Array.from({ length: 24 }, (_, hour) => {
        const found = hours.find(({ key }) => key === `${line.id} ${hour}`);
        return found === undefined
          ? 0
          : Math.round((10 * found.waited) / 60 / Math.max(1, row.days)) / 10;
      }),
    })),
    points: points
      .toSorted(
        (one, other) => one.line.localeCompare(other.line) || one.name.localeCompare(other.name),
      )
      .slice(0, flowPoints),
    routes: ofKind('route')
      .toSorted((one, other) => other.stops - one.stops)
      .slice(0, flowRoutes)
      .flatMap((row) => {
        const stops = row.key.split(' ').map((id) => lineOf(id)?.name);
        const known = stops.filter((name) => name !== undefined);
        if (known.length < stops.length) return [];
        const spread = { minutes: row.minutes, counts: row.counts };
        return [
          {
            lines: known,
            visits: row.stops,
            median: whole(shareOf(spread, 0.5)),
            p90: whole(shareOf(spread, 0.9)),
          },
        ];
      }),
  };
}

function figuresOf(row: FlowRow): FlowFigures {
  const spread = { minutes: row.minutes, counts: row.counts };
  return {
    stops: row.stops,
    called: row.called,
    completed: row.completed,
    noShow: row.no_show,
    missed: row.missed,
    waitMedian: whole(shareOf(spread, 0.5)),
    waitP90: whole(shareOf(spread, 0.9)),
    servedMean: row.completed === 0 ? null : Math.round((10 * row.served) / row.completed) / 10,
  };
}

function whole(minutes: number | null): number | null {
  return minutes === null ? null : Math.round(minutes);
}

/**
 * Sums the rows of stored days and the rows computed from visits, for each line, service point,
 * hour and route.
 */
function added(read: readonly FlowRow[]): FlowRow[] {
  const sums = new Map<string, FlowRow>();
  for (const row of read) {
    const name = `${row.kind} ${row.key}`;
    const before = sums.get(name);
    sums.set(name, before === undefined ? row : sumOf(before, row));
  }
  return [...sums.values()];
}

function sumOf(one: FlowRow, other: FlowRow): FlowRow {
  return {
    kind: one.kind,
    key: one.key,
    days: one.days + other.days,
    stops: one.stops + other.stops,
    called: one.called + other.called,
    completed: one.completed + other.completed,
    no_show: one.no_show + other.no_show,
    cancelled: one.cancelled + other.cancelled,
    missed: one.missed + other.missed,
    waited: one.waited + other.waited,
    served: one.served + other.served,
    ...addSpreads(one, other),
  };
}
