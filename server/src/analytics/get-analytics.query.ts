/** The hospital's figures of a period, on the screen and as a table. */
import type { Analytics } from '@baari/contract/analytics.ts';
import type { AuditAction } from '@baari/contract/audit.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { csvFile } from '../platform/csv-file.ts';
import { FileAnswer } from '../platform/file-answer.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  listWorked,
  readFigures,
  readHospitalDay,
  readKept,
  readOnSite,
} from './analytics.store.ts';
import { analyticsView, onSiteView } from './analytics.view.ts';
import { analyticsTable } from './analytics-table.rules.ts';
import { periodOf, type WantedPeriod, yearUpTo } from './period.rules.ts';

/** Counts and times of everybody together: nobody's own data, which the trail says by naming no patient. */
export async function getAnalytics(
  context: StaffContext,
  wanted: WantedPeriod,
): Promise<Result<Analytics>> {
  return read(context, wanted, 'read analytics');
}

/** The same as a file. Refuses what `getAnalytics` refuses. */
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
  const period = { hospitalId, timeZone, ...days.value };
  const year = { hospitalId, timeZone, ...yearUpTo(today) };
  const [rows, worked, kept, onSite] = await Promise.all([
    readFigures(db, period),
    listWorked(db, period),
    readKept(db, period),
    readOnSite(db, year),
  ]);
  await recordAudit(db, context, { action, patientIds: [], outcome: 'ok' });
  return ok(analyticsView(period, today, { rows, worked, kept, onSite: onSiteView(year, onSite) }));
}
