/** The figures as one table, a line each for the period, its days, hours, doctors and urgencies. */
import type { Analytics, PeriodFigures } from '@baari/contract/analytics.ts';
import type { CsvCell } from '../platform/csv.rules.ts';

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

export function analyticsTable(given: Analytics): CsvCell[][] {
  const { from, to, withinMinutes, total, days, hours, doctors, urgencies } = given;
  const groups = [
    line('period', `${from} to ${to}`, total, total.perHour),
    ...hours.map((figures) => line('hour', `${String(figures.hour).padStart(2, '0')}:00`, figures)),
    ...doctors.map((figures) => line('doctor', figures.doctor.name, figures, figures.perHour)),
    ...urgencies.map((figures) => line('urgency', figures.urgency, figures)),
  ];
  const [period = [], ...others] = groups.map((cells) => [...cells, withinMinutes]);
  // A day's times are always exact.
  const ofDays = days.map((figures) => [...line('day', figures.day, figures), 0]);
  return [headings, period, ...ofDays, ...others];
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
