/** Durations of HTTP requests by kind, and what the slowest requests waited for. */
import { type Figure, median, quantile, readable } from '../figures.ts';
import type { HttpAnswer } from '../setting/client.ts';
import { readTimes, type ServerTimes, timesHeader } from './messages.ts';

interface Timed {
  /** The time from sending the request to receiving the whole response, in milliseconds. */
  readonly ms: number;
  /**
   * The time in milliseconds that the request waited for a free connection of the benchmark. The
   * server is not responsible for this time.
   */
  readonly connectionMs: number;
  /**
   * The times that the server measured for the request. Undefined if the server refused the request
   * before measuring.
   */
  readonly server: ServerTimes | undefined;
}

export interface CallTimes {
  readonly add: (kind: string, ms: number, answer: HttpAnswer) => void;
  /** Returns the durations recorded since this function was last called. */
  readonly takeRecent: () => number[];
  /** A text table with the durations of each kind of request, slowest kind first. */
  readonly table: () => string;
  readonly figures: () => Figure[];
}

const headings = [
  'kind of call',
  'calls',
  'p50',
  'p99',
  'max',
  '| slowest 1 %:',
  'connection of the bench',
  'to and from the server',
  'pool',
  'database',
  'of it loop busy',
  'loop and own work',
];

export function makeCallTimes(): CallTimes {
  const kinds = new Map<string, Timed[]>();
  const recent: number[] = [];
  const everything = (): Timed[] => [...kinds.values()].flat();
  return {
    add(kind, ms, { connectionMs, header }) {
      const text = header(timesHeader);
      const server = text === undefined ? undefined : readTimes(text);
      const known = kinds.get(kind) ?? [];
      kinds.set(kind, known);
      known.push({ ms, connectionMs, server });
      recent.push(ms);
    },
    takeRecent: () => recent.splice(0),
    table() {
      const rows = [...kinds].map(([kind, calls]) => rowOf(kind, calls));
      rows.sort((a, b) => b.p99 - a.p99);
      const all = rowOf('all', everything());
      return aligned([headings, ...[...rows, all].map(({ cells }) => cells)]);
    },
    figures() {
      const all = everything();
      return [
        figure('every call, p50', median(durations(all))),
        figure('every call, p99', quantile(durations(all), 0.99)),
      ];
    },
  };
}

function durations(calls: readonly Timed[]): number[] {
  return calls.map(({ ms }) => ms);
}

function rowOf(kind: string, calls: readonly Timed[]): { p99: number; cells: string[] } {
  const took = durations(calls);
  const p99 = quantile(took, 0.99);
  const slow = calls.filter(({ ms }) => ms >= p99);
  const mean = (of: (call: Timed) => number) =>
    readable(slow.reduce((sum, call) => sum + of(call), 0) / slow.length);
  const cells = [
    kind,
    String(calls.length),
    readable(median(took)),
    readable(p99),
    readable(Math.max(...took)),
    mean(({ ms }) => ms),
    mean(({ connectionMs }) => connectionMs),
    mean(({ ms, connectionMs, server }) => ms - connectionMs - (server?.total ?? 0)),
    mean(({ server }) => server?.pool ?? 0),
    mean(({ server }) => server?.database ?? 0),
    mean(({ server }) => server?.busy ?? 0),
    mean(({ server }) => (server === undefined ? 0 : ownMs(server))),
  ];
  return { p99, cells };
}

/** Time in which a request waited for neither a connection nor the database. */
function ownMs({ total, pool, database }: ServerTimes): number {
  return Math.max(0, total - pool - database);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  '),
    )
    .join('\n');
}

function figure(name: string, value: number): Figure {
  return { name, unit: 'ms', value, reference: undefined, against: 'none', aim: '' };
}
