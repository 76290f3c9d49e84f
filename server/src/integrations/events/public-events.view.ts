/** An event as a hospital's own system reads it, and the cursors of its calls [API-29]. */
import { type PublicEvent, subjectOf } from '@baari/contract/keys/public-events.ts';
import type { PublicEventRow } from './public-events.store.ts';

/** The content of an event in the version of 2026-12-01. */
export function publicEventView(row: PublicEventRow, cell: string): PublicEvent {
  return {
    id: eventId(row.id, cell),
    type: row.type,
    timestamp: row.recorded_at.toISOString(),
    data: {
      subject: { type: subjectOf(row.type), id: row.subject_id, version: row.id },
      hospital: row.hospital_id,
      line: row.line_id,
      token: row.token,
      status: row.status,
      at: row.at.toISOString(),
    },
  };
}

/** The id by which readers know the event with this number. */
export function eventId(number: number, cell: string): string {
  return `evt_${cell}_${number}`;
}

/** The number in an event's id; undefined for another installation's event. */
export function eventNumberIn(id: string, cell: string): number | undefined {
  const start = `evt_${cell}_`;
  return id.startsWith(start) ? Number(id.slice(start.length)) : undefined;
}

const radix = 36;

export function formatPosition(position: number): string {
  return `c${position.toString(radix)}`;
}

/** The position in a cursor, whose form the contract has checked. */
export function positionIn(cursor: string): number {
  return Number.parseInt(cursor.slice(1), radix);
}
