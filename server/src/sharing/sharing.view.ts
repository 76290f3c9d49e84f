/** Shared links for those who may stop them, and the visit as their readers see it [ARR-7]. */
import type { HospitalVerification, QueueStatus } from '@baari/contract/constants.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { AnnouncedLine, WaitRange } from '@baari/contract/queue/wait.ts';
import type { SharedLink } from '@baari/contract/visit/shared-place.ts';
import type { EntryRow } from '../queue/queue.store.ts';
import { missedCallOf, isNext, roomOf, waitOf } from '../queue/queue.view.ts';
import { firstName } from './shared-place.rules.ts';
import type { LinkRow } from './sharing.store.ts';

export function linkView(row: LinkRow): SharedLink {
  return {
    id: row.id,
    madeAt: row.made_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    byStaff: row.by_staff,
  };
}

/** The data that a shared page shows. */
export interface SharedStanding {
  readonly firstName: string;
  readonly token: string;
  readonly status: QueueStatus;
  readonly position: number;
  /** Whether the patient is first in line and will be called soon. */
  readonly isNext: boolean;
  /** Whether the patient missed a call and has not come back yet. */
  readonly isAway: boolean;
  readonly line: AnnouncedLine | null;
  readonly waitRange: WaitRange | null;
  /**
   * The doctor's name; null for a shared line, whose own name could reveal the illness. Its kind is
   * shown instead.
   */
  readonly doctorName: string | null;
  readonly service: ServiceKind | null;
  readonly room: string | null;
  readonly hospitalName: string;
  readonly hospitalStanding: HospitalVerification;
  readonly timeZone: string;
}

export function sharedStanding(row: EntryRow, now: Date): SharedStanding {
  const { line, waitRange } = waitOf(row, now);
  return {
    firstName: firstName(row.patient_name),
    token: row.token ?? '',
    status: row.status,
    position: row.place,
    isNext: isNext(row, now),
    isAway: missedCallOf(row)?.backAt === null,
    line,
    waitRange,
    doctorName: row.service === null ? row.line_name : null,
    service: row.service,
    room: roomOf(row),
    hospitalName: row.hospital_name,
    hospitalStanding: row.hospital_standing,
    timeZone: row.hospital_time_zone,
  };
}
