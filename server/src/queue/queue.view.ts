/** A row as it goes over the wire: the staff's view and the patient's own [ENT-1]. */
import { leaveSpareFor } from '@baari/contract/leaving.ts';
import type {
  Hold,
  LastChange,
  PlaceChange,
  QueueEntry,
  UrgencyChange,
} from '@baari/contract/queue.ts';
import { type Absence, absenceAt } from '../schedule/schedule.rules.ts';
import { dueTime } from '../waits/due.rules.ts';
import { estimateWait, type LineAhead } from '../waits/estimate.rules.ts';
import { defaultFit } from '../waits/fit.rules.ts';
import { meanConsultation, paceOf } from '../waits/pace.rules.ts';
import type { EntryRow, PlaceChangeRow } from './queue.store.ts';

const minuteMs = 60_000;

/** What the hospital's staff see. */
export function staffEntryView(row: EntryRow, now: Date): QueueEntry {
  return {
    id: row.id,
    status: row.status,
    position: row.place,
    joinedAt: row.joined_at.toISOString(),
    approvedAt: instantOrNull(row.approved_at),
    startedAt: instantOrNull(row.started_at),
    endedAt: instantOrNull(row.ended_at),
    ...waitOf(row, now),
    symptoms: row.symptoms,
    urgency: row.urgency,
    rejectionReason: row.rejection_reason,
    notes: row.notes,
    cancelledBy: row.cancelled_by,
    token: row.token,
    checkedInAt: instantOrNull(row.checked_in_at),
    checkedInBy: row.checked_in_by,
    leaveSpare: leaveSpareOf(row),
    hold: holdOf(row),
    placeChanges: row.place_changes.map(placeChangeView),
    dueAt: row.status === 'waiting' ? dueTime(row.joined_at, row.urgency).toISOString() : null,
    urgencyChange: urgencyChangeOf(row),
    lastChange: lastChangeOf(row),
    patient: {
      id: row.patient_id,
      name: row.patient_name,
      fullName: row.patient_name,
      ...contactOf(row),
    },
    doctor: {
      id: row.doctor_id,
      name: row.doctor_name,
      specialty: row.doctor_specialty,
      department: row.doctor_department,
      breakUntil: instantOrNull(row.break_until),
      hospital: { id: row.hospital_id },
    },
    hospital: {
      id: row.hospital_id,
      name: row.hospital_name,
      timeZone: row.hospital_time_zone,
      standing: row.hospital_standing,
    },
    queueVersion: row.queue_version,
  };
}

/** What the patient sees: all but what staff wrote for staff. */
export function patientEntryView(row: EntryRow, now: Date): QueueEntry {
  return forPatient(staffEntryView(row, now));
}

/** Takes from a staff view what is not for the patient. */
export function forPatient(entry: QueueEntry): QueueEntry {
  const { urgencyChange } = entry;
  return {
    ...entry,
    notes: null,
    dueAt: null,
    urgencyChange: urgencyChange && { ...urgencyChange, reason: null },
    lastChange: null,
  };
}

/**
 * How to reach a patient, as given with the visit: while it is open, when it happened, and where another
 * visit or a booking here is a relation. A request that came to nothing opens nothing [SEC-5, ROLE-7].
 */
function contactOf(row: EntryRow): Pick<QueueEntry['patient'], 'email' | 'phone' | 'through'> {
  const isOver = ['cancelled', 'rejected', 'no_show'].includes(row.status);
  // Without an account the desk itself wrote it down.
  if (isOver && row.is_known !== true && row.account_id !== null) {
    return { email: null, phone: null, through: null };
  }
  return { email: row.contact_email, phone: row.contact_phone, through: row.through };
}

function holdOf(row: EntryRow): Hold | null {
  if (row.status !== 'waiting' || row.called_at === null) return null;
  return {
    calledAt: row.called_at.toISOString(),
    calls: row.missed_calls,
    backAt: instantOrNull(row.back_at),
  };
}

function leaveSpareOf({ status, others_on_site }: EntryRow): number | null {
  return status === 'waiting' && others_on_site !== null ? leaveSpareFor(others_on_site) : null;
}

function urgencyChangeOf(row: EntryRow): UrgencyChange | null {
  if (row.stated_urgency === null || row.urgency_changed_at === null) return null;
  return {
    stated: row.stated_urgency,
    at: row.urgency_changed_at.toISOString(),
    reason: row.urgency_reason,
  };
}

function placeChangeView(change: PlaceChangeRow): PlaceChange {
  return { ...change, at: new Date(change.at).toISOString() };
}

function lastChangeOf(row: EntryRow): LastChange | null {
  if (row.last_action === null || row.changed_at === null) return null;
  const isPatient = row.changed_by === null || row.changed_by === row.account_id;
  return {
    action: row.last_action,
    at: row.changed_at.toISOString(),
    by:
      isPatient || row.changed_by === null
        ? null
        : { id: row.changed_by, name: row.changed_by_name ?? '' },
  };
}

function waitOf(row: EntryRow, now: Date): Pick<QueueEntry, 'estimatedWaitTime' | 'waitRange'> {
  if (row.status !== 'waiting') return { estimatedWaitTime: 0, waitRange: null };
  const wait = estimateWait(lineAhead(row, now), row.fit ?? defaultFit);
  return {
    estimatedWaitTime: wait.minutes,
    waitRange: { lower: wait.lower, upper: wait.upper },
  };
}

/** What stands between a waiting entry and its call. */
export function lineAhead(row: EntryRow, now: Date): LineAhead {
  return {
    ahead: row.place - 1,
    mean: meanConsultation(paceOf(row), now),
    runningFor:
      row.running_since === null ? null : (now.getTime() - row.running_since.getTime()) / minuteMs,
    ...absenceOf(row, now),
  };
}

/** The hours are read for those who wait alone. */
function absenceOf(row: EntryRow, now: Date): Partial<Absence> {
  if (row.hospital_hours === null) return {};
  return absenceAt(
    { zone: row.hospital_time_zone, week: row.week, hospitalHours: row.hospital_hours },
    { breakUntil: row.break_until, consultingSince: row.running_since },
    now,
  );
}

function instantOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
