/** The hospital's analytics of a period, on the screen and as a table. */
import type { Analytics, OnSiteClaim } from '@baari/contract/hospital/analytics.ts';
import type { Flow } from '@baari/contract/hospital/analytics-flow.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { csvFile } from '../platform/files/csv-file.ts';
import type { Queryable } from '../platform/database/database.ts';
import { FileAnswer } from '../platform/http/file-answer.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  type DayRow,
  listKeptDays,
  listWorked,
  type OnSiteRow,
  type Period,
  readFigures,
  readHospitalDay,
  readKeptByGroup,
  readOnSite,
  readPrice,
  readPromises,
  readRestByDay,
  readRestByGroup,
} from './analytics.store.ts';
import { flowView } from './flow.view.ts';
import { hasSharedLines, listLineNames, listPointNames, readFlow } from './flow-of-days.store.ts';
import { readShowsKeptTimes, readAnnouncedVisits } from './kept-times/kept-times.store.ts';
import { analyticsView, onSiteView } from './analytics.view.ts';
import { analyticsTable } from './analytics-table.rules.ts';
import { longFigures } from './long-figures.view.ts';
import { type Days, eachDay, periodOf, type WantedPeriod, yearUpTo } from './period.rules.ts';
import { withinMinutes } from './spread.rules.ts';
import type { FiguresRow } from './visits-of-days.store.ts';

/**
 * Reads the hospital's analytics. They are totals over all patients, so the audit row names no
 * patients.
 */
export async function getAnalytics(
  context: StaffContext,
  wanted: WantedPeriod,
): Promise<Result<Analytics>> {
  return read(context, wanted, 'read analytics');
}

/**
 * Exports the analytics as a table in a file. Refuses the same periods and users as `getAnalytics`.
 */
export async function exportAnalytics(
  context: StaffContext,
  wanted: WantedPeriod,
): Promise<Result<FileAnswer>> {
  const figures = await read(context, wanted, 'export analytics');
  if (!figures.ok) return figures;
  const { from, to } = figures.value;
  const bytes = await csvFile(analyticsTable(figures.value));
  return ok(new FileAnswer(`analytics ${from} ${to}.csv`, 'text/csv; charset=utf-8', bytes));
}

async function read(
  context: StaffContext,
  wanted: WantedPeriod,
  action: AuditAction,
): Promise<Result<Analytics>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  const { time_zone: timeZone, today } = await readHospitalDay(db, hospitalId, clock.now());
  const days = periodOf(wanted, today);
  if (!days.ok) return days;
  const year = yearUpTo(today);
  const hospital = { hospitalId, timeZone };
  const [onSite, figures, showsKeptTimes] = await Promise.all([
    onSiteOver(db, hospital, year),
    figuresOver(db, hospital, days.value),
    readShowsKeptTimes(db, hospitalId),
  ]);
  await recordAudit(db, context, { action, patientIds: [], outcome: 'ok' });
  const calendar = { today, timeZone };
  const view = analyticsView(days.value, calendar, { ...figures, onSite });
  return ok({ ...view, showsKeptTimes, hospitalId });
}

interface Hospital {
  readonly hospitalId: string;
  readonly timeZone: string;
}

/** A period of up to this many days is computed from its visits, with exact durations. */
const exactDays = 7;

async function figuresOver(db: Queryable, hospital: Hospital, days: Days) {
  const all = eachDay(days);
  const isExact = all.length <= exactDays;
  const kept = isExact ? [] : await listKeptDays(db, hospital.hospitalId, days);
  const period = periodFrom(hospital, all, kept);
  const [rows, worked, promises, visits, flow] = await Promise.all([
    isExact ? readFigures(db, period) : readLong(db, period, kept),
    listWorked(db, period),
    readPromises(db, period),
    readAnnouncedVisits(db, { ...hospital, ...days }),
    flowOver(db, period),
  ]);
  return { rows, worked, kept: promises, visits, flow, withinMinutes: isExact ? 0 : withinMinutes };
}

/**
 * The figures of patients' movement through the lines; null for a hospital without a shared line.
 */
async function flowOver(db: Queryable, period: Period): Promise<Flow | null> {
  const { hospitalId } = period;
  if (!(await hasSharedLines(db, hospitalId))) return null;
  const [read, lines, points] = await Promise.all([
    readFlow(db, period),
    listLineNames(db, hospitalId),
    listPointNames(db, hospitalId),
  ]);
  return flowView(read, { lines, points });
}

async function readLong(
  db: Queryable,
  period: Period,
  kept: readonly DayRow[],
): Promise<FiguresRow[]> {
  const [restByDay, restByGroup, keptByGroup] = await Promise.all([
    readRestByDay(db, period),
    readRestByGroup(db, period),
    readKeptByGroup(db, period),
  ]);
  const days = [...kept, ...restByDay].filter(({ arrivals }) => arrivals > 0);
  return longFigures(days, [...keptByGroup, ...restByGroup]);
}

async function onSiteOver(db: Queryable, hospital: Hospital, year: Days): Promise<OnSiteClaim> {
  const period = await periodOver(db, hospital, year);
  const [onSite, price] = await Promise.all([readOnSite(db, period), readPrice(db, period)]);
  return onSiteView(year, onSite, price);
}

/** Minutes on site on each day of each doctor. */
export async function readOnSiteOver(
  db: Queryable,
  hospital: Hospital,
  days: Days,
): Promise<OnSiteRow[]> {
  return readOnSite(db, await periodOver(db, hospital, days));
}

async function periodOver(db: Queryable, hospital: Hospital, days: Days): Promise<Period> {
  return periodFrom(hospital, eachDay(days), await listKeptDays(db, hospital.hospitalId, days));
}

function periodFrom(hospital: Hospital, days: readonly string[], kept: readonly DayRow[]): Period {
  const counted = kept.map(({ day }) => day);
  const isCounted = new Set(counted);
  return { ...hospital, counted, rest: days.filter((day) => !isCounted.has(day)) };
}
