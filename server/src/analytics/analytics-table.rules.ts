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
];

export function analyticsTable(given: Analytics): CsvCell[][] {
  const { from, to, total, days, hours, doctors, urgencies } = given;
  return [
    headings,
    line('period', `${from} to ${to}`, total, total.perHour),
    ...days.map((figures) => line('day', figures.day, figures)),
    ...hours.map((figures) => line('hour', `${String(figures.hour).padStart(2, '0')}:00`, figures)),
    ...doctors.map((figures) => line('doctor', figures.doctor.name, figures, figures.perHour)),
    ...urgencies.map((figures) => line('urgency', figures.urgency, figures)),
  ];
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
