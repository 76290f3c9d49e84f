import { lineShown } from '@baari/contract/constants.ts';
import type { Counter } from '@baari/contract/lines/counter.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { findDay } from '../../queue/day/day-counts.store.ts';
import { findEntry, listEntriesOfDoctor } from '../../queue/queue.store.ts';
import { staffEntryView, staffEntryViews } from '../../queue/queue.view.ts';
import { readLine } from '../line-event.ts';
import { mayServe } from '../lines.access.ts';
import { findPoint } from '../lines.store.ts';
import { pointView } from '../lines.view.ts';

/** Reads the screen of a service point, for people who may serve at the point [LINE-2]. */
export async function getCounter(
  context: StaffContext,
  pointId: string,
): Promise<Result<{ counter: Counter }>> {
  const { db, actor, clock } = context;
  const point = await findPoint(db, pointId);
  if (point === undefined) return refuse('not_found');
  const allowed = mayServe(actor, point, 'end');
  if (!allowed.ok) return allowed;
  const now = clock.now();
  const day = await findDay(db, actor.hospitalId, now);
  // The line is read before the entries. The line's version is then never newer than the entries
  // shown.
  const line = await readLine(db, point.line_id);
  if (line === undefined || day === undefined) return refuse('not_found');
  const inLine = await listEntriesOfDoctor(db, point.line_id, undefined);
  const named =
    point.doctor_id === null ? [] : await listEntriesOfDoctor(db, point.doctor_id, undefined);
  const waiting = inLine.filter(({ status }) => status === 'waiting').slice(0, lineShown);
  const own = named.filter(({ status }) => status === 'waiting').slice(0, lineShown);
  const serving = point.serving_id === null ? undefined : await findEntry(db, point.serving_id);
  const shown = [...waiting, ...own, ...(serving === undefined ? [] : [serving])];
  await recordAudit(db, context, {
    action: 'read counter',
    patientIds: [...new Set(shown.map(({ patient_id }) => patient_id))],
  });
  return ok({
    counter: {
      point: pointView(point),
      line,
      serving: serving === undefined ? null : staffEntryView(serving, now),
      waiting: staffEntryViews(waiting, now),
      named: staffEntryViews(own, now),
      dayEndsAt: day.end.toISOString(),
    },
  });
}
