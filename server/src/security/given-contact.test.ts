/**
 * Tests which phone and email of a patient a hospital sees: those given with a visit. The hospital
 * sees them only while the patient has a treatment relationship with the hospital.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { addDays, dayAt } from '../schedule/calendar.rules.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen, givenPerson, givenProfile, givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { publishedOf } from '../testing/queue-model/published-entries.ts';

const given = '+919811000111';
const present = '+919811000222';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment; delete from queue_entry');
  patient = await makePerson(app, { phone: given });
});

/** Gives the patient another phone number. */
async function moveOn(person = patient): Promise<void> {
  const body = { ...givenProfile(), name: person.name, phone: present };
  await get(app, person, 'saveProfile', { body });
}

async function ask(patientId = patient.userId): Promise<string> {
  const body = { doctorId: town.doctorId, patientId };
  return (await get(app, patient, 'requestPlace', { body })).queue.id;
}

async function seePatient(): Promise<string> {
  const id = await ask();
  await get(app, town.receptionist, 'approveRequest', { id });
  await get(app, town.doctor, 'startConsultation', { id });
  await get(app, town.doctor, 'completeConsultation', { id, body: {} });
  return id;
}

async function book(): Promise<string> {
  const today = dayAt(app.clock.now(), 'Asia/Kolkata');
  const body = { doctorId: town.doctorId, date: addDays(today, 2), time: '10:00' };
  return (await get(app, patient, 'bookAppointment', { body })).appointment.id;
}

/** Everything that staff can read about the patient, as one text. */
async function allThatStaffRead(entryId: string): Promise<string> {
  const [date, today] = [addDays(dayAt(app.clock.now(), 'Asia/Kolkata'), 2), undefined];
  const answers = await Promise.all([
    call(app, town.receptionist, 'getEntry', { id: entryId }),
    call(app, town.receptionist, 'getPatientQueue', { id: patient.userId }),
    call(app, town.receptionist, 'listPending', { id: town.hospitalId }),
    call(app, town.receptionist, 'listWaiting', { id: town.hospitalId }),
    call(app, town.receptionist, 'listPatientVisits', { id: patient.userId }),
    call(app, town.receptionist, 'getDoctorQueue', {
      id: town.doctorId,
      query: { includeCompleted: true },
    }),
    ...[date, today].map((day) =>
      call(app, town.receptionist, 'listHospitalAppointments', {
        query: day === undefined ? {} : { date: day },
      }),
    ),
    call(app, town.receptionist, 'listOutsideHours'),
    ...[patient.name, patient.email, given, present].map((search) =>
      call(app, town.receptionist, 'findKnownPatients', { body: { search } }),
    ),
    ...[given, present].map((phone) =>
      call(app, town.receptionist, 'findAlike', { body: { name: patient.name, phone } }),
    ),
    call(app, town.receptionist, 'findReportPatients', { body: {} }),
    call(app, town.receptionist, 'listHospitalReports'),
    call(app, town.admin, 'listAudit', { query: { limit: 100 } }),
    call(app, town.admin, 'exportAudit'),
    call(app, town.admin, 'getAnalytics'),
    call(app, town.admin, 'exportAnalytics'),
  ]);
  return answers.map(({ text }) => text).join('\n');
}

const cameToNothing = {
  'was withdrawn': async (id: string) => {
    await get(app, patient, 'leaveQueue', { id });
  },
  'was refused': async (id: string) => {
    await get(app, town.receptionist, 'rejectRequest', { id, body: { reason: 'Closed.' } });
  },
  'was taken out of the line': async (id: string) => {
    await get(app, town.receptionist, 'approveRequest', { id });
    await get(app, town.receptionist, 'removeEntry', { id });
  },
};

for (const [what, end] of Object.entries(cameToNothing)) {
  test(`after a request that ${what}, staff see neither the contact given with the request nor the patient’s present contact [SEC-5, ROLE-7]`, async () => {
    const id = await ask();
    assert.ok((await allThatStaffRead(id)).includes(given), 'while it is open it is there');
    await end(id);
    await moveOn();
    const text = await allThatStaffRead(id);
    assert.ok(text.includes(id), 'the request itself is on record');
    for (const contact of [given, present, patient.email]) assert.ok(!text.includes(contact), what);
    const { patients } = await get(app, town.receptionist, 'findKnownPatients', {
      body: { search: patient.name },
    });
    assert.deepEqual(patients, []);
    const reported = { body: givenReport(patient.userId, town.doctorId) };
    assert.equal((await call(app, town.doctor, 'createReport', reported)).status, 404);
    const event = (await publishedOf(app.db.pool, id)).at(-1);
    assert.equal(event?.id, id);
    assert.ok(!JSON.stringify(event).includes(given), 'nor is it in live events');
  });
}

test('after a visit staff still see the contact that the patient gave for this visit, and not the patient’s present contact [SEC-5, ROLE-7]', async () => {
  const id = await seePatient();
  await moveOn();
  const text = await allThatStaffRead(id);
  assert.ok(text.includes(given) && !text.includes(present));
  const find = (search: string) =>
    get(app, town.receptionist, 'findKnownPatients', { body: { search } });
  assert.equal((await find(given)).patients[0]?.phone, given);
  assert.deepEqual((await find(present)).patients, []);
  const { patients } = await get(app, town.doctor, 'findReportPatients', { body: {} });
  assert.equal(patients[0]?.phone, given);
});

test('a withdrawn request of a patient whom the hospital has already seen shows the contact given with the request [SEC-5]', async () => {
  await seePatient();
  await moveOn();
  const id = await ask();
  await get(app, patient, 'leaveQueue', { id });
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.equal(queue.patient.phone, present);
});

test('a patient’s corrected contact is shown to hospitals that still expect the patient for a place in line or a booking [SEC-5, PROF-1]', async () => {
  const { person } = await get(app, patient, 'addPerson', { body: givenPerson('Riya Rao') });
  const done = await seePatient();
  const open = await ask(person.id);
  const booked = await book();
  await moveOn();
  const phoneOf = async (id: string) =>
    (await get(app, town.receptionist, 'getEntry', { id })).queue.patient.phone;
  assert.deepEqual([await phoneOf(done), await phoneOf(open)], [given, present]);
  const today = dayAt(app.clock.now(), 'Asia/Kolkata');
  const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
    query: { date: addDays(today, 2) },
  });
  assert.deepEqual(
    appointments.map((each) => [each.id, each.patient.phone]),
    [[booked, present]],
  );
});

test('staff see no contact for a cancelled booking, and see the patient’s contact for an open booking [SEC-5, APPT-1]', async () => {
  const id = await book();
  const read = async () => {
    const today = dayAt(app.clock.now(), 'Asia/Kolkata');
    const { appointments } = await get(app, town.receptionist, 'listHospitalAppointments', {
      query: { date: addDays(today, 2) },
    });
    return appointments.find((each) => each.id === id)?.patient.phone;
  };
  assert.equal(await read(), given);
  await get(app, patient, 'cancelAppointment', { id });
  await moveOn();
  assert.equal(await read(), null);
  const answer = await call(app, town.receptionist, 'findKnownPatients', {
    body: { search: patient.name },
  });
  assert.ok(!answer.text.includes(given) && !answer.text.includes(present));
});

test('the desk finds a person without an account by the contact that the desk entered, whatever the visit’s status [ARR-2]', async () => {
  const body = {
    doctorId: town.doctorId,
    name: 'Kamla Devi',
    phone: '+919833000111',
    urgency: 'low',
  };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  await get(app, town.receptionist, 'removeEntry', { id: queue.id });
  const { patients } = await get(app, town.receptionist, 'findKnownPatients', {
    body: { search: '33000111' },
  });
  assert.deepEqual(
    patients.map(({ name, phone }) => [name, phone]),
    [['Kamla Devi', '+919833000111']],
  );
});

test('the contact given to a hospital is in the export of the person’s data [SEC-14]', async () => {
  await ask();
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['queueEntries']), new RegExp(`contactPhone":"\\${given}`, 'u'));
});
