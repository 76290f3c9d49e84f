/**
 * Tests of the desk that books, moves, cancels and checks in for patients, through the API
 * [APPT-1].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { patientsFound } from '@baari/contract/visit/appointment.ts';
import { type AppointmentTime, appointmentTimes } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { listOutboxMessages, type OutboxMessage } from '../platform/messages/outbox.store.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { alwaysOpen, givenProfile } from '../testing/test-bodies.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let today: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  today = dayAt(app.clock.now(), 'Asia/Kolkata');
});
after(() => app.close());
beforeEach(async () => {
  for (const table of ['appointment', 'queue_entry', 'job']) {
    await app.owner.query(`delete from ${table}`);
  }
  await app.db.run(sql`update doctor set status = 'Available'`);
  patient = await makePerson(app);
});

function inDays(days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

function newcomer(name: string, phone = '') {
  return { kind: 'new', name, phone } as const;
}

function known({ userId }: { userId: string }) {
  return { kind: 'known', id: userId } as const;
}

type ForWhom = ReturnType<typeof newcomer> | ReturnType<typeof known>;

function wish(who: ForWhom, time: AppointmentTime = '10:00', days = 2) {
  return { doctorId: town.doctorId, date: inDays(days), time, patient: who };
}

/**
 * Gives the patient an earlier visit to the hospital's other doctor, so that the hospital knows the patient.
 */
async function visited(
  person: TestPerson,
  doctorId = town.colleagueId,
  patientId = person.userId,
): Promise<void> {
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId, patientId } });
  await app.db.run(sql`
    update queue_entry set status = 'completed', approved_at = joined_at, started_at = joined_at,
      ended_at = joined_at
    where id = ${queue.id}`);
}

async function bookedFor(person: TestPerson, time: AppointmentTime = '10:00'): Promise<string> {
  const body = { doctorId: town.doctorId, date: inDays(2), time };
  return (await get(app, person, 'bookAppointment', { body })).appointment.id;
}

function tally(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function mailTo(person: TestPerson, subject: RegExp): Promise<OutboxMessage> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const found = (await listOutboxMessages(app.db, 100)).find(
      (one) => one.recipient === person.email && subject.test(one.subject),
    );
    if (found !== undefined) return found;
    app.app.lookForJobs();
    await sleep(20);
  }
  throw new Error(`No mail ${subject} came.`);
}

function auditOf(entryId: string) {
  return app.db.many<{ action: string; user_id: string; patient_ids: string[] }>(sql`
    select action, user_id, patient_ids from audit where entry_id = ${entryId} order by id`);
}

test('every staff role books, moves and cancels for a patient, and the patient is notified of each change [APPT-1, ROLE-2, ROLE-3, ROLE-4]', async () => {
  await visited(patient);
  for (const staff of [town.receptionist, town.doctor, town.colleague, town.admin]) {
    const { appointment } = await get(app, staff, 'bookForPatient', {
      body: wish(known(patient)),
    });
    assert.deepEqual([appointment.status, appointment.time], ['booked', '10:00']);
    const { id } = appointment;
    const body = { date: inDays(3), time: '15:00' } as const;
    const moved = await get(app, staff, 'moveForPatient', { id, body });
    assert.deepEqual([moved.appointment.date, moved.appointment.time], [inDays(3), '15:00']);
    const shown = await get(app, patient, 'listAppointments');
    assert.deepEqual(
      shown.upcoming.map((one) => [one.id, one.date]),
      [[id, inDays(3)]],
    );
    const reason = 'The doctor is at a conference.';
    const { appointment: gone } = await get(app, staff, 'cancelForPatient', {
      id,
      body: { reason },
    });
    assert.deepEqual(
      [gone.status, gone.cancelledBy, gone.cancelReason],
      ['cancelled', 'staff', reason],
    );
    assert.deepEqual(
      (await auditOf(id)).map(({ action, user_id: by, patient_ids: of }) => [action, by, of]),
      ['book appointment', 'move appointment', 'cancel appointment'].map((action) => [
        action,
        staff.userId,
        [patient.userId],
      ]),
    );
  }
  const { past } = await get(app, patient, 'listAppointments');
  assert.equal(past.length, 4);
  assert.ok(past.every(({ cancelledBy }) => cancelledBy === 'staff'));
  const booked = await mailTo(patient, /^Your appointment with /u);
  assert.match(booked.plain, /The hospital booked an appointment for you/u);
  assert.match(booked.attachment?.content ?? '', /DTSTART/u);
  const mails = await mailTo(patient, /^The hospital moved your appointment/u);
  assert.match(mails.attachment?.content ?? '', /SEQUENCE:1\r\n/u);
  const cancelled = await mailTo(patient, /^The hospital cancelled your appointment/u);
  assert.match(cancelled.plain, /Message from the hospital: The doctor is at a conference\./u);
  assert.equal(cancelled.attachment, null);
});

test('a patient who reads Hindi is notified of a cancellation in Hindi, and no reason is given if the desk gave none [APPT-1]', async () => {
  const given = givenProfile();
  const preferences = { ...given.preferences, language: 'hi' as const };
  await get(app, patient, 'saveProfile', { body: { ...given, name: patient.name, preferences } });
  const id = await bookedFor(patient);
  await get(app, town.receptionist, 'cancelForPatient', { id, body: { reason: '   ' } });
  const mail = await mailTo(patient, /रद्द किया$/u);
  assert.match(mail.html, /lang="hi"/u);
  assert.ok(!mail.plain.includes('अस्पताल का संदेश'));
  const { past } = await get(app, patient, 'listAppointments');
  assert.equal(past[0]?.cancelReason, null);
});

test('a patient without an account is booked by name, is called back by phone, and gets no message [APPT-1, ARR-2]', async () => {
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', {
    body: wish(newcomer('Kamla Devi', '+91 98123 45678')),
  });
  assert.deepEqual(
    [appointment.patient.name, appointment.patient.phone, appointment.patient.through],
    ['Kamla Devi', '+919812345678', null],
  );
  const jobs = await app.db.many(sql`select kind from job`);
  assert.deepEqual(jobs, [], 'no message and no reminder');
  const { patients } = await get(app, town.receptionist, 'findKnownPatients', {
    body: { search: '98123 456' },
  });
  assert.deepEqual(
    patients.map(({ name, hasAccount }) => [name, hasAccount]),
    [['Kamla Devi', false]],
  );
  // The desk then books for the patient whom the search found.
  const [found] = patients;
  assert.ok(found !== undefined);
  await get(app, town.receptionist, 'bookForPatient', {
    body: wish({ kind: 'known', id: found.id }, '10:00', 4),
  });
});

test('when twenty people book one time at once, at the desk and at home, one booking is made [APPT-1]', async () => {
  const patients = await makePatients(app, 10);
  const atHome = { doctorId: town.doctorId, date: inDays(2), time: '10:00' };
  const answers = await Promise.all([
    ...patients.map((person) => call(app, person, 'bookAppointment', { body: atHome })),
    ...patients.map((_, n) =>
      call(app, n % 2 === 0 ? town.admin : town.receptionist, 'bookForPatient', {
        body: wish(newcomer(`Walk-in ${n}`)),
      }),
    ),
  ]);
  assert.deepEqual(tally(answers), { 201: 1, 409: 19 });
  for (const answer of answers.filter(({ status }) => status === 409)) {
    assertRefused(answer, 'slot_taken');
  }
  const taken = await app.db.one<{ count: number }>(sql`
    select count(*) as count from appointment where date = ${inDays(2)}`);
  assert.equal(taken.count, 1);
  const strangers = await app.db.one<{ count: number }>(sql`
    select count(*) as count from patient where name like 'Walk-in %'`);
  assert.ok(strangers.count <= 1, 'who was not booked is not kept');
});

test('when patients and the desk move ten bookings to one time at once, one succeeds and the others stay [APPT-1]', async () => {
  const patients = await makePatients(app, 10);
  const ids = await Promise.all(
    patients.map(async (person, n) => {
      const body = {
        doctorId: town.doctorId,
        date: inDays(5 + Math.floor(n / 5)),
        time: appointmentTimes[n % 5],
      };
      return (await get(app, person, 'bookAppointment', { body })).appointment.id;
    }),
  );
  const body = { date: inDays(8), time: '09:00' };
  const answers = await Promise.all(
    ids.map((id, n) =>
      n % 2 === 0
        ? call(app, town.receptionist, 'moveForPatient', { id, body })
        : call(app, patients[n], 'rescheduleAppointment', { id, body }),
    ),
  );
  assert.deepEqual(tally(answers), { 200: 1, 409: 9 });
  const rows = await app.db.many<{ date: string }>(sql`select date from appointment`);
  assert.equal(rows.filter(({ date }) => date === inDays(8)).length, 1);
  assert.equal(rows.length, 10);
});

test('a booking request repeated with the same idempotency key makes one booking and stores a new patient once [INV-7]', async () => {
  const request = {
    body: wish(newcomer('Savitri Bai')),
    headers: { 'idempotency-key': randomUUID() },
  };
  const first = await call(app, town.receptionist, 'bookForPatient', request);
  const again = await call(app, town.receptionist, 'bookForPatient', request);
  assert.deepEqual([first.status, again.status], [201, 201]);
  assert.deepEqual(again.body, first.body);
  const kept = await app.db.one<{ count: number }>(sql`
    select count(*) as count from patient where name = 'Savitri Bai'`);
  assert.equal(kept.count, 1);
});

test('a known patient is found by a name typed in any script, but only at this hospital [DESK-8]', async () => {
  const patient = await makePerson(app, { name: 'फ़ातिमा बेगम' });
  await visited(patient);
  const find = async (who: TestPerson, search: string) =>
    (await get(app, who, 'findKnownPatients', { body: { search } })).patients.map(({ id }) => id);
  for (const search of ['Fatima', 'fatima beg', 'فاطمہ', 'ফাতিমা']) {
    assert.deepEqual(await find(town.admin, search), [patient.userId], search);
    assert.deepEqual(await find(town.otherAdmin, search), [], search);
  }
});

test('a search at the desk finds a short name however the keyboard encodes its letters [DESK-8]', async () => {
  const names = ['Zo\u00e9', '\u099c\u09af\u09bc', '\u0922\u093c\u093e'];
  for (const name of names) {
    const patient = await makePerson(app, { name });
    await visited(patient);
    const otherForm = name.normalize('NFD').replaceAll('\u09af\u09bc', '\u09df');
    for (const search of [name, otherForm, name.replaceAll('\u0922\u093c', '\u095d')]) {
      const { patients } = await get(app, town.admin, 'findKnownPatients', { body: { search } });
      assert.deepEqual(
        patients.map(({ id }) => id),
        [patient.userId],
        search,
      );
    }
  }
});

test('a search at the desk finds a short name typed without its usual accents or with another keyboard’s letters [DESK-8]', async () => {
  const typedAs = {
    José: ['jose', 'JOSE', 'José', 'josé'],
    ज़ोया: ['जोया', 'ज़ोया'],
    علي: ['علی', 'عَلِي'],
    'D’Sa': ["d'sa", 'dsa', 'D’Sa'],
  };
  for (const [name, ways] of Object.entries(typedAs)) {
    const patient = await makePerson(app, { name });
    await visited(patient);
    for (const search of ways) {
      for (const find of ['findKnownPatients', 'findReportPatients'] as const) {
        const { patients } = await get(app, town.admin, find, { body: { search } });
        assert.deepEqual(
          patients.map(({ id }) => id),
          [patient.userId],
          `${find} ${search}`,
        );
      }
      const { visits } = await get(app, town.receptionist, 'listVisitsOfDay', {
        id: town.hospitalId,
        body: { search },
      });
      assert.deepEqual(
        visits.map((visit) => visit.patient.id),
        [patient.userId],
        `today ${search}`,
      );
    }
  }
  for (const search of ['\u0301\u0301\u0301', '\u093c\u093c\u093c', "'''"]) {
    const { patients } = await get(app, town.admin, 'findKnownPatients', { body: { search } });
    assert.deepEqual(patients, [], 'marks alone are nobody’s name');
  }
});

test('a search at the desk lists patients with exactly the typed name before patients whose names only sound alike [DESK-8]', async () => {
  const meant = await makePerson(app, { name: 'फ़ैज़ बेग' });
  await visited(meant);
  for (let n = 0; n < patientsFound; n += 1) {
    await visited(await makePerson(app, { name: `Waseem Bakshi ${n}` }));
  }
  for (const find of ['findKnownPatients', 'findReportPatients'] as const) {
    const { patients } = await get(app, town.admin, find, { body: { search: 'फ़ैज़' } });
    assert.equal(patients.length, patientsFound, find);
    assert.equal(patients[0]?.id, meant.userId, find);
  }
});

test('a hospital cannot find or book a patient that it does not know, even if another hospital does [ROLE-7, SEC-1]', async () => {
  const stranger = await makePerson(app, { name: 'Zubeida Unseen', phone: '+919855501234' });
  await visited(stranger, town.otherDoctorId);
  for (const search of ['Zubeida', stranger.email, '55501234']) {
    const { patients } = await get(app, town.admin, 'findKnownPatients', { body: { search } });
    assert.deepEqual(patients, [], search);
    const theirs = await get(app, town.otherAdmin, 'findKnownPatients', { body: { search } });
    assert.deepEqual(
      theirs.patients.map(({ id }) => id),
      [stranger.userId],
      search,
    );
  }
  for (const who of [known(stranger), known({ userId: randomUUID() })]) {
    assertRefused(await call(app, town.admin, 'bookForPatient', { body: wish(who) }), 'not_found');
  }
  // After one visit at this hospital the desk finds the patient, and the audit trail records the
  // search.
  await visited(stranger);
  await get(app, town.admin, 'findKnownPatients', { body: { search: 'zubeida UNSEEN' } });
  const [look] = await app.db.many<{ patient_ids: string[] }>(sql`
    select patient_ids from audit where action = 'find patients' and hospital_id = ${town.hospitalId}
    order by id desc limit 1`);
  assert.deepEqual(look?.patient_ids, [stranger.userId]);
  await get(app, town.admin, 'bookForPatient', { body: wish(known(stranger)) });
});

test('a search treats SQL wildcards and quotes as plain text and finds nobody by them [SEC-12]', async () => {
  await visited(patient);
  for (const search of ['%', '_', "' or true --", '\\', '%%%', '％％％', '＿＿＿', '﹪', '＼']) {
    const { patients } = await get(app, town.admin, 'findKnownPatients', { body: { search } });
    assert.deepEqual(patients, [], search);
  }
});

test('a child is found by the parent’s phone and booked beside the parent [APPT-1, PROF-1]', async () => {
  const mother = await makePerson(app, { name: 'Asha Verma', phone: '+919811000077' });
  const { person } = await get(app, mother, 'addPerson', {
    body: { name: 'Riya Verma', relation: 'child' },
  });
  await visited(mother, town.colleagueId, person.id);
  await visited(mother);
  const { patients } = await get(app, town.receptionist, 'findKnownPatients', {
    body: { search: '11000077' },
  });
  assert.deepEqual(
    patients.map(({ name, through }) => [name, through]),
    [
      ['Asha Verma', null],
      ['Riya Verma', 'Asha Verma'],
    ],
  );
  await get(app, town.receptionist, 'bookForPatient', {
    body: wish({ kind: 'known', id: person.id }),
  });
  assert.equal((await get(app, mother, 'listAppointments')).upcoming[0]?.patient.id, person.id);
});

test('the desk cannot find another hospital’s bookings and doctors [ROLE-7]', async () => {
  const id = await bookedFor(patient);
  const body = { date: inDays(3), time: '09:00' };
  assertRefused(await call(app, town.otherAdmin, 'moveForPatient', { id, body }), 'not_found');
  assertRefused(
    await call(app, town.otherAdmin, 'cancelForPatient', { id, body: {} }),
    'not_found',
  );
  assertRefused(await call(app, town.otherAdmin, 'checkInForPatient', { id }), 'not_found');
  assertRefused(
    await call(app, town.otherAdmin, 'bookForPatient', { body: wish(newcomer('Kamla Devi')) }),
    'not_found',
  );
  const { upcoming } = await get(app, patient, 'listAppointments');
  assert.deepEqual([upcoming[0]?.status, upcoming[0]?.date], ['booked', inDays(2)]);
});

test('the desk books and moves appointments of an Offline doctor, at offered times only [APPT-1, DOC-1]', async () => {
  const id = await bookedFor(patient);
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${town.doctorId}`);
  await get(app, town.receptionist, 'moveForPatient', {
    id,
    body: { date: inDays(6), time: '09:00' },
  });
  await get(app, town.receptionist, 'bookForPatient', { body: wish(newcomer('Kamla Devi')) });
  for (const days of [-1, 61]) {
    const answer = await call(app, town.receptionist, 'bookForPatient', {
      body: wish(newcomer('Late Comer'), '10:00', days),
    });
    assertRefused(answer, 'slot_not_offered');
  }
  await visited(patient);
  const second = wish(known(patient), '11:00', 6);
  assertRefused(
    await call(app, town.receptionist, 'bookForPatient', { body: second }),
    'already_booked',
  );
});

test('a check-in of today’s booking at the desk adds the patient once, with a token, to the end of the line [APPT-1, ARR-1, INV-2]', async () => {
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', {
    body: wish(newcomer('Kamla Devi')),
  });
  const { id } = appointment;
  assertRefused(await call(app, town.receptionist, 'checkInForPatient', { id }), 'not_the_day');
  await app.db.run(sql`update appointment set date = ${today} where id = ${id}`);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call(app, town.receptionist, 'checkInForPatient', { id })),
  );
  assert.deepEqual(tally(answers), { 200: 1, 409: 5 });
  const line = await get(app, town.doctor, 'getDoctorQueue', { id: town.doctorId });
  const [entry] = line.queue;
  assert.ok(entry !== undefined && line.queue.length === 1);
  assert.deepEqual(
    [entry.patient.fullName, entry.status, entry.checkedInBy],
    ['Kamla Devi', 'waiting', 'staff'],
  );
  assert.match(entry.token ?? '', /^[A-Z]-\d{3}$/u);
  assertRefused(
    await call(app, town.receptionist, 'cancelForPatient', { id, body: {} }),
    'appointment_over',
  );
  const body = { date: inDays(3), time: '09:00' };
  assertRefused(
    await call(app, town.receptionist, 'moveForPatient', { id, body }),
    'appointment_over',
  );
});

test('a patient’s cancellation and the hospital’s cancellation are recorded differently, and the export says who cancelled and why [APPT-1, SEC-14]', async () => {
  const own = await bookedFor(patient);
  const { appointment } = await get(app, patient, 'cancelAppointment', { id: own });
  assert.deepEqual([appointment.cancelledBy, appointment.cancelReason], ['patient', null]);
  const id = await bookedFor(patient);
  await get(app, town.admin, 'cancelForPatient', { id, body: { reason: 'The lift is broken.' } });
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['appointments']), /The lift is broken\./u);
});
