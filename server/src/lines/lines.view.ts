/** The staff's view of shared lines and service points [LINE-1, LINE-2]. */
import type { ServicePoint, SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { LineRow, PointRow } from './lines.store.ts';

export function sharedLineView(row: LineRow, points: readonly PointRow[]): SharedLine {
  const own = points.filter(({ line_id }) => line_id === row.id);
  return {
    id: row.id,
    name: row.name,
    names: row.names,
    kind: row.kind,
    department: row.department,
    room: row.room,
    order: row.order_rule,
    returnsEvery: row.returns_every,
    isOpen: row.is_open,
    asksFromHome: row.asks_from_home,
    takesBookings: row.takes_bookings,
    next: row.next,
    points: own.map(pointView),
    waiting: row.waiting,
    inside: own.filter(({ serving_id }) => serving_id !== null).length,
    version: row.version,
  };
}

export function pointView(row: PointRow): ServicePoint {
  const { doctor_id: doctorId, doctor_name: doctorName, state_by: by, serving_id: entryId } = row;
  return {
    id: row.id,
    lineId: row.line_id,
    name: row.name,
    names: row.names,
    doctor: doctorId === null || doctorName === null ? null : { id: doctorId, name: doctorName },
    hours: row.hours,
    state: row.state,
    since: row.state_since === null ? null : row.state_since.toISOString(),
    by: by === null ? null : { id: by, name: row.state_by_name ?? '' },
    staff: row.staff,
    serving:
      entryId === null
        ? null
        : {
            entryId,
            token: row.serving_token,
            since: row.serving_since === null ? null : row.serving_since.toISOString(),
          },
  };
}
