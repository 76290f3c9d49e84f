/**
 * The data of a queue entry for screens that other people can see: no name, no symptoms [ARR-4,
 * ARR-5].
 */
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

/** The data that a kiosk shows about a queue entry; undefined for an ended entry. */
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

/** The data that the page of a ticket shows. */
export interface TicketStanding {
  readonly token: string;
  readonly status: QueueStatus;
  readonly position: number;
  /** Whether the patient is first in line and will be called soon. */
  readonly isNext: boolean;
  readonly line: AnnouncedLine | null;
  readonly waitRange: WaitRange | null;
  readonly isHere: boolean;
  /** The name of the doctor or of the shared line. */
  readonly doctorName: string;
  /** The kind of the shared line; null for a doctor's line. */
  readonly service: ServiceKind | null;
  readonly department: string;
  /** The room that the patient goes to; null while unset. */
  readonly room: string | null;
  readonly hospitalName: string;
  readonly hospitalStanding: HospitalVerification;
  readonly timeZone: string;
  /**
   * Whether the patient missed a call and has not come back yet. After coming back, the patient is
   * next.
   */
  readonly isAway: boolean;
  /**
   * Why staff or the end of the day closed the entry; null for all other entries, and if the
   * patient cancelled.
   */
  readonly closedBecause: CloseReason | 'removed' | null;
  /** The staff's message about the closed entry. */
  readonly closeWord: string | null;
  /** Whether the person who holds the ticket may let other patients go ahead [WAIT-1]. */
  readonly mayGoLater: boolean;
  /** The version of the doctor's line, for optimistic concurrency. */
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
