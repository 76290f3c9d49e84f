/** Writes a practice hospital with its doctors, lines and first patients [ADM-1]. */
import { lastMinute, weekdays } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { Language } from '@baari/contract/languages.ts';
import { here, type Presence } from '../doctors/presence/doctor-status.rules.ts';
import { setPresence } from '../doctors/presence/set-presence.ts';
import { findDoctor, insertDoctor } from '../doctors/doctors.store.ts';
import { insertLine, insertPoint } from '../lines/lines.store.ts';
import { insertWalkInPatient } from '../people/people.store.ts';
import type { StaffMember } from '../platform/actor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { queueUpdate } from '../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../queue/entry-event.ts';
import { joinLine } from '../queue/join-line.ts';
import { promiseOf } from '../queue/promises/keep-promise.ts';
import { findLine, insertRequest } from '../queue/queue.store.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { textsOf } from '../texts/texts.ts';
import { replaceSessions } from '../timetables/timetables.store.ts';
import {
  firstPatients,
  inventedDoctors,
  type InventedPatient,
  inventedPatient,
} from './invented.rules.ts';
import { findHome, insertPractice, listLinesToCopy, listPatterns } from './practice.store.ts';

const minuteMs = 60_000;
const allDay = { open: '00:00', close: lastMinute, closed: false };
/** A practice hospital is always open, so that the present time is within its hours. */
const hours: WeekHours = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
};
const visitMinutes = 6;
/** The number of the doctor who has bookable hours. */
const bookedDoctor = 2;

export interface PracticeWish {
  readonly homeId: string;
  readonly madeBy: string;
  readonly until: Date;
  readonly language: Language;
}

/** Makes a practice hospital; undefined if the hospital to copy is itself one. */
export async function makePractice(
  tx: Queryable,
  context: Context,
  { homeId, madeBy, until, language }: PracticeWish,
): Promise<string | undefined> {
  const now = context.clock.now();
  const home = await findHome(tx, homeId);
  if (home === undefined) return undefined;
  const doctors = inventedDoctors(await listPatterns(tx, homeId));
  const { hospitalId, actsAs } = await insertPractice(tx, {
    homeId,
    name: textsOf('practiceNames', language).hospital(home.name.slice(0, 80)),
    departments: [...doctors.map(({ department }) => department), ...home.departments],
    hours,
    madeBy,
    now,
    until,
  });
  const staff = { ...context, actor: practiceActor(hospitalId, actsAs) };
  let patient = 0;
  for (const [number, doctor] of doctors.entries()) {
    const email = `doctor-${number}@practice.invalid`;
    const phone = inventedPatient(number).phone;
    const given = { ...doctor, email, phone, visitMinutes };
    const doctorId = await insertDoctor(tx, hospitalId, given, now);
    if (doctorId === undefined) throw new Error('The practice hospital has this doctor already.');
    await openDoctor(tx, doctorId, number, now);
    patient = await fillLine(tx, staff, { doctorId, number, timeZone: home.timeZone }, patient);
  }
  await copyLines(tx, { homeId, hospitalId }, now);
  return hospitalId;
}

/** The actor that plays everybody but the trainee. It has no session. */
export function practiceActor(hospitalId: string, actsAs: string): StaffMember {
  return {
    userId: actsAs,
    sessionId: actsAs,
    name: 'Practice',
    email: null,
    emailVerified: false,
    phone: null,
    tokenExpiresAt: Number.POSITIVE_INFINITY,
    mustSetUpTwoFactor: false,
    provedAt: new Date(0),
    isAtSeveral: false,
    idleMinutes: null,
    role: 'hospital_admin',
    hospitalId,
    doctorId: null,
  };
}

async function openDoctor(
  tx: Queryable,
  doctorId: string,
  number: number,
  now: Date,
): Promise<void> {
  await lockLine(tx, doctorId);
  await setDoctorPresence(tx, doctorId, here, now);
  if (number !== bookedDoctor) return;
  const reach = { weekdays: [...weekdays], date: null, validFrom: null, validUntil: null };
  const slots = { slotMinutes: 15, places: 1, bufferMinutes: 0, walkInPercent: 0 };
  await replaceSessions(tx, doctorId, [
    { kind: 'booked', ...reach, from: '08:00', to: '20:00', ...slots },
  ]);
}

/** Writes a doctor's status with its event; the caller holds the line's lock. */
export async function setDoctorPresence(
  tx: Queryable,
  doctorId: string,
  presence: Presence,
  now: Date,
): Promise<void> {
  const row = await findDoctor(tx, doctorId, now);
  if (row !== undefined) await setPresence(tx, row, presence, now);
}

/** Fills a doctor's line; returns the number of the next invented patient. */
async function fillLine(
  tx: Queryable,
  context: StaffContext,
  { doctorId, number, timeZone }: { doctorId: string; number: number; timeZone: string },
  firstPatient: number,
): Promise<number> {
  const now = context.clock.now();
  const { waiting, requests } = firstPatients(number);
  let patient = firstPatient;
  /** A time before now on the same day, because tokens and waits belong to one day. */
  const before = (minutes: number): Date => {
    const then = new Date(now.getTime() - minutes * minuteMs);
    return dayAt(then, timeZone) === dayAt(now, timeZone) ? then : now;
  };
  // The first one is called in, so that no line looks forgotten.
  for (let left = waiting + 1; left > 0; left -= 1) {
    const joinedAt = before(left * 4);
    const entryId = await joinAsWalkIn(tx, doctorId, inventedPatient(patient), joinedAt);
    patient += 1;
    if (left <= waiting || entryId === undefined) continue;
    const wish = { payload: {}, mayServe: true, isPart: true } as const;
    await changeEntryIn(tx, context, entryId, { name: 'start', wish }, before(2));
  }
  for (const minutes of requests) {
    await requestInvented(tx, doctorId, inventedPatient(patient), before(minutes));
    patient += 1;
  }
  return patient;
}

/** Puts an invented patient in a line, as the desk does. The caller holds the line's lock. */
export async function joinAsWalkIn(
  tx: Queryable,
  doctorId: string,
  given: InventedPatient,
  joinedAt: Date,
): Promise<string | undefined> {
  const line = await findLine(tx, doctorId);
  if (line === undefined) return undefined;
  const id = await insertWalkInPatient(tx, given, joinedAt);
  const arrival = { by: 'staff', symptoms: given.symptoms, urgency: given.urgency } as const;
  const joined = await joinLine(tx, line, { id, accountId: null }, arrival, joinedAt);
  return joined.ok ? joined.value.id : undefined;
}

/**
 * Writes a request from home of an invented patient, as `requestPlace` does for a real one. The
 * caller holds the line's lock.
 */
export async function requestInvented(
  tx: Queryable,
  doctorId: string,
  given: InventedPatient,
  now: Date,
): Promise<string | undefined> {
  const line = await findLine(tx, doctorId);
  if (line === undefined || line.status === 'Offline') return undefined;
  const patientId = await insertWalkInPatient(tx, given, now);
  const entry = await insertRequest(tx, {
    hospitalId: line.hospital_id,
    doctorId,
    patientId,
    symptoms: given.symptoms,
    urgency: given.urgency,
    visitKind: undefined,
    visitKindBy: 'patient',
    joinedAt: now,
    isShared: line.is_shared,
  });
  if (entry === undefined) return undefined;
  const version = entry.queue_version + 1;
  await recordEntryEvent(tx, 'queue_requested', { ...entry, queue_version: version }, now, {
    action: 'request',
    along: [queueUpdate(doctorId, { version }), ...promiseOf(entry, 'asked', now)],
    drawn: entry.drawn_number,
  });
  return entry.id;
}

async function copyLines(
  tx: Queryable,
  { homeId, hospitalId }: { homeId: string; hospitalId: string },
  now: Date,
): Promise<void> {
  for (const line of await listLinesToCopy(tx, homeId)) {
    const copy = { ...line, department: null, asksFromHome: false };
    const lineId = await insertLine(tx, hospitalId, copy, now);
    if (lineId === undefined) continue;
    await insertPoint(tx, lineId, { name: '1', names: {}, doctorId: null, hours: [] });
  }
}
