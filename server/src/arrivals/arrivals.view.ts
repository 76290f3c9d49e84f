/** An entry as it is told where others may look on: no name, no symptoms [ARR-4, ARR-5]. */
import type { KioskArrival } from '@baari/contract/arrival.ts';
import type { HospitalStanding, QueueStatus } from '@baari/contract/constants.ts';
import type { EntryRow } from '../queue/queue.store.ts';
import { patientEntryView } from '../queue/queue.view.ts';

/** What a kiosk says; undefined for an entry that has ended. */
export function kioskView(row: EntryRow, isAgain: boolean, now: Date): KioskArrival | undefined {
  const { status, token, position, waitRange } = patientEntryView(row, now);
  if (status !== 'pending_approval' && status !== 'waiting' && status !== 'in_progress') {
    return undefined;
  }
  return { status, token, position, waitRange, doctorName: row.doctor_name, isAgain };
}

/** What a ticket's page shows. */
export interface TicketStanding {
  readonly token: string;
  readonly status: QueueStatus;
  readonly position: number;
  /** Minutes. */
  readonly waitRange: { readonly lower: number; readonly upper: number } | null;
  readonly isHere: boolean;
  readonly doctorName: string;
  readonly department: string;
  readonly hospitalName: string;
  readonly hospitalStanding: HospitalStanding;
  readonly timeZone: string;
}

export function ticketView(row: EntryRow, now: Date): TicketStanding {
  const { status, position, waitRange } = patientEntryView(row, now);
  return {
    token: row.token ?? '',
    status,
    position,
    waitRange,
    isHere: row.checked_in_at !== null,
    doctorName: row.doctor_name,
    department: row.doctor_department,
    hospitalName: row.hospital_name,
    hospitalStanding: row.hospital_standing,
    timeZone: row.hospital_time_zone,
  };
}
