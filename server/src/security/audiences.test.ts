/**
 * Tests the exact fields that each audience gets, in the contract, in every response and in every
 * event. A field added for staff reaches nobody else [SEC-18].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { appointment } from '@baari/contract/visit/appointment.ts';
import { kioskArrival } from '@baari/contract/visit/arrival.ts';
import { colleague, doctor } from '@baari/contract/doctor/doctor.ts';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { endpoints } from '@baari/contract/endpoints.ts';
import { hospital } from '@baari/contract/hospital/hospital.ts';
import { hospitalFigures } from '@baari/contract/queue/hospital-figures.ts';
import { keyEntry, withPatients } from '@baari/contract/keys/answers.ts';
import { patientEntry, type StaffEntry, staffEntry } from '@baari/contract/queue/queue.ts';
import { board } from '@baari/contract/hospital/screen.ts';
import { z } from 'zod';
import { findAppointment } from '../appointments/appointments.store.ts';
import { appointmentView } from '../appointments/appointments.view.ts';
import { kioskView, ticketView } from '../arrivals/arrivals.view.ts';
import { sharedStanding } from '../sharing/sharing.view.ts';
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { findHospital } from '../hospitals/hospitals.store.ts';
import { hospitalView } from '../hospitals/hospitals.view.ts';
import { doctorFrame, patientFrames } from '../live/live.view.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { findEntry } from '../queue/queue.store.ts';
import { patientEntryOf, patientEntryView, staffEntryView } from '../queue/queue.view.ts';
import { findBoardHospital, listBoardDoctors } from '../screens/screens.store.ts';
import { boardView } from '../screens/screens.view.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { makeLine } from '../testing/test-stops.ts';
import { openStream } from '../testing/test-stream.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let behind: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.pool.query('update hospital set operating_hours = $1', [JSON.stringify(alwaysOpen)]);
  const [first, second] = await makePatients(app, 2);
  assert.ok(first !== undefined && second !== undefined);
  [patient, behind] = [first, second];
});
after(() => app.close());

/**
 * The fields of each entity, at any depth; [] means each element of a list, * each key of a record.
 */
const fields = {
  patientEntry: `
    id status position joinedAt approvedAt startedAt endedAt estimatedWaitTime waitRange
    waitRange.lower waitRange.upper waitRange.parts waitRange.parts[].from waitRange.parts[].to
    line line.state line.at line.usuallyAt call call.at call.deviation symptoms urgency
    rejectionReason notes cancelledBy closed closed.reason closed.word booking booking.id
    booking.startsAt booking.dueAt moved moved.from moved.fromId
    moved.at severalStops visitId token point point.id point.name
    checkedInAt checkedInBy saidOver saidOver.word saidOver.at hold hold.calledAt hold.calls hold.backAt placeChanges
    placeChanges[].at placeChanges[].from placeChanges[].to placeChanges[].reason
    placeChanges[].own urgencyChange urgencyChange.stated urgencyChange.at patient patient.id
    patient.name patient.fullName patient.email patient.phone patient.through doctor doctor.id
    doctor.name doctor.specialty doctor.department doctor.status doctor.breakUntil doctor.room doctor.service doctor.hospital
    doctor.hospital.id hospital hospital.id hospital.name hospital.timeZone hospital.standing
    hospital.opening hospital.opening.isOpen hospital.opening.until
    queueVersion`,
  /** The fields of a queue entry that staff get besides the patient's fields. */
  staffEntry: `
    dueAt patient.isContactProved patient.isPhoneProved urgencyChange.reason lastChange lastChange.action lastChange.at lastChange.by
    lastChange.by.id lastChange.by.name delay delay.at delay.minutes delay.times
    visitKind visitKind.kind visitKind.by needsInterpreter`,
  /** The fields of a queue entry that an API key gets without the scope `patients:read`. */
  keyEntry: `
    id status position joinedAt approvedAt startedAt endedAt estimatedWaitTime waitRange
    waitRange.lower waitRange.upper waitRange.parts waitRange.parts[].from waitRange.parts[].to
    line line.state line.at line.usuallyAt call call.at call.deviation urgency cancelledBy booking
    booking.id booking.startsAt booking.dueAt dueAt severalStops visitId token point point.id
    point.name checkedInAt checkedInBy hold hold.calledAt hold.calls hold.backAt visitKind
    visitKind.kind visitKind.by ageBand doctor doctor.id doctor.name doctor.specialty
    doctor.department doctor.status doctor.breakUntil doctor.room doctor.service hospital
    hospital.id hospital.name hospital.timeZone queueVersion`,
  /** The fields that an API key gets besides with the scope `patients:read`. */
  keyPatient: 'patient patient.id patient.name patient.email patient.phone patient.through',
  doctor: `
    id name specialty department status breakUntil room hospital_id timeZone created_at rating
    ratingCount experience image currentQueue totalPatients averageWaitTime waitIfJoinedNow
    waitIfJoinedNow.minutes waitIfJoinedNow.lower waitIfJoinedNow.upper waitIfJoinedNow.parts
    waitIfJoinedNow.parts[].from waitIfJoinedNow.parts[].to line line.state line.at line.usuallyAt
    lineIfJoinedNow lineIfJoinedNow.state lineIfJoinedNow.at lineIfJoinedNow.usuallyAt
    promises promises.kept promises.of promises.inside hospitalStanding opening opening.isOpen
    opening.until takesRequestsShut requests requests.state requests.again`,
  /**
   * The fields of a hospital's queues for its staff. Each doctor has the same fields as for
   * everybody.
   */
  figures: `
    hospitalId counts counts.pending counts.waiting counts.inProgress counts.approvedToday
    counts.rejectedToday counts.completedToday dayEndsAt lines lines[].doctor lines[].queueVersion
    lines[].waits lines[].waits[].estimatedWaitTime lines[].waits[].waitRange
    lines[].waits[].waitRange.lower lines[].waits[].waitRange.upper lines[].waits[].waitRange.parts
    lines[].waits[].waitRange.parts[].from lines[].waits[].waitRange.parts[].to
    lines[].waits[].call lines[].waits[].call.at lines[].waits[].call.deviation
    lines[].waits[].line lines[].waits[].line.state lines[].waits[].line.at
    lines[].waits[].line.usuallyAt`,
  /** The fields of a doctor that colleagues get besides the public ones. */
  colleague: 'email phone hasAccount visitMinutes',
  hospital: `
    id name type address city state zip_code phone email website departments operating_hours
    operating_hours.* operating_hours.*.open operating_hours.*.close operating_hours.*.closed
    timeZone location latitude longitude rating ratingCount doctorCount availableDoctorCount
    patientCount status openNow distanceKm created_by created_at updated_at
    standing opening opening.isOpen opening.until takesRequestsShut checkInMinutes
    showsKeptTimes languages`,
  /**
   * The fields of an appointment, the same for patients and staff. A staff-only field would need
   * its own view.
   */
  appointment: `
    id status date time startsAt visitKind isOutsideHours bookedAt canCheckIn checkInFrom cancelledBy
    cancelReason confirmation patient patient.id patient.name patient.phone patient.through
    patient.hasAccount patient.isContactProved patient.isPhoneProved doctor
    doctor.id doctor.name doctor.specialty doctor.department doctor.service hospital hospital.id hospital.name
    hospital.timeZone hospital.standing`,
  kiosk: `
    status token position waitRange waitRange.lower waitRange.upper waitRange.parts
    waitRange.parts[].from waitRange.parts[].to isNext line line.state line.at line.usuallyAt
    doctorName room isAgain`,
  /** The fields of a printed ticket, which is a page and not a JSON response. */
  ticket: `
    token status position isNext isAway mayGoLater version line line.state line.at line.usuallyAt waitRange waitRange.lower
    waitRange.upper waitRange.parts waitRange.parts[].from waitRange.parts[].to isHere doctorName service department room
    hospitalName hospitalStanding timeZone closedBecause closeWord`,
  /** The fields of the page of a shared link, which a relative reads. */
  shared: `
    firstName token status position isNext isAway line line.state line.at line.usuallyAt waitRange
    waitRange.lower waitRange.upper waitRange.parts waitRange.parts[].from waitRange.parts[].to
    doctorName service room hospitalName hospitalStanding timeZone`,
  board: `
    hospital hospital.id hospital.name hospital.timeZone hospital.languages doctors doctors[].id doctors[].name
    doctors[].department doctors[].status doctors[].breakUntil doctors[].room doctors[].serving
    doctors[].serving.token doctors[].serving.since doctors[].next doctors[].waiting
    lines lines[].id lines[].name lines[].points lines[].points[].id lines[].points[].name
    lines[].names lines[].names.* lines[].points[].names lines[].points[].names.*
    lines[].points[].serving lines[].points[].serving.token lines[].points[].serving.since
    lines[].next lines[].waiting`,
};

function listOf(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.trim().split(/\s+/u)).toSorted();
}

const lists = {
  patientEntry: listOf(fields.patientEntry),
  staffEntry: listOf(fields.patientEntry, fields.staffEntry),
  keyEntry: listOf(fields.keyEntry),
  keyEntryWithPatient: listOf(fields.keyEntry, fields.keyPatient),
  doctor: listOf(fields.doctor),
  colleague: listOf(fields.doctor, fields.colleague),
  figures: listOf(
    fields.figures,
    ...listOf(fields.doctor).map((field) => `lines[].doctor.${field}`),
  ),
  hospital: listOf(fields.hospital),
  appointment: listOf(fields.appointment),
  kiosk: listOf(fields.kiosk),
  ticket: listOf(fields.ticket),
  shared: listOf(fields.shared),
  board: listOf(fields.board),
};

/** The fields that a schema lets through. */
function fieldsOf(schema: unknown, path = ''): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) => {
      const at = path === '' ? key : `${path}.${key}`;
      return [at, ...fieldsOf(field, at)];
    });
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord)
    return [`${path}.*`, ...fieldsOf(schema.valueType, `${path}.*`)];
  return partsOf(schema).flatMap((part) => fieldsOf(part, path));
}

/** The schemas that a schema wraps or chooses between. */
function partsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodUnion) return schema.options;
  const isWrapper =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault;
  return isWrapper ? [schema.unwrap()] : [];
}

/** The fields of a response that have a value. */
function fieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [at, ...fieldsIn(field, at)];
  });
}

function assertRevealed(value: unknown, audience: keyof typeof lists, where: string): void {
  const revealed = [...new Set(fieldsIn(value))].toSorted();
  assert.deepEqual(revealed, lists[audience], where);
}

test('each kind of reader gets exactly the listed fields of a place in line, a doctor, a hospital and an appointment [SEC-18, SEC-5]', () => {
  const schemas = {
    patientEntry,
    staffEntry,
    keyEntry,
    keyEntryWithPatient: withPatients.entry,
    doctor,
    colleague,
    figures: hospitalFigures,
    hospital,
    appointment,
    kiosk: kioskArrival,
    board,
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const known = Object.entries(lists).find(([list]) => list === name)?.[1];
    assert.deepEqual([...new Set(fieldsOf(schema))].toSorted(), known, name);
  }
});

/** The schemas of the application's entities that a response may hold. */
function entitiesIn(schema: unknown): ReadonlySet<unknown> {
  const entities: readonly unknown[] = [staffEntry, patientEntry, colleague, doctor];
  if (entities.includes(schema)) return new Set([schema]);
  const parts =
    schema instanceof z.ZodObject
      ? Object.values(schema.shape)
      : schema instanceof z.ZodArray
        ? [schema.element]
        : partsOf(schema);
  return new Set(parts.flatMap((part) => [...entitiesIn(part)]));
}

test('no API answer to patients or the public contains fields for staff only, and no answer to staff alone has the patient’s format of a record [SEC-18]', () => {
  let seen = 0;
  for (const [name, { access, reply }] of Object.entries<Endpoint>(endpoints)) {
    const revealed = entitiesIn(reply);
    seen += revealed.size;
    const isForStaffAlone = Array.isArray(access) && !access.includes('patient');
    if (isForStaffAlone) {
      assert.ok(!revealed.has(patientEntry), name);
      continue;
    }
    assert.ok(!revealed.has(colleague), name);
    const isForBoth = Array.isArray(access) && access.length > 1;
    // Patients and staff share this answer; the next test checks the fields that each of them gets.
    if (!isForBoth) assert.ok(!revealed.has(staffEntry), name);
  }
  assert.ok(seen > 30, `${seen} answers show an entry or a doctor`);
});

/** Makes a hospital with one counter. */
async function makePoint(): Promise<void> {
  const { rows } = await app.owner.query('select from service_point');
  if (rows.length === 0) await makeLine(app, town.admin, { name: 'Laboratory' });
}

/** Makes a patient wait in a queue, with every field of the queue entry filled. */
async function standInLine(): Promise<string> {
  await app.owner.query('delete from queue_entry');
  const body = {
    doctorId: town.doctorId,
    symptoms: 'cough',
    urgency: 'low',
    visitKind: 'new',
  };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  const { id } = queue;
  await get(app, town.receptionist, 'approveRequest', { id, body: { notes: 'Bring papers' } });
  const urgency = { urgency: 'high', reason: 'Worse' };
  await get(app, town.receptionist, 'judgeUrgency', { id, body: urgency });
  const other = await get(app, behind, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: other.queue.id });
  await get(app, town.receptionist, 'holdEntry', { id });
  const date = Temporal.Now.plainDateISO('Asia/Kolkata').add({ days: 3 }).toString();
  await app.owner.query('delete from appointment');
  const wish = { doctorId: town.doctorId, date, time: '10:00' };
  const made = await get(app, patient, 'bookAppointment', { body: wish });
  await makePoint();
  // These fields are empty on a queue entry that waits. They are filled here, so that the test sees
  // who gets them.
  await app.owner.query(
    `update queue_entry set close_reason = 'day_ended', close_word = 'Come again',
      moved_from_doctor_id = doctor_id, moved_at = now(), appointment_id = $2, booked_for = now(),
      due_at = now(), delays = 1, delayed_at = now(),
      said_over = 'left', said_over_at = now(),
      service_point_id = (select id from service_point limit 1) where id = $1`,
    [id, made.appointment.id],
  );
  return id;
}

test('each API answer and each live event about a place in line contains exactly the fields that its reader may see [SEC-18, EV-11]', async () => {
  const id = await standInLine();
  const streams = {
    patient: await openStream(app, patient),
    staff: await openStream(app, town.receptionist),
    bystander: await openStream(app, behind, { hospitalId: town.hospitalId }),
  };
  for (const stream of Object.values(streams)) {
    await stream.find(({ event }) => event.type === 'connected');
  }

  const staffs = [
    (await get(app, town.doctor, 'getEntry', { id })).queue,
    (await get(app, town.admin, 'getPatientQueue', { id: patient.userId })).activeQueue,
    (await get(app, town.receptionist, 'noteEntry', { id, body: { notes: 'Waits' } })).queue,
    (await get(app, town.receptionist, 'checkInEntry', { id })).queue,
    (await get(app, town.receptionist, 'undoCheckIn', { id })).queue,
  ];
  for (const [index, revealed] of staffs.entries())
    assertRevealed(revealed, 'staffEntry', `staff's ${index}`);

  for (const [audience, scopes] of [
    ['keyEntry', ['queue:read']],
    ['keyEntryWithPatient', ['queue:read', 'patients:read']],
  ] as const) {
    const body = { name: 'HIS bridge', scopes };
    const { key } = await get(app, town.admin, 'makeApiKey', { body });
    const answer = await call(app, { token: key }, 'getEntry', { id, isByKey: true });
    const { queue } = z.object({ queue: z.looseObject({}) }).parse(answer.body);
    assertRevealed(queue, audience, audience);
  }

  const own = [
    (await get(app, patient, 'getEntry', { id })).queue,
    (await get(app, patient, 'getCurrentEntry')).queue,
    (await get(app, patient, 'listOpenEntries')).queues[0],
    (await get(app, patient, 'getPatientQueue', { id: patient.userId })).activeQueue,
    (await get(app, patient, 'checkInEntry', { id })).queue,
    (await get(app, patient, 'comeBack', { id })).queue,
  ];
  for (const [index, revealed] of own.entries())
    assertRevealed(revealed, 'patientEntry', `own ${index}`);

  // Waits for the live event with all fields filled, because earlier events may still arrive.
  const isNote = ({ raw }: { raw: string }) =>
    raw.includes('queue_updated') && raw.includes('"closed":{');
  const patientFrame = await streams.patient.find(isNote);
  assertRevealed(dataOf(patientFrame.raw), 'patientEntry', "the patient's stream");
  assertRevealed(
    dataOf((await streams.staff.find(isNote)).raw),
    'staffEntry',
    "the staff's stream",
  );
  const isFigures = ({ event }: { event: { type: string } }) => event.type === 'hospital_figures';
  const figures = await streams.staff.find(({ raw }) => raw.includes('"waits":[{'));
  // These fields are still empty: there are too few visits, and no patient in the queue is near the
  // end of the opening hours.
  const isLater = (field: string) =>
    field.includes('.promises.') || field.startsWith('lines[].waits[].line');
  const revealed = lists.figures.filter((field) => !isLater(field));
  assert.deepEqual([...new Set(fieldsIn(dataOf(figures.raw)))].toSorted(), revealed);
  assert.ok(![...streams.patient.frames, ...streams.bystander.frames].some(isFigures));
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body: { status: 'busy' } });
  const looked = await streams.bystander.find(({ raw }) => raw.includes('doctor_updated'));
  const withoutPromises = lists.doctor.filter((field) => !field.startsWith('promises.'));
  assert.deepEqual([...new Set(fieldsIn(dataOf(looked.raw)))].toSorted(), withoutPromises);
  for (const { raw } of streams.bystander.frames) {
    assert.ok(!raw.includes(id), 'the patient behind hears nothing of the one in front');
  }
  for (const stream of Object.values(streams)) stream.cut();
  await get(app, town.doctor, 'setDoctorStatus', {
    id: town.doctorId,
    body: { status: 'available' },
  });
});

function dataOf(raw: string): unknown {
  const line = raw.split('\n').find((each) => each.startsWith('data: ')) ?? '';
  return z.object({ data: z.unknown() }).parse(JSON.parse(line.slice('data: '.length))).data;
}

/** A database row with additional staff-only columns. */
function planted<Row extends object>(row: Row | undefined): Row {
  assert.ok(row !== undefined);
  return { ...row, staff_only: 'canary', internal: { staff_only: 'canary' } };
}

/** Adds staff-only fields at every level of a value, as a mistake in a staff view might do. */
function plantedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plantedDeep);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries({ ...value, staffOnly: 'canary' });
  return Object.fromEntries(entries.map(([key, field]) => [key, plantedDeep(field)]));
}

test('a field that is added to a database row or to the staff’s version of a record is sent to staff only [SEC-18]', async () => {
  const id = await standInLine();
  const now = app.clock.now();
  const entry = planted(await findEntry(app.db, id));
  const revealed = plantedDeep(staffEntryView(entry, now)) as StaffEntry;
  assert.ok(JSON.stringify(revealed).includes('canary'), 'the canary is there to be seen');
  const logged: LoggedEvent = {
    cursor: { transactionId: '1', id: 1 },
    type: 'queue_updated',
    at: now,
    hospitalId: town.hospitalId,
    doctorId: town.doctorId,
    entryId: id,
    accountId: patient.userId,
    body: revealed,
  };
  const doctorRow = planted(await findDoctor(app.db, town.doctorId, now));
  const publishedDoctor = plantedDeep(doctorView(doctorRow, now));
  const { appointmentId } = await bookTomorrow();
  const others = {
    'the patient': patientEntryView(entry, now),
    'the patient, from what staff read': patientEntryOf(revealed),
    "the patient's stream": patientFrames(logged),
    'a kiosk': kioskView(entry, true, now),
    'a ticket': ticketView(entry, now),
    'a relative': sharedStanding(entry, now),
    'visitors of the doctor’s page': doctorView(doctorRow, now),
    "such people's streams": doctorFrame({ ...logged, entryId: null, body: publishedDoctor }),
    'visitors of the hospital’s page': hospitalView(
      planted(await findHospital(app.db, town.hospitalId, now)),
      now,
    ),
    'a display': boardView(
      planted(await findBoardHospital(app.db, town.hospitalId)),
      (await listBoardDoctors(app.db, town.hospitalId)).map(planted),
    ),
    'who has booked': appointmentView(planted(await findAppointment(app.db, appointmentId)), now),
  };
  assertRevealed(others['a ticket'], 'ticket', 'a ticket');
  assertRevealed(others['a relative'], 'shared', 'a relative');
  for (const [audience, seen] of Object.entries(others)) {
    assert.ok(seen !== undefined, audience);
    assert.ok(!JSON.stringify(seen).includes('canary'), audience);
  }
});

async function bookTomorrow(): Promise<{ appointmentId: string }> {
  const { date, slots } = await get(app, behind, 'getDoctorSlots', {
    id: town.colleagueId,
    query: { date: dayAfter(app.clock.now()) },
  });
  const free = slots.find(({ isFree }) => isFree);
  assert.ok(free !== undefined);
  const body = { doctorId: town.colleagueId, date, time: free.time };
  const booked = await call(app, behind, 'bookAppointment', { body });
  const { appointment: made } = z.object({ appointment }).parse(booked.body);
  assertRevealed({ ...made, cancelReason: null }, 'appointment', 'who has booked');
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments');
  for (const each of appointments) assertRevealed(each, 'appointment', 'the desk');
  return { appointmentId: made.id };
}

function dayAfter(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}

/**
 * The queue entry of a patient who requests a place in this doctor's queue, as staff of the
 * hospital read it.
 */
async function requestOf(person: TestPerson, doctorId: string, staff: TestPerson) {
  const asked = await get(app, person, 'requestPlace', { body: { doctorId } });
  const { queue } = await get(app, staff, 'getEntry', { id: asked.queue.id });
  assert.ok('needsInterpreter' in queue);
  return queue;
}

test('the desk notes that a patient needs an interpreter, the doctor reads this, the patient sees it only in the data export, and erasure removes it [ADM-5, CONS-2, SEC-18, PROF-1, SEC-14]', async () => {
  const [person] = await makePatients(app, 1);
  assert.ok(person);
  const { id, needsInterpreter, queueVersion } = await requestOf(
    person,
    town.doctorId,
    town.receptionist,
  );
  assert.equal(needsInterpreter, false);
  const given = { id, body: { needsInterpreter: true } };
  const { queue } = await get(app, town.receptionist, 'noteInterpreter', given);
  assert.equal(queue.needsInterpreter, true);
  const late = { ...given, query: { seen: queueVersion } };
  assertRefused(await call(app, town.doctor, 'noteInterpreter', late), 'entry_changed');
  await get(app, town.receptionist, 'approveRequest', { id });
  const line = await get(app, town.doctor, 'getDoctorQueue', { id: town.doctorId });
  assert.equal(line.queue.find((entry) => entry.id === id)?.needsInterpreter, true);

  assertRefused(await call(app, person, 'noteInterpreter', given), 'forbidden');
  assert.ok(!('needsInterpreter' in (await get(app, person, 'getEntry', { id })).queue));
  const { data } = await get(app, person, 'exportOwnData');
  assert.match(JSON.stringify(data), /"needsInterpreter":true/u);
  await get(app, person, 'leaveQueue', { id });
  await get(app, person, 'requestErasure');
  await app.owner.query('update erasure_request set due_at = $2 where account_id = $1', [
    person.userId,
    app.clock.now(),
  ]);
  assert.equal(await carryOutErasures({ db: app.db, clock: app.clock }), 1);
  const { rows } = await app.owner.query(
    'select needs_interpreter from queue_entry where id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ needs_interpreter: false }]);
});

test('a patient who needed an interpreter at the last visit is marked so at the next visit to this hospital, and at no other hospital [ADM-5, ROLE-7]', async () => {
  const [person] = await makePatients(app, 1);
  assert.ok(person);
  const note = async (needsInterpreter: boolean) => {
    const { id } = await requestOf(person, town.doctorId, town.receptionist);
    await get(app, town.receptionist, 'noteInterpreter', { id, body: { needsInterpreter } });
    await get(app, person, 'leaveQueue', { id });
  };
  const isNoted = async (doctorId: string, staff: TestPerson) => {
    const { id, needsInterpreter } = await requestOf(person, doctorId, staff);
    await get(app, person, 'leaveQueue', { id });
    return needsInterpreter;
  };
  await note(true);
  assert.equal(await isNoted(town.otherDoctorId, town.otherAdmin), false);
  assert.equal(await isNoted(town.colleagueId, town.receptionist), true);
  await note(false);
  assert.equal(await isNoted(town.doctorId, town.receptionist), false);
});
