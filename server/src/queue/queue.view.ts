/** An entry as each audience is told of it: the hospital's staff and its patient [ENT-1, SEC-18]. */
import { leaveSpareFor } from '@baari/contract/leaving.ts';
import type {
  Hold,
  LastChange,
  PatientEntry,
  PlaceChange,
  StaffEntry,
} from '@baari/contract/queue.ts';
import { type Actor, isStaff, type StaffActor } from '../platform/actor.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { type Absence, absenceAt } from '../schedule/schedule.rules.ts';
import { dueTime } from '../waits/due.rules.ts';
import { estimateWait, type LineAhead } from '../waits/estimate.rules.ts';
import { defaultFit } from '../waits/fit.rules.ts';
import { meanConsultation, paceOf } from '../waits/pace.rules.ts';
import type { Opening } from '@baari/contract/opening.ts';
import type { EntryRow, PlaceChangeRow } from './queue.store.ts';

const minuteMs = 60_000;

/** What the hospital's staff see. */
export function staffEntryView(row: EntryRow, now: Date): StaffEntry {
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
    closed: row.close_reason === null ? null : { reason: row.close_reason, word: row.close_word },
    token: row.token,
    checkedInAt: instantOrNull(row.checked_in_at),
    checkedInBy: row.checked_in_by,
    leaveSpare: leaveSpareOf(row),
    hold: holdOf(row),
    moved: movedOf(row),
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
      status: row.doctor_status,
      breakUntil: instantOrNull(row.break_until),
      hospital: { id: row.hospital_id },
    },
    hospital: {
      id: row.hospital_id,
      name: row.hospital_name,
      timeZone: row.hospital_time_zone,
      standing: row.hospital_standing,
      opening: openingOf(row, now),
    },
    queueVersion: row.queue_version,
  };
}

/** What the patient sees: each field by name, so that what is added for staff does not come along. */
export function patientEntryOf(entry: StaffEntry): PatientEntry {
  const { patient, doctor, hospital, hold, waitRange, urgencyChange, closed, moved } = entry;
  return {
    id: entry.id,
    status: entry.status,
    position: entry.position,
    joinedAt: entry.joinedAt,
    approvedAt: entry.approvedAt,
    startedAt: entry.startedAt,
    endedAt: entry.endedAt,
    estimatedWaitTime: entry.estimatedWaitTime,
    waitRange: waitRange && { lower: waitRange.lower, upper: waitRange.upper },
    symptoms: entry.symptoms,
    urgency: entry.urgency,
    rejectionReason: entry.rejectionReason,
    notes: null,
    cancelledBy: entry.cancelledBy,
    closed: closed && { reason: closed.reason, word: closed.word },
    token: entry.token,
    checkedInAt: entry.checkedInAt,
    checkedInBy: entry.checkedInBy,
    leaveSpare: entry.leaveSpare,
    hold: hold && { calledAt: hold.calledAt, calls: hold.calls, backAt: hold.backAt },
    moved: moved && { from: moved.from, fromId: moved.fromId, at: moved.at },
    placeChanges: entry.placeChanges.map(({ at, from, to, reason, own }) => {
      return { at, from, to, reason, own };
    }),
    urgencyChange: urgencyChange && { stated: urgencyChange.stated, at: urgencyChange.at },
    patient: {
      id: patient.id,
      name: patient.name,
      fullName: patient.fullName,
      email: patient.email,
      phone: patient.phone,
      through: patient.through,
    },
    doctor: {
      id: doctor.id,
      name: doctor.name,
      specialty: doctor.specialty,
      department: doctor.department,
      status: doctor.status,
      breakUntil: doctor.breakUntil,
      hospital: { id: doctor.hospital.id },
    },
    hospital: {
      id: hospital.id,
      name: hospital.name,
      timeZone: hospital.timeZone,
      standing: hospital.standing,
      opening: hospital.opening && {
        isOpen: hospital.opening.isOpen,
        until: hospital.opening.until,
      },
    },
    queueVersion: entry.queueVersion,
  };
}

export function patientEntryView(row: EntryRow, now: Date): PatientEntry {
  return patientEntryOf(staffEntryView(row, now));
}

/** The entry as its audience is told of it: of those who may see it, the staff or its patient. */
export type EntryFor<A extends Actor | null> = A extends StaffActor ? StaffEntry : PatientEntry;

export function entryFor<A extends Actor | null>(actor: A, row: EntryRow, now: Date): EntryFor<A> {
  const view = actor !== null && isStaff(actor) ? staffEntryView : patientEntryView;
  // Chosen just so.
  return view(row, now) as EntryFor<A>;
}

/**
 * How to reach a patient, as given with the visit: while it is open, when it happened, and where another
 * visit or a booking here is a relation. A request that came to nothing opens nothing [SEC-5, ROLE-7].
 */
function contactOf(row: EntryRow): Pick<StaffEntry['patient'], 'email' | 'phone' | 'through'> {
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

function movedOf({ moved_from, moved_from_doctor_id, moved_at }: EntryRow): StaffEntry['moved'] {
  if (moved_from === null || moved_from_doctor_id === null || moved_at === null) return null;
  return { from: moved_from, fromId: moved_from_doctor_id, at: moved_at.toISOString() };
}

function leaveSpareOf({ status, others_on_site }: EntryRow): number | null {
  return status === 'waiting' && others_on_site !== null ? leaveSpareFor(others_on_site) : null;
}

function urgencyChangeOf(row: EntryRow): StaffEntry['urgencyChange'] {
  if (row.stated_urgency === null || row.urgency_changed_at === null) return null;
  return {
    stated: row.stated_urgency,
    at: row.urgency_changed_at.toISOString(),
    reason: row.urgency_reason,
  };
}

function placeChangeView({ at, from, to, reason, own }: PlaceChangeRow): PlaceChange {
  return { at: new Date(at).toISOString(), from, to, reason, own };
}

function lastChangeOf(row: EntryRow): LastChange | null {
  if (row.last_action === null || row.changed_at === null) return null;
  // By nobody: the day ended.
  if (row.close_reason !== null && row.changed_by === null) return null;
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

/** A doctor who has seen somebody so shortly before is still at work, whatever the hours say. */
const stillAtWorkMs = 60 * minuteMs;
/** What was worked out of a hospital for the lines of one answer. */
const openings = new WeakMap<Date, Map<string, Opening>>();

/** Whether the hospital is open for whoever waits; null for all others. */
export function openingOf(row: EntryRow, now: Date): Opening | null {
  if (row.hospital_hours === null) return null;
  const isAtWork =
    row.running_since !== null ||
    (row.pace_at !== null && now.getTime() - row.pace_at.getTime() < stillAtWorkMs);
  const known = openings.get(now) ?? new Map<string, Opening>();
  openings.set(now, known);
  const told =
    known.get(row.hospital_id) ?? openingAt(row.hospital_hours, row.hospital_time_zone, now);
  known.set(row.hospital_id, told);
  return isAtWork && !told.isOpen ? { isOpen: true, until: null } : told;
}

/** What one who waits is told of the wait; the same for every audience. */
export function waitOf(
  row: EntryRow,
  now: Date,
): Pick<StaffEntry, 'estimatedWaitTime' | 'waitRange'> {
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
