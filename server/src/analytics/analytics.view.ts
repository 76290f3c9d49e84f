/** Rows of figures as the administrator reads them. */
import type {
  Analytics,
  OnSiteClaim,
  PeriodFigures,
  PromiseFigures,
} from '@baari/contract/analytics.ts';
import { aheadGroups, promiseMoments, promiseStates } from '@baari/contract/constants.ts';
import type { FiguresRow, KeptRow, OnSiteRow, Period, WorkedRow } from './analytics.store.ts';
import { missingVisits, type OnSiteSample, savedShare } from './on-site.rules.ts';

export function analyticsView(
  period: Period,
  today: string,
  read: {
    readonly rows: readonly FiguresRow[];
    readonly worked: readonly WorkedRow[];
    readonly kept: readonly KeptRow[];
    readonly onSite: OnSiteClaim;
  },
): Analytics {
  const { rows, worked, kept, onSite } = read;
  const whole = rows.find(
    ({ day, hour, doctor_id, urgency }) =>
      day === null && hour === null && doctor_id === null && urgency === null,
  );
  const total = figuresOf(whole);
  const hours = worked.reduce((sum, row) => sum + row.hours, 0);
  const byDoctor = new Map(rows.map((row) => [row.doctor_id, row]));
  return {
    from: period.from,
    to: period.to,
    today,
    timeZone: period.timeZone,
    total: { ...total, perHour: rate(total.completed, hours) },
    days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...figuresOf(row) }])),
    hours: rows.flatMap((row) =>
      row.hour === null ? [] : [{ hour: row.hour, ...figuresOf(row) }],
    ),
    doctors: worked.map((row) => {
      const figures = figuresOf(byDoctor.get(row.doctor_id));
      return {
        doctor: { id: row.doctor_id, name: row.name },
        ...figures,
        perHour: rate(figures.completed, row.hours),
      };
    }),
    urgencies: (['high', 'medium', 'low'] as const).map((urgency) => ({
      urgency,
      ...figuresOf(rows.find((row) => row.urgency === urgency)),
    })),
    keptTimes: keptView(kept),
    onSite,
  };
}

function keptView(rows: readonly KeptRow[]): PromiseFigures {
  const rowOf = (find: (row: KeptRow) => boolean) => rows.filter(find).map(heldOf);
  return {
    moments: promiseMoments.flatMap((moment) =>
      rowOf(({ kind }) => kind === moment).map((held) => ({ moment, ...held })),
    ),
    states: promiseStates.flatMap((state) =>
      rowOf((row) => row.state === state).map((held) => ({ state, ...held })),
    ),
    ahead: aheadGroups.flatMap((from, index) =>
      rowOf(({ bucket }) => bucket === index).map((held) => ({ from, ...held })),
    ),
  };
}

function heldOf({ promises, kept, inside }: KeptRow) {
  return { promises, kept, inside };
}

function figuresOf(row: FiguresRow | undefined): PeriodFigures {
  return {
    arrivals: row?.arrivals ?? 0,
    called: row?.called ?? 0,
    completed: row?.completed ?? 0,
    noShow: row?.no_show ?? 0,
    rejected: row?.rejected ?? 0,
    cancelled: row?.cancelled ?? 0,
    waitMedian: oneDecimal(row?.wait?.[0]),
    waitP90: oneDecimal(row?.wait?.[1]),
    onSiteMedian: oneDecimal(row?.on_site),
    onSiteVisits: row?.on_site_visits ?? 0,
    promises: row?.promises ?? 0,
    promisesKept: row?.promises_kept ?? 0,
  };
}

function oneDecimal(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 10) / 10;
}

function rate(completed: number, hours: number): number | null {
  return hours === 0 ? null : (oneDecimal(completed / hours) ?? null);
}

/** What can be said of the time on site, over a period. */
export function onSiteView(period: Period, rows: readonly OnSiteRow[]): OnSiteClaim {
  const visitsOf = (isRemote: boolean) =>
    rows.reduce((sum, row) => (row.is_remote === isRemote ? sum + row.visits : sum), 0);
  const remoteVisits = visitsOf(true);
  const walkInVisits = visitsOf(false);
  const missing = missingVisits(remoteVisits, walkInVisits);
  const pairs = [...Map.groupBy(rows, (row) => row.doctor_id).values()].map((ofDoctor) => ({
    remote: ofDoctor.find((row) => row.is_remote) ?? nobody,
    walkIn: ofDoctor.find((row) => !row.is_remote) ?? nobody,
  }));
  return {
    from: period.from,
    to: period.to,
    remoteVisits,
    walkInVisits,
    missingVisits: missing,
    saved: missing > 0 ? null : savedShare(pairs),
  };
}

const nobody: OnSiteSample = { visits: 0, mean: 0, variance: 0 };
