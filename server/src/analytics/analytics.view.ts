/** The administrator's view of the figures. */
import type {
  Analytics,
  OnSiteClaim,
  PeriodFigures,
  PromiseFigures,
} from '@baari/contract/hospital/analytics.ts';
import { aheadGroups, promiseMoments, promiseStates } from '@baari/contract/constants.ts';
import type { OnSiteRow, WorkedRow } from './analytics.store.ts';
import { missingVisits, type OnSiteDay, savingOf, withInterval } from './on-site.rules.ts';
import type { Days } from './period.rules.ts';
import type { FiguresRow, PriceRow, PromiseRow } from './visits-of-days.store.ts';

export function analyticsView(
  period: Days,
  calendar: { readonly today: string; readonly timeZone: string },
  read: {
    readonly rows: readonly FiguresRow[];
    readonly withinMinutes: number;
    readonly worked: readonly WorkedRow[];
    readonly kept: readonly PromiseRow[];
    readonly visits: PromiseFigures['visits'];
    readonly flow: Analytics['flow'];
    readonly onSite: OnSiteClaim;
  },
): Omit<Analytics, 'showsKeptTimes' | 'hospitalId'> {
  const { rows, withinMinutes, worked, kept, visits, flow, onSite } = read;
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
    ...calendar,
    withinMinutes,
    total: { ...total, perHour: rate(total.completed, hours) },
    days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...figuresOf(row) }])),
    hours: rows.flatMap((row) =>
      row.hour === null ? [] : [{ hour: row.hour, ...figuresOf(row) }],
    ),
    doctors: worked.map((row) => {
      const figures = figuresOf(byDoctor.get(row.doctor_id));
      return {
        doctor: { id: row.doctor_id, name: row.name, department: row.department },
        ...figures,
        perHour: rate(figures.completed, row.hours),
      };
    }),
    urgencies: (['high', 'medium', 'low'] as const).map((urgency) => ({
      urgency,
      ...figuresOf(rows.find((row) => row.urgency === urgency)),
    })),
    keptTimes: { ...keptView(kept), visits },
    onSite,
    flow,
  };
}

function keptView(rows: readonly PromiseRow[]): Omit<PromiseFigures, 'visits'> {
  const rowsOf = (about: PromiseRow['about'], key: string) =>
    rows.filter((row) => row.about === about && row.key === key).map(heldOf);
  return {
    moments: promiseMoments.flatMap((moment) =>
      rowsOf('moment', moment).map((held) => ({ moment, ...held })),
    ),
    states: promiseStates.flatMap((state) =>
      rowsOf('state', state).map((held) => ({ state, ...held })),
    ),
    ahead: aheadGroups.flatMap((from, index) =>
      rowsOf('ahead', String(index)).map((held) => ({ from, ...held })),
    ),
  };
}

function heldOf({ promises, kept, inside }: PromiseRow) {
  return { promises, kept, inside };
}

/** The figures of a period without visits: all counts are 0, and unknown values are null. */
const noFigures: PeriodFigures = {
  arrivals: 0,
  called: 0,
  completed: 0,
  noShow: 0,
  rejected: 0,
  cancelled: 0,
  waitMedian: null,
  waitP90: null,
  onSiteMedian: null,
  onSiteVisits: 0,
  promises: 0,
  promisesKept: 0,
};

function figuresOf(row: FiguresRow | undefined): PeriodFigures {
  if (row === undefined) return noFigures;
  return {
    arrivals: row.arrivals,
    called: row.called,
    completed: row.completed,
    noShow: row.no_show,
    rejected: row.rejected,
    cancelled: row.cancelled,
    waitMedian: oneDecimal(row.wait_median),
    waitP90: oneDecimal(row.wait_p90),
    onSiteMedian: oneDecimal(row.on_site_median),
    onSiteVisits: row.on_site_visits,
    promises: row.promises,
    promisesKept: row.promises_kept,
  };
}

function oneDecimal(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 10) / 10;
}

function rate(completed: number, hours: number): number | null {
  return hours === 0 ? null : (oneDecimal(completed / hours) ?? null);
}

/** The patients' time at the hospital in a period, and the doctors' idle time that it saved or cost. */
export function onSiteView(period: Days, rows: readonly OnSiteRow[], price: PriceRow): OnSiteClaim {
  const visitsOf = (isRemote: boolean) =>
    rows.reduce((sum, row) => (row.is_remote === isRemote ? sum + row.visits : sum), 0);
  const remoteVisits = visitsOf(true);
  const walkInVisits = visitsOf(false);
  const missing = missingVisits(remoteVisits, walkInVisits);
  const saving = missing > 0 ? undefined : savingOf(onSiteDays(rows));
  const { idle, inside, called, absent } = price;
  return {
    from: period.from,
    to: period.to,
    remoteVisits,
    walkInVisits,
    missingVisits: missing,
    saved: saving === undefined ? null : withInterval(saving),
    idlePerHour: inside + idle === 0 ? null : (oneDecimal((60 * idle) / (inside + idle)) ?? null),
    absentShare: called === 0 ? null : absent / called,
  };
}

export function onSiteDays(rows: readonly OnSiteRow[]): OnSiteDay[] {
  return rows.map(({ doctor_id, day, is_remote, visits, minutes }) => {
    return { doctorId: doctor_id, day, isRemote: is_remote, visits, minutes };
  });
}
