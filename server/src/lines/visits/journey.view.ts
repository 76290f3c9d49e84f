/**
 * The view of a visit for its patient and the staff: lines, times and the patient's own position
 * [LINE-4].
 */
import { statusesWithoutVisit } from '@baari/contract/constants.ts';
import type { Journey, JourneyStop } from '@baari/contract/lines/journey.ts';
import { goneBefore } from '../../queue/transfer/going-on.rules.ts';
import type { EntryRow } from '../../queue/queue.store.ts';
import { waitOf } from '../../queue/queue.view.ts';
import type { PlannedRow, TargetRow } from './journey.store.ts';

/** The planned steps and the remaining time of a visit. */
interface VisitAhead {
  readonly planned: readonly PlannedRow[];
  /** The lines of the planned steps. */
  readonly targets: readonly TargetRow[];
  /** The remaining time of the visit; null if there is no forecast. */
  readonly left: Journey['left'];
}

/**
 * The present step of a visit: the open step, or the last step if none is open. A restored step may
 * be open although a later step exists.
 */
export function presentOf(entries: readonly EntryRow[]): EntryRow | undefined {
  return entries.findLast(({ ended_at: endedAt }) => endedAt === null) ?? entries.at(-1);
}

/**
 * Builds the view of a visit. `entries` are the steps of the visit so far, in order; at least one
 * is required.
 */
export function journeyView(
  entries: readonly EntryRow[],
  { planned, targets, left }: VisitAhead,
  now: Date,
): Journey {
  const [first] = entries;
  const last = presentOf(entries);
  if (first === undefined || last === undefined) throw new Error('A visit has a first stop.');
  const toCome = planned.flatMap((stop, at) =>
    plannedView(stop, targets, at === 0 ? last.ended_at : null),
  );
  const seen = new Set<string>();
  const stops = entries.map((entry) => {
    const isReturn = seen.has(entry.line_id);
    seen.add(entry.line_id);
    return stopView(entry, isReturn, now);
  });
  // If a visit has waited long for a closed line, the patient is assumed to have gone home.
  const isLongAgo = last.ended_at !== null && last.ended_at < goneBefore(now);
  const isOver =
    isLongAgo || toCome.length === 0 || statusesWithoutVisit.some((left) => left === last.status);
  return {
    visitId: first.visit_id ?? first.id,
    token: first.token,
    hospital: {
      id: first.hospital_id,
      name: first.hospital_name,
      timeZone: first.hospital_time_zone,
    },
    startedAt: first.joined_at.toISOString(),
    endedAt: isOver && last.ended_at !== null ? last.ended_at.toISOString() : null,
    // An ended visit has no further steps.
    stops: [...stops, ...(isOver ? [] : toCome)],
    left: isOver && last.ended_at !== null ? null : left,
  };
}

function stopView(entry: EntryRow, isReturn: boolean, now: Date): JourneyStop {
  return {
    entryId: entry.id,
    lineId: entry.line_id,
    name: entry.line_name,
    department: entry.doctor_department === '' ? null : entry.doctor_department,
    service: entry.service,
    room: entry.point_name ?? entry.room,
    status: entry.status,
    isReturn,
    isShut: false,
    since: entry.joined_at.toISOString(),
    startedAt: entry.started_at === null ? null : entry.started_at.toISOString(),
    endedAt: entry.ended_at === null ? null : entry.ended_at.toISOString(),
    position: entry.place,
    waitRange: waitOf(entry, now).waitRange,
  };
}

function plannedView(
  { line_id: lineId, is_return: isReturn }: PlannedRow,
  targets: readonly TargetRow[],
  /** The time at which the visit's last step ended. The next step is due from this time on. */
  dueAt: Date | null,
): JourneyStop[] {
  const target = targets.find(({ id }) => id === lineId);
  if (target === undefined) return [];
  // A patient who finished the last step before this line closed does not count as waiting for the
  // line to open.
  const tookPeople = dueAt !== null && target.shut_since !== null && dueAt < target.shut_since;
  return [
    {
      entryId: null,
      lineId,
      name: target.name,
      department: target.department,
      service: target.service,
      room: target.room,
      status: null,
      isReturn,
      isShut: target.status === 'Offline' && !tookPeople,
      since: null,
      startedAt: null,
      endedAt: null,
      position: 0,
      waitRange: null,
    },
  ];
}
