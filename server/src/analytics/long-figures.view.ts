/**
 * The figures of a long period, combined from its days and from their hours, doctors and urgencies.
 */
import { urgencies } from '@baari/contract/constants.ts';
import type { DayRow } from './analytics.store.ts';
import { addSpreads, shareOf, type Spread } from './spread.rules.ts';
import type { Counts, FiguresRow, GroupRow, Times } from './visits-of-days.store.ts';

interface Group {
  readonly kind: GroupRow['kind'];
  readonly key: string;
  readonly counts: Counts;
  readonly waits: Spread;
  readonly onSites: Spread;
}

/**
 * Combines the figures of days into those of a long period. The counts equal those of counting all
 * visits at once. Durations are exact only for a single day.
 */
export function longFigures(days: readonly DayRow[], rows: readonly GroupRow[]): FiguresRow[] {
  const byName = Map.groupBy(rows.map(groupOf), ({ kind, key }) => `${kind} ${key}`);
  const groups = [...byName.values()].flatMap((same) => added(same) ?? []);
  // Every visit has one urgency, so the sum over all urgencies is the total.
  const whole = added(groups.filter(({ kind }) => kind === 'urgency'));
  const ofDays = days.map((row) => ({ ...ofAll, ...row }));
  return [
    ...(whole === undefined ? [] : [{ ...ofAll, ...whole.counts, ...timesOf(whole) }]),
    ...ofDays.toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    ...groups
      .map((group) => ({ ...ofAll, ...named(group), ...group.counts, ...timesOf(group) }))
      .toSorted((one, other) => (one.hour ?? 0) - (other.hour ?? 0)),
  ];
}

const ofAll = { day: null, hour: null, doctor_id: null, urgency: null };

function named({ kind, key }: Group): Partial<FiguresRow> {
  if (kind === 'hour') return { hour: Number(key) };
  if (kind === 'doctor') return { doctor_id: key };
  return { urgency: urgencies.find((urgency) => urgency === key) ?? null };
}

function groupOf(row: GroupRow): Group {
  const { kind, key, minutes, waits, on_sites: onSites, ...counts } = row;
  return {
    kind,
    key,
    counts,
    waits: { minutes, counts: waits },
    onSites: { minutes, counts: onSites },
  };
}

function added([first, ...others]: readonly Group[]): Group | undefined {
  if (first === undefined) return undefined;
  const { kind, key } = first;
  return others.reduce(
    (sum, group) => ({
      kind,
      key,
      counts: addCounts(sum.counts, group.counts),
      waits: addSpreads(sum.waits, group.waits),
      onSites: addSpreads(sum.onSites, group.onSites),
    }),
    first,
  );
}

function addCounts(one: Counts, other: Counts): Counts {
  return {
    arrivals: one.arrivals + other.arrivals,
    called: one.called + other.called,
    completed: one.completed + other.completed,
    no_show: one.no_show + other.no_show,
    rejected: one.rejected + other.rejected,
    cancelled: one.cancelled + other.cancelled,
    promises: one.promises + other.promises,
    promises_kept: one.promises_kept + other.promises_kept,
  };
}

function timesOf({ waits, onSites }: Group): Times {
  return {
    wait_median: shareOf(waits, 0.5),
    wait_p90: shareOf(waits, 0.9),
    on_site_median: shareOf(onSites, 0.5),
    on_site_visits: onSites.counts.reduce((sum, count) => sum + count, 0),
  };
}
