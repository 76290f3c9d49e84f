/** An entry as it is told where others may look on: no name, no symptoms [ARR-4, ARR-5]. */
import type { KioskArrival } from '@baari/contract/visit/arrival.ts';
import {
  type CloseReason,
  type HospitalStanding,
  isOpenStatus,
  mostDelays,
  type QueueStatus,
} from '@baari/contract/constants.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { LineTold, WaitRange } from '@baari/contract/queue/wait.ts';
import type { EntryRow } from '../queue/queue.store.ts';
import { holdOf, isNext, roomOf, waitOf } from '../queue/queue.view.ts';

/** What a kiosk says; undefined for an entry that has ended. */
export function kioskView(row: EntryRow, isAgain: boolean, now: Date): KioskArrival | undefined {
  const { status, token, place, doctor_name } = row;
  if (!isOpenStatus(status)) return undefined;
  const { waitRange, line } = waitOf(row, now);
  return {
    status,
    token,
    position: place,
    waitRange,
    isNext: status === 'waiting' && isNext(row, now),
    line: status === 'waiting' ? line : null,
    doctorName: doctor_name,
    room: roomOf(row),
    isAgain,
  };
}

/** What a ticket's page shows. */
export interface TicketStanding {
  readonly token: string;
  readonly status: QueueStatus;
  readonly position: number;
  /** Whether the call is near, for the first in line. */
  readonly isNext: boolean;
  readonly line: LineTold | null;
  readonly waitRange: WaitRange | null;
  readonly isHere: boolean;
  /** The doctor's, or that of the shared line. */
  readonly doctorName: string;
  /** What the shared line is for; null for a doctor's. */
  readonly service: ServiceKind | null;
  readonly department: string;
  /** Where to go in; null while nobody has said. */
  readonly room: string | null;
  readonly hospitalName: string;
  readonly hospitalStanding: HospitalStanding;
  readonly timeZone: string;
  /** Called and not there: goes next once back. */
  readonly isAway: boolean;
  /** Why the staff or the end of the day closed it; null for one that its patient gave up, and for all others. */
  readonly closedBecause: CloseReason | 'removed' | null;
  /** What the staff say of it. */
  readonly closeWord: string | null;
  /** Whether its holder may put the place off [WAIT-1]. */
  readonly mayGoLater: boolean;
  /** Of the queue: what was looked at. */
  readonly version: number;
}

export function ticketView(row: EntryRow, now: Date): TicketStanding {
  const { line, waitRange } = waitOf(row, now);
  const isAway = holdOf(row)?.backAt === null;
  return {
    token: row.token ?? '',
    status: row.status,
    position: row.place,
    isNext: isNext(row, now),
    line,
    waitRange,
    isHere: row.checked_in_at !== null,
    doctorName: row.doctor_name,
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
