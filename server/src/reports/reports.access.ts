/**
 * Decides who may read and write a report, and how much of the report a reader sees [RPT-1, ROLE-7,
 * SEC-25]. Pure: takes facts, returns a decision.
 */
import type { StaffRole } from '@baari/contract/constants.ts';
import { type ReportReaders, treatmentDays } from '@baari/contract/visit/report-access.ts';
import type { ReportVisibility } from '@baari/contract/visit/report.ts';
import { isStaff, type PersonActor, type StaffActor } from '../platform/actor.ts';

export interface ReportOwners {
  readonly hospitalId: string;
  readonly doctorId: string;
  /** The account of the patient; null for a patient without an account. */
  readonly accountId: string | null;
}

/** The treatment relationship between a member of staff and the patient of a report. */
export interface Tie {
  /**
   * Whether the doctor expects the patient: there is an open entry in the doctor's own line, or a
   * booking for today or later.
   */
  readonly isExpected: boolean;
  /** When the patient's last completed visit to this doctor ended. */
  readonly lastSeenAt: Date | null;
  /** When this reader's emergency access to the patient's reports ends. */
  readonly emergencyUntil: Date | null;
}

export const noTie: Tie = { isExpected: false, lastSeenAt: null, emergencyUntil: null };

const dayMs = 86_400_000;

/**
 * Whether the doctor treats the patient. The treatment begins with the request or booking and ends
 * a year after the last visit.
 */
export function treats(tie: Tie, now: Date): boolean {
  if (tie.isExpected) return true;
  return (
    tie.lastSeenAt !== null && now.getTime() - tie.lastSeenAt.getTime() < treatmentDays * dayMs
  );
}

const readsAll: Record<StaffRole, keyof ReportReaders> = {
  doctor: 'doctors',
  receptionist: 'receptionists',
  hospital_admin: 'administrators',
};

/**
 * How much of a report a reader sees; null if the reader must not know of it. Patients see their
 * own reports. The author, a treating doctor, the roles that the hospital allows and staff with
 * emergency access see the whole report. Other staff see only that it exists.
 */
export function visibilityOf(
  actor: PersonActor,
  report: ReportOwners,
  { readers, tie }: { readonly readers: ReportReaders; readonly tie: Tie },
  now: Date,
): ReportVisibility | null {
  if (!isStaff(actor)) return actor.userId === report.accountId ? 'whole' : null;
  if (actor.hospitalId !== report.hospitalId) return null;
  if (readers[readsAll[actor.role]]) return 'whole';
  if (actor.role === 'receptionist') return 'existence';
  const isOwn = actor.doctorId !== null && actor.doctorId === report.doctorId;
  const isTreating = actor.role === 'doctor' && treats(tie, now);
  const isOpened = tie.emergencyUntil !== null && tie.emergencyUntil > now;
  return isOwn || isTreating || isOpened ? 'whole' : 'emergency';
}

/**
 * Whether the actor may write a report: staff for their hospital, a doctor only in their own name.
 */
export function mayWrite(actor: StaffActor, doctorId: string): boolean {
  return actor.role !== 'doctor' || actor.doctorId === doctorId;
}
