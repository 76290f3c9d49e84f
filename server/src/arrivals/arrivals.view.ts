/** The view of an entry where others may look on: no name, no symptoms [ARR-4, ARR-5]. */
import type { KioskArrival } from '@baari/contract/visit/arrival.ts';
import {
  type CloseReason,
  type HospitalVerification,
  isOpenStatus,
  mostDelays,
  type QueueStatus,
} from '@baari/contract/constants.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { AnnouncedLine, WaitRange } from '@baari/contract/queue/wait.ts';
import type { EntryRow } from '../queue/queue.store.ts';
import { missedCallOf, isNext, roomOf, waitOf } from '../queue/queue.view.ts';

/** The kiosk's view; undefined for an ended entry. */
export function kioskView(row: EntryRow, isAgain: boolean, now: Date): KioskArrival | undefined {
  const { status, token, place, line_name: lineName } = row;
  if (!isOpenStatus(status)) return undefined;
  const { waitRange, line } = waitOf(row, now);
  return {
    status,
    token,
    position: place,
    waitRange,
    isNext: status === 'waiting' && isNext(row, now),
    line: status === 'waiting' ? line : null,
    doctorName: lineName,
    room: roomOf(row),
    isAgain,
  };
}

/** The ticket page's view. */
export interface TicketStanding {
  readonly token: string;
  readonly status: QueueStatus;
  readonly position: number;
  /** Whether the call is near, for the first in line. */
  readonly isNext: boolean;
  readonly line: AnnouncedLine | null;
  readonly waitRange: WaitRange | null;
  readonly isHere: boolean;
  /** The name of the doctor or of the shared line. */
  readonly doctorName: string;
  /** The kind of the shared line; null for a doctor's. */
  readonly service: ServiceKind | null;
  readonly department: string;
  /** The room to go to; null while unset. */
  readonly room: string | null;
  readonly hospitalName: string;
  readonly hospitalStanding: HospitalVerification;
  readonly timeZone: string;
  /** Whether the patient was called while absent, and goes next when back. */
  readonly isAway: boolean;
  /**
   * Why staff or the end of the day closed the entry; null for all others, including those that the patient cancelled.
   */
  readonly closedBecause: CloseReason | 'removed' | null;
  /** The staff's message about the closed entry. */
  readonly closeWord: string | null;
  /** Whether the ticket's holder may delay the place [WAIT-1]. */
  readonly mayGoLater: boolean;
  /** The version of the queue, for optimistic concurrency. */
  readonly version: number;
}

export function ticketView(row: EntryRow, now: Date): TicketStanding {
  const { line, waitRange } = waitOf(row, now);
  const isAway = missedCallOf(row)?.backAt === null;
  return {
    token: row.token ?? '',
    status: row.status,
    position: row.place,
    isNext: isNext(row, now),
    line,
    waitRange,
    isHere: row.checked_in_at !== null,
    doctorName: row.line_name,
    service: row.service,
    department: row.doctor_department,
    room: roomOf(row),
    hospitalName: row.hospital_name,
    hospitalStanding: row.hospital_standing,
    timeZone: row.hospital_time_zone,
    isAway,
    closedBecause: row.cancelled_by === 'staff' ? (row.close_reason ?? 'removed') : null,
    closeWord: row.close_word,
    mayGoLater: row.status === 'waiting' && !isAway && row.delays < mostDelays,
    version: row.queue_version,
  };
}
