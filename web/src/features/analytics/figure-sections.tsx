import type { Analytics, PeriodFigures } from '@baari/contract/hospital/analytics.ts';
import { aheadGroups } from '@baari/contract/constants.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { FigureTable } from '../../ui/chart/figure-table.tsx';
import { AsTable } from './as-table.tsx';
import { Section } from './section.tsx';
import { hourText } from './hour-text.ts';

interface Props {
  figures: Analytics;
}

/** Chart of the number of visits by day. */
export function DayFigures({ figures: { days } }: Props): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const columns = useColumns();
  // Labels only some days, because a label for every day of a month would overlap with its
  // neighbours.
  const every = Math.ceil(days.length / 14);
  const dayName = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC');
  return (
    <Section title={t.analytics.byDay}>
      <BarChart
        label={t.analytics.byDayPicture}
        format={format.number}
        bars={days.map(({ day, arrivals }, index) => ({
          key: day,
          label: index % every === 0 ? String(Number(day.slice(8))) : '',
          value: arrivals,
          title: `${dayName(day)}: ${format.number(arrivals)}`,
        }))}
      />
      <AsTable>
        <FigureTable
          caption={t.analytics.byDay}
          headings={[t.analytics.day, ...columns.headings]}
          rows={days.map((row) => ({
            key: row.day,
            head: dayName(row.day),
            cells: columns.cellsOf(row),
          }))}
        />
      </AsTable>
    </Section>
  );
}

/**
 * Chart of the waits by the hour in which patients requested a place. The bar is the median, the
 * mark the 90th percentile.
 */
export function HourFigures({ figures: { hours } }: Props): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const columns = useColumns();
  return (
    <Section title={t.analytics.byHour}>
      <BarChart
        label={t.analytics.byHourPicture}
        format={format.number}
        bars={hours.map(({ hour, waitMedian, waitP90 }) => ({
          key: String(hour),
          label: String(hour),
          value: waitMedian ?? 0,
          mark: waitP90,
          title: t.analytics.hourTitle(
            hourText(format, hour),
            columns.minutes(waitMedian),
            columns.minutes(waitP90),
          ),
        }))}
      />
      <p aria-hidden="true" className="text-sm text-ink-soft">
        {t.analytics.byHourPicture}
      </p>
      <AsTable>
        <FigureTable
          caption={t.analytics.byHour}
          headings={[t.analytics.hour, ...columns.headings]}
          rows={hours.map((row) => ({
            key: String(row.hour),
            head: hourText(format, row.hour),
            cells: columns.cellsOf(row),
          }))}
        />
      </AsTable>
    </Section>
  );
}

export function DoctorFigures({ figures: { doctors } }: Props): ReactNode {
  const { administration: t, common } = useMessages('administration');
  const format = useFormat();
  const columns = useColumns();
  const busy = doctors.filter(({ arrivals }) => arrivals > 0);
  return (
    <Section title={t.analytics.byDoctor}>
      <FigureTable
        caption={t.analytics.byDoctor}
        headings={[t.analytics.doctor, ...columns.headings, t.analytics.perHour]}
        rows={busy.map((row) => ({
          key: row.doctor.id,
          head: row.doctor.name,
          cells: [
            ...columns.cellsOf(row),
            row.perHour === null ? common.dash : format.number(row.perHour),
          ],
        }))}
      />
    </Section>
  );
}

export function UrgencyFigures({ figures: { urgencies } }: Props): ReactNode {
  const { administration: t, ui } = useMessages('administration');
  const columns = useColumns();
  return (
    <Section title={t.analytics.byUrgency}>
      <FigureTable
        caption={t.analytics.byUrgency}
        headings={[t.analytics.urgency, ...columns.headings]}
        rows={urgencies.map((row) => ({
          key: row.urgency,
          head: ui.urgencies[row.urgency],
          cells: columns.cellsOf(row),
        }))}
      />
    </Section>
  );
}

/**
 * How often the waits shown to patients were right: by time of the forecast, by state of the line
 * and by number of patients ahead [QST-12].
 */
export function KeptFigures({ figures: { keptTimes } }: Props): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const words = t.analytics.keptTimes;
  const { moments, states, ahead, visits } = keptTimes;
  if (moments.length === 0) return null;
  const cellsOf = ({ promises, kept, inside }: Held) => [
    format.number(promises),
    format.percent(kept / promises),
    format.percent(inside / promises),
  ];
  const tables = [
    {
      name: words.byMoment,
      rows: moments.map((row) => ({ head: words.moments[row.moment], cells: cellsOf(row) })),
    },
    {
      name: words.byState,
      rows: states.map((row) => ({ head: words.states[row.state], cells: cellsOf(row) })),
    },
    {
      name: words.byAhead,
      rows: ahead.map((row) => ({ head: aheadText(row.from), cells: cellsOf(row) })),
    },
    ...(visits.promises === 0
      ? []
      : [{ name: words.byVisit, rows: [{ head: words.visits, cells: cellsOf(visits) }] }]),
  ];
  return (
    <Section title={words.title}>
      <p className="text-sm text-ink-soft">{words.method}</p>
      {tables.map(({ name, rows }) => (
        <FigureTable
          key={name}
          caption={name}
          headings={[name, words.promises, words.kept, words.inside]}
          rows={rows.map((row) => ({ key: row.head, ...row }))}
        />
      ))}
    </Section>
  );

  function aheadText(from: number): string {
    const next = aheadGroups[aheadGroups.findIndex((start) => start === from) + 1];
    return next === undefined ? words.orMore(format.number(from)) : format.range(from, next - 1);
  }
}

interface Held {
  promises: number;
  kept: number;
  inside: number;
}

function useColumns() {
  const { administration: t, common } = useMessages('administration');
  const format = useFormat();
  const minutes = (value: number | null) =>
    value === null ? common.dash : t.analytics.minutes(format.number(Math.round(value)));
  const headings = [
    t.analytics.arrivals,
    t.analytics.completed,
    t.analytics.noShow,
    t.analytics.rejected,
    t.analytics.waitMedian,
    t.analytics.waitP90,
    t.analytics.onSiteMedian,
    t.analytics.promises,
  ];
  const cellsOf = (row: PeriodFigures): string[] => [
    format.number(row.arrivals),
    format.number(row.completed),
    format.number(row.noShow),
    format.number(row.rejected),
    minutes(row.waitMedian),
    minutes(row.waitP90),
    minutes(row.onSiteMedian),
    row.promises === 0 ? common.dash : format.percent(row.promisesKept / row.promises),
  ];
  return { headings, cellsOf, minutes };
}
