/**
 * The views of an entry for each audience: the hospital's staff and its patient [ENT-1, SEC-18].
 */
import { statusesWithoutVisit } from '@baari/contract/constants.ts';
import { whatToDo } from '@baari/contract/queue/leaving.ts';
import type { Opening } from '@baari/contract/hospital/opening.ts';
import type {
  Delay,
  MissedCall,
  LastChange,
  PatientEntry,
  PlaceChange,
  StaffEntry,
} from '@baari/contract/queue/queue.ts';
import { isServedOutsideHours } from '@baari/contract/queue/announced-wait.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { type Actor, isStaff, type StaffActor } from '../platform/actor.ts';
import type { WorkPlan } from '../schedule/schedule.rules.ts';
import { type WorkDay, workDayAt } from '../schedule/work-day.rules.ts';
import { countsFrom, dueTime } from '../waits/due.rules.ts';
import type { Ahead, Forecast } from '../waits/forecast.rules.ts';
import {
  forecastOf,
  type LineNow,
  leavesInFor,
  lineNow,
  type PointTimes,
  placeWait,
} from '../waits/announced-wait.rules.ts';
import type { EntryRow, PlaceChangeRow, PointAtRow } from './queue.store.ts';

/** The states of lines that were already computed for one response, by doctor and status. */
type LinesKnown = Map<string, LineNow>;

/** The staff's view of a list of entries. The state of each doctor's line is computed once. */
export function staffEntryViews(rows: readonly EntryRow[], now: Date): StaffEntry[] {
  const known: LinesKnown = new Map();
  return rows.map((row) => staffEntryView(row, now, known));
}

/** The staff's view of one entry. */
export function staffEntryView(row: EntryRow, now: Date, known?: LinesKnown): StaffEntry {
  return {
    id: row.id,
    status: row.status,
    position: row.place,
    joinedAt: row.joined_at.toISOString(),
    approvedAt: instantOrNull(row.approved_at),
    startedAt: instantOrNull(row.started_at),
    endedAt: instantOrNull(row.ended_at),
    ...waitOf(row, now, known),
    symptoms: row.symptoms,
    urgency: row.urgency,
    rejectionReason: row.rejection_reason,
    notes: row.notes,
    cancelledBy: row.cancelled_by,
    closed: row.close_reason === null ? null : { reason: row.close_reason, word: row.close_word },
    severalStops: row.visit_id !== null,
    visitId: row.visit_id,
    token: row.token,
    checkedInAt: instantOrNull(arrivalOf(row)),
    checkedInBy: row.checked_in_by,
    saidOver: saidOverOf(row),
    hold: missedCallOf(row),
    booking: bookingOf(row),
    moved: movedOf(row),
    placeChanges: row.place_changes.map(placeChangeView),
    dueAt: row.status === 'waiting' ? dueOf(row, now, known).toISOString() : null,
    urgencyChange: urgencyChangeOf(row),
    lastChange: lastChangeOf(row),
    delay: delayOf(row),
    visitKind: visitKindOf(row),
    needsInterpreter: row.needs_interpreter,
    notReachedAt: notReachedOf(row),
    patient: {
      id: row.patient_id,
      name: row.patient_name,
      fullName: row.patient_name,
      ...contactOf(row),
      isContactProved: row.is_contact_proved,
      isPhoneProved: row.is_phone_proved,
    },
    doctor: {
      id: row.line_id,
      name: row.line_name,
      specialty: row.doctor_specialty,
      department: row.doctor_department,
      status: row.doctor_status,
      breakUntil: instantOrNull(row.break_until),
      room: roomOf(row),
      service: row.service,
      hospital: { id: row.hospital_id },
    },
    point: pointOf(row),
    hospital: {
      id: row.hospital_id,
      name: row.hospital_name,
      timeZone: row.hospital_time_zone,
      standing: row.hospital_standing,
      opening: openingOf(row, now, known),
    },
    queueVersion: row.queue_version,
  };
}

/**
 * The time at which the patient arrived for the visit, which may be before this step of the visit.
 * Null if the patient is not checked in for this step.
 */
function arrivalOf({ checked_in_at: here, first_seen_at: first }: EntryRow): Date | null {
  return here === null || first === null || first > here ? here : first;
}

/**
 * The patient's view of an entry. The code lists every field by name, so that new fields for staff
 * are not exposed.
 */
export function patientEntryOf(entry: StaffEntry): PatientEntry {
  const { patient, doctor, hospital, hold, line, waitRange, call } = entry;
  const { urgencyChange, closed, moved, booking, point, saidOver } = entry;
  return {
    id: entry.id,
    status: entry.status,
    position: entry.position,
    joinedAt: entry.joinedAt,
    approvedAt: entry.approvedAt,
    startedAt: entry.startedAt,
    endedAt: entry.endedAt,
    line: line && { state: line.state, at: line.at, usuallyAt: line.usuallyAt },
    estimatedWaitTime: entry.estimatedWaitTime,
    waitRange: waitRange && {
      lower: waitRange.lower,
      upper: waitRange.upper,
      parts: waitRange.parts.map(({ from, to }) => ({ from, to })),
    },
    call: call && { at: call.at, deviation: call.deviation },
    symptoms: entry.symptoms,
    urgency: entry.urgency,
    rejectionReason: entry.rejectionReason,
    notes: null,
    cancelledBy: entry.cancelledBy,
    closed: closed && { reason: closed.reason, word: closed.word },
    severalStops: entry.severalStops,
    visitId: entry.visitId,
    token: entry.token,
    checkedInAt: entry.checkedInAt,
    checkedInBy: entry.checkedInBy,
    saidOver: saidOver && { word: saidOver.word, at: saidOver.at },
    hold: hold && { calledAt: hold.calledAt, calls: hold.calls, backAt: hold.backAt },
    booking: booking && { id: booking.id, startsAt: booking.startsAt, dueAt: booking.dueAt },
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
      room: doctor.room,
      service: doctor.service,
      hospital: { id: doctor.hospital.id },
    },
    point: point && { id: point.id, name: point.name },
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

/** The type of the view: staff get the staff's view, all other actors get the patient's view. */
export type EntryFor<A extends Actor | null> = A extends StaffActor ? StaffEntry : PatientEntry;

export function entryFor<A extends Actor | null>(actor: A, row: EntryRow, now: Date): EntryFor<A> {
  const view = actor !== null && isStaff(actor) ? staffEntryView : patientEntryView;
  // The type of the actor decides whether this is the view for staff or for the patient.
  return view(row, now) as EntryFor<A>;
}

/**
 * The contact details that a patient gave with the visit. They are shown while the visit is open
 * and if it took place. They are also shown if the hospital knows the patient from another visit or
 * booking. A request without a visit shows none of them [SEC-5, ROLE-7].
 */
function contactOf(row: EntryRow): Pick<StaffEntry['patient'], 'email' | 'phone' | 'through'> {
  const isOver = statusesWithoutVisit.some((without) => without === row.status);
  // For a patient without an account, the desk entered the contact details, so they stay visible.
  if (isOver && row.is_known !== true && row.account_id !== null) {
    return { email: null, phone: null, through: null };
  }
  return { email: row.contact_email, phone: row.contact_phone, through: row.through };
}

/** The room to which the patient is called; in a shared line, the service point that calls. */
export function roomOf({ point_name, room }: EntryRow): string | null {
  return point_name ?? room;
}

export function missedCallOf(row: EntryRow): MissedCall | null {
  if (row.status !== 'waiting' || row.called_at === null) return null;
  return {
    calledAt: row.called_at.toISOString(),
    calls: row.missed_calls,
    backAt: instantOrNull(row.back_at),
  };
}

/** A patient who came or left needs no telephone call any more. */
function notReachedOf(row: EntryRow): string | null {
  const { status, not_reached_at: at } = row;
  return status === 'waiting' || status === 'in_progress' ? instantOrNull(at) : null;
}

function visitKindOf({ visit_kind, visit_kind_by }: EntryRow): StaffEntry['visitKind'] {
  if (visit_kind === null || visit_kind_by === null) return null;
  return { kind: visit_kind, by: visit_kind_by };
}

function bookingOf({ appointment_id, booked_for, due_at }: EntryRow): StaffEntry['booking'] {
  if (appointment_id === null || booked_for === null || due_at === null) return null;
  return { id: appointment_id, startsAt: booked_for.toISOString(), dueAt: due_at.toISOString() };
}

/**
 * The time by which the patient should be called: by booking, or else by urgency. For an urgency,
 * the minutes start at the opening time if the patient joined while the hospital was closed. If the
 * doctor works before the opening time, they start at joining.
 */
function dueOf(row: EntryRow, now: Date, lines?: LinesKnown): Date {
  return row.due_at ?? dueTime(countedFrom(row, now, lines), row.urgency);
}

/**
 * The opening time computed for each entry, cached because computing it takes longer than the rest
 * of the view.
 */
const openSinceKnown = new Map<string, { readonly hours: string; readonly from: Date }>();
const mostKnown = 10_000;

function openSince(row: EntryRow): Date {
  const { id, joined_at: joinedAt, hospital_hours: week, hospital_time_zone: zone } = row;
  if (week === null) return joinedAt;
  const hours = `${joinedAt.getTime()} ${zone} ${JSON.stringify(week)}`;
  const known = openSinceKnown.get(id);
  if (known?.hours === hours) return known.from;
  if (openSinceKnown.size >= mostKnown) openSinceKnown.clear();
  const from = countsFrom(joinedAt, openingAt(week, zone, joinedAt));
  openSinceKnown.set(id, { hours, from });
  return from;
}

function countedFrom(row: EntryRow, now: Date, lines?: LinesKnown): Date {
  const joinedAt = row.joined_at;
  const from = openSince(row);
  // If the line serves patients before the opening time, the minutes of the urgency count from
  // joining.
  const isServed = from > now && openingOf(row, now, lines)?.isOpen === true;
  return isServed ? joinedAt : from;
}

/** The patient's report that the visit is over; null if the patient has not reported it. */
function saidOverOf({ said_over: word, said_over_at: at }: EntryRow): StaffEntry['saidOver'] {
  return word === null || at === null ? null : { word, at: at.toISOString() };
}

function delayOf({ status, delays, delayed_at, delayed_minutes, ...row }: EntryRow): Delay | null {
  if (status !== 'waiting' || delayed_at === null) return null;
  if (delayed_minutes !== null && row.checked_in_at !== null) return null;
  return { at: delayed_at.toISOString(), minutes: delayed_minutes, times: delays };
}

function movedOf({ moved_from, moved_from_line_id, moved_at }: EntryRow): StaffEntry['moved'] {
  if (moved_from === null || moved_from_line_id === null || moved_at === null) return null;
  return { from: moved_from, fromId: moved_from_line_id, at: moved_at.toISOString() };
}

/** The service point of a shared line at which the patient is served, or to which the patient was last called. */
function pointOf({ service_point_id: id, point_name: name }: EntryRow): StaffEntry['point'] {
  return id === null || name === null ? null : { id, name };
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
  // The entry was closed automatically at the end of the day, not by a person.
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

/** The opening state of each hospital, cached for all lines of one response. */
const openings = new WeakMap<Date, Map<string, Opening>>();

/**
 * Whether the hospital is open, as shown to a waiting patient; null for all other patients. The
 * hospital counts as open if the doctor works now or will work before it opens [INV-16].
 */
export function openingOf(row: EntryRow, now: Date, lines?: LinesKnown): Opening | null {
  if (row.hospital_hours === null) return null;
  const known = openings.get(now) ?? new Map<string, Opening>();
  openings.set(now, known);
  const announced =
    known.get(row.hospital_id) ?? openingAt(row.hospital_hours, row.hospital_time_zone, now);
  known.set(row.hospital_id, announced);
  const line = lineOfEntry(row, now, lines)?.announced;
  const opensFirst =
    !announced.isOpen && line !== undefined && isServedOutsideHours(line, announced.until);
  return opensFirst ? { isOpen: true, until: null } : announced;
}

/** The wait as shown to a waiting patient. Every audience sees the same wait. */
export function waitOf(
  row: EntryRow,
  now: Date,
  known?: LinesKnown,
): Pick<StaffEntry, 'line' | 'estimatedWaitTime' | 'waitRange' | 'call'> {
  const line = lineOfEntry(row, now, known);
  if (line === undefined || row.status !== 'waiting') {
    return { line: line?.announced ?? null, estimatedWaitTime: 0, waitRange: null, call: null };
  }
  const { line: own, ...wait } = placeWait(line, aheadOf(row));
  return { line: own ?? line.announced, ...wait };
}

/**
 * The forecast of a waiting entry. For a pending entry, it is the forecast as if the entry were
 * approved now. Undefined if there is no forecast.
 */
export function forecastOfEntry(row: EntryRow, now: Date): Forecast | undefined {
  const line = lineOfEntry(row, now);
  return line && forecastOf(line, aheadOf(row));
}

/** Counts the patients ahead of an entry who can be called. */
export function aheadOf({ ahead, ahead_visits }: Pick<EntryRow, 'ahead' | 'ahead_visits'>): Ahead {
  return { people: ahead, visits: ahead_visits };
}

/**
 * Whether this patient is next and will be called soon. The answer is the same whether or not the
 * patient is on site [INV-16].
 */
export function isNext(row: EntryRow, now: Date): boolean {
  const leavesIn = leavesInFor(forecastOfEntry(row, now), 0);
  return whatToDo({ place: row.place, isOnSite: true, leavesIn, way: 0 }) === 'next';
}

/** The state of the line of a waiting or pending entry; undefined for all other entries. */
export function lineOfEntry(
  row: EntryRow,
  now: Date,
  known: LinesKnown = new Map(),
): LineNow | undefined {
  const plan = workPlanOf(row);
  const isExpected = row.status === 'waiting' || row.status === 'pending_approval';
  if (plan === undefined || !isExpected) return undefined;
  const key = `${row.line_id} ${row.status}`;
  const line = known.get(key) ?? lineOf(row, plan, now);
  known.set(key, line);
  return line;
}

/** The state of an entry's line; undefined if the line's hours were not read. */
export function lineAround(row: EntryRow, now: Date): LineNow | undefined {
  const plan = workPlanOf(row);
  return plan && lineOf(row, plan, now);
}

function lineOf(row: EntryRow, plan: WorkPlan, now: Date): LineNow {
  if (row.at_points !== null) return lineOfPoints(row, row.at_points, plan, now);
  const rows = {
    plan,
    status: row.doctor_status,
    breakUntil: row.break_until,
    insideSince: row.running_since,
    insideCountsAs: row.running_counts_as,
    waitingSince: row.waiting_since,
    learnt: row,
    sharedBesides: row.shared_besides ?? [],
  };
  return lineNow(rows, now);
}

/** The state of a shared line, in which each service point calls patients. */
function lineOfPoints(
  row: EntryRow,
  points: readonly PointAtRow[],
  plan: WorkPlan,
  now: Date,
): LineNow {
  const rows = {
    plan,
    status: row.doctor_status,
    breakUntil: null,
    insideSince: null,
    waitingSince: row.waiting_since,
    learnt: row,
    points: pointsAt(points),
    numbers: row.at_numbers ?? [],
  };
  return lineNow(rows, now);
}

/**
 * The service points that forecasts use. The point of a busy or absent doctor is left out while
 * another point calls. If no point calls, all open points are used, and the line counts as paused.
 */
export function pointsAt(rows: readonly PointAtRow[]): PointTimes[] {
  const open = rows.filter(({ is_closed: isClosed }) => !isClosed);
  const there = open.filter(({ away }) => !away);
  const closed = rows.filter(({ is_closed: isClosed }) => isClosed);
  return [...(there.length === 0 ? open : there), ...closed].map(pointAt);
}

function pointAt(row: PointAtRow): PointTimes {
  return {
    servesSince: row.is_closed ? null : dateOrNull(row.serves),
    pausedSince: row.is_closed ? null : dateOrNull(row.paused),
    closedSince: row.is_closed ? dateOrNull(row.state_since) : undefined,
    hours: row.hours,
    ownLine: row.is_closed ? [] : row.own,
  };
}

function dateOrNull(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** The working day of the entry's doctor; undefined unless the entry is waiting or pending. */
export function workDayOf(row: EntryRow, now: Date): WorkDay | undefined {
  const plan = workPlanOf(row);
  return plan && workDayAt(plan, [], now);
}

/**
 * The planned hours of the doctor and hospital; undefined unless the entry is waiting or pending.
 */
function workPlanOf(row: EntryRow): WorkPlan | undefined {
  const { hospital_time_zone: zone, week, hospital_hours: hospitalHours } = row;
  return hospitalHours === null ? undefined : { zone, week, hospitalHours };
}

function instantOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
