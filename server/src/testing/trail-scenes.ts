/**
 * API calls by staff that need prepared data. For each: the people and things that the call needs,
 * and the expected audit row.
 */
import { randomUUID } from 'node:crypto';
import type { AuditDetails } from '@baari/contract/account/audit.ts';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import sql from 'sql-template-tag';
import { addDays, dayAt } from '../schedule/calendar.rules.ts';
import { copyAll } from './stand-ins/own-system.ts';
import { type CallParts, get, type TestApp } from './test-app.ts';
import {
  givenVitalSettings,
  alwaysOpen,
  givenApplication,
  givenHospital,
  givenReport,
  givenSession,
  givenWish,
} from './test-bodies.ts';
import {
  alsoWorks,
  makeDoctor,
  makePerson,
  signIn,
  type TestPerson,
  type Town,
} from './test-people.ts';

export interface TrailScene {
  readonly caller: { readonly token: string } | undefined;
  readonly parts: CallParts;
  /** The account that the audit row names. */
  readonly by: string;
  readonly patientIds: readonly string[];
  readonly details: AuditDetails | null;
}

type Make = (app: TestApp, town: Town) => Promise<TrailScene>;

/** A test case with an API call by an administrator, without patient data. */
function byAdmin(town: Town, parts: CallParts, details: AuditDetails | null = null): TrailScene {
  return { caller: town.admin, by: town.admin.userId, parts, patientIds: [], details };
}

function ofPatient(by: TestPerson, parts: CallParts, patient: TestPerson): TrailScene {
  return { caller: by, by: by.userId, parts, patientIds: [patient.userId], details: null };
}

async function makeApplicant(app: TestApp, { hospitalId }: Town) {
  const person = await makePerson(app);
  const body = givenApplication(hospitalId, person.email);
  const { request } = await get(app, person, 'applyToHospital', { body });
  return { person, id: request.id };
}

async function makeReceptionist(app: TestApp, { hospitalId }: Town): Promise<TestPerson> {
  return makePerson(app, { works: { as: 'receptionist', hospitalId } });
}

async function makeScreen(app: TestApp, { admin }: Town): Promise<string> {
  const body = { kind: 'display', name: 'Hall' };
  return (await get(app, admin, 'makeScreen', { body })).screen.id;
}

/** An address without a server. */
const webhookHost = 'his.invalid';
const webhookUrl = `https://${webhookHost}/baari`;

async function makeWebhook(app: TestApp, { admin }: Town): Promise<string> {
  return (await get(app, admin, 'makeWebhook', { body: { url: webhookUrl } })).webhook.id;
}

/** A waiting patient, as if ABDM had shared their profile; no other share is listed. */
async function makeShared(app: TestApp, town: Town) {
  await app.owner.query('delete from abdm_share');
  const patient = await makePerson(app);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  const { id } = await app.db.one<{ id: string }>(sql`
    insert into abdm_share (request_id, hospital_id, counter_code, received_at, entry_id,
      abha_address, next_at, answer_state)
    values (${randomUUID()}, ${town.hospitalId}, 'a2345678', ${app.clock.now()}, ${queue.id},
      'somebody@sbx', ${app.clock.now()}, 'sent') returning id`);
  return { patient, id, entryId: queue.id };
}

/** A receptionist in a practice hospital of their own. */
async function makeTrainee(app: TestApp, town: Town): Promise<TestPerson> {
  const person = await makeReceptionist(app, town);
  await get(app, person, 'practise');
  return person;
}

/** Makes an invited doctor, and returns the token of the invitation mail. */
async function makeInvitation(app: TestApp, town: Town) {
  const email = `invited-${randomUUID()}@example.org`;
  const body = {
    name: 'Dr. Meera Iyer',
    email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const { doctor } = await get(app, town.admin, 'addDoctor', { body });
  const row = await app.db.one<{ plain: string }>(sql`
    select payload ->> 'plain' as plain from job
    where kind = 'mail' and payload ->> 'to' = ${email} order by id desc limit 1`);
  return { email, doctorId: doctor.id, token: /token=([\w-]+)/u.exec(row.plain)?.[1] ?? '' };
}

/** Makes a doctor who can be booked at any time, and a patient with a booking. */
async function makeBooking(app: TestApp, town: Town, daysAhead: number) {
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb
    where id = ${town.hospitalId}`);
  const patient = await makePerson(app);
  const doctorId = await makeDoctor(app, town.hospitalId);
  const today = dayAt(app.clock.now(), 'Asia/Kolkata');
  const wish = { doctorId, date: addDays(today, Math.max(1, daysAhead)), time: '10:00' };
  const { appointment } = await get(app, patient, 'bookAppointment', { body: wish });
  if (daysAhead === 0) {
    await app.db.run(sql`
      update appointment set date = ${today}, starts_at = ${app.clock.now()}
      where id = ${appointment.id}`);
  }
  return { patient, id: appointment.id, wish };
}

/** Makes a waiting patient with one measurement of vital signs. */
async function makeMeasured(app: TestApp, town: Town) {
  const patient = await makePerson(app);
  await get(app, town.admin, 'setVitalSettings', { body: givenVitalSettings });
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { id } = queue;
  await get(app, town.receptionist, 'approveRequest', { id });
  const { vitals } = await get(app, town.receptionist, 'addVitals', { id, body: { pulse: 72 } });
  return { patient, measurementId: vitals.measurements[0]?.id ?? '' };
}

/** Makes a waiting patient with one hand-off note of the desk for the other doctor. */
async function makeHandedOff(app: TestApp, town: Town) {
  const patient = await makePerson(app);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { id } = queue;
  await get(app, town.receptionist, 'approveRequest', { id });
  const body = { lineId: town.colleagueId, lines: [{ asks: 'Chest X-ray' }] };
  const { handOffs } = await get(app, town.receptionist, 'addHandOff', { id, body });
  const [note] = handOffs;
  return { patient, noteId: note?.id ?? '', lineId: note?.lines[0]?.id ?? '' };
}

/** Makes two patient records that the desk entered, and cancels their queue entries. */
async function makeTwoRecords(app: TestApp, town: Town) {
  const ids: string[] = [];
  for (const name of ['Kamla Devi', 'Kamala Devi']) {
    const body = { name, doctorId: town.doctorId };
    const { queue } = await get(app, town.admin, 'addWalkIn', { body });
    await get(app, town.admin, 'removeEntry', { id: queue.id });
    ids.push(queue.patient.id);
  }
  const [id = '', goneId = ''] = ids;
  return { parts: { id, body: { goneId } }, patientIds: [id, goneId] };
}

export const trailScenes = {
  async approveApplication(app, town) {
    const { person, id } = await makeApplicant(app, town);
    const details = { personId: person.userId, from: 'patient', to: 'receptionist' };
    return byAdmin(town, { id }, details);
  },
  async rejectApplication(app, town) {
    const { person, id } = await makeApplicant(app, town);
    return byAdmin(town, { id }, { personId: person.userId });
  },
  async changeMemberRole(app, town) {
    const { userId } = await makeReceptionist(app, town);
    const details = { personId: userId, from: 'receptionist', to: 'hospital_admin' };
    return byAdmin(town, { id: userId, body: { role: 'hospital_admin' } }, details);
  },
  async removeMember(app, town) {
    const { userId } = await makeReceptionist(app, town);
    const details = { personId: userId, from: 'receptionist', to: 'patient' };
    return byAdmin(town, { id: userId, body: {} }, details);
  },
  async revokeStaffInvitation(app, town) {
    const body = { role: 'receptionist' as const };
    const { invitation } = await get(app, town.admin, 'makeStaffLink', { body });
    return byAdmin(town, { id: invitation.id }, {});
  },
  async inviteDoctor(app, town) {
    const doctorId = await makeDoctor(app, town.hospitalId);
    return byAdmin(town, { id: doctorId }, { doctorId });
  },
  async deactivateDoctor(app, town) {
    const doctorId = await makeDoctor(app, town.hospitalId);
    return byAdmin(town, { id: doctorId, body: {} }, { doctorId });
  },
  async renameDepartment(_app, town) {
    const names = { from: 'Cardiology', to: 'Heart Centre' };
    return byAdmin(town, { body: names }, names);
  },
  async addDayOff(app, town) {
    const doctorId = await makeDoctor(app, town.hospitalId);
    const day = addDays(dayAt(app.clock.now(), 'Asia/Kolkata'), 3);
    return byAdmin(town, { id: doctorId, body: { firstDay: day, lastDay: day } }, { doctorId });
  },
  async removeDayOff(app, town) {
    const doctorId = await makeDoctor(app, town.hospitalId);
    const day = addDays(dayAt(app.clock.now(), 'Asia/Kolkata'), 3);
    const body = { firstDay: day, lastDay: day };
    const { schedule } = await get(app, town.admin, 'addDayOff', { id: doctorId, body });
    return byAdmin(town, { id: schedule.daysOff[0]?.id ?? '' }, { doctorId });
  },
  async lookAtEmergency(app, town) {
    const patient = await makePerson(app);
    await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
    const report = givenReport(patient.userId, town.doctorId);
    await get(app, town.admin, 'createReport', { body: report });
    const { access } = await get(app, town.colleague, 'openInEmergency', {
      id: patient.userId,
      body: { kind: 'cover', reason: 'On call for the colleague.' },
    });
    return ofPatient(town.admin, { id: access.id }, patient);
  },
  async endOwnSession(app, town) {
    await signIn(app, town.receptionist.email);
    const { sessions } = await get(app, town.receptionist, 'listOwnSessions');
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const { userId } = town.receptionist;
    return { caller: town.receptionist, by: userId, parts: { id }, patientIds: [], details: null };
  },
  async editScreen(app, town) {
    const screenId = await makeScreen(app, town);
    const body = { name: 'First floor', doctorIds: [town.doctorId] };
    return byAdmin(town, { id: screenId, body }, { screenId, fields: ['name', 'doctors'] });
  },
  async renewScreenLink(app, town) {
    const screenId = await makeScreen(app, town);
    return byAdmin(town, { id: screenId }, { screenId });
  },
  async revokeScreen(app, town) {
    const screenId = await makeScreen(app, town);
    return byAdmin(town, { id: screenId }, { screenId });
  },
  async revokeApiKey(app, town) {
    const body = { name: 'HIS bridge', scopes: ['queue:read'] };
    const keyId = (await get(app, town.admin, 'makeApiKey', { body })).apiKey.id;
    return byAdmin(town, { id: keyId }, { keyId });
  },
  async setKeyClient(app, town) {
    const body = { name: 'HIS bridge', scopes: ['queue:read'] };
    const keyId = (await get(app, town.admin, 'makeApiKey', { body })).apiKey.id;
    return byAdmin(town, { id: keyId, body: { publicKeys: '' } }, { keyId });
  },
  async addAbdmCounter(app, town) {
    const doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Counter' });
    return byAdmin(town, { body: { lineId: doctorId } }, { to: 'Dr. Counter' });
  },
  async removeAbdmCounter(app, town) {
    const body = { lineId: town.doctorId };
    const { counters } = await get(app, town.admin, 'addAbdmCounter', { body });
    return byAdmin(town, { id: counters.at(-1)?.id ?? '' });
  },
  async listAbdmShares(app, town) {
    const { patient } = await makeShared(app, town);
    return ofPatient(town.receptionist, {}, patient);
  },
  async dismissAbdmShare(app, town) {
    const { patient, id, entryId } = await makeShared(app, town);
    return { ...ofPatient(town.receptionist, { id }, patient), entryId };
  },
  async changeWebhook(app, town) {
    const id = await makeWebhook(app, town);
    const details = { from: webhookHost, to: webhookHost };
    return byAdmin(town, { id, body: { isPaused: true } }, details);
  },
  async removeWebhook(app, town) {
    return byAdmin(town, { id: await makeWebhook(app, town) }, { from: webhookHost });
  },
  async revealWebhookSecret(app, town) {
    return byAdmin(town, { id: await makeWebhook(app, town) }, { to: webhookHost });
  },
  async rotateWebhookSecret(app, town) {
    return byAdmin(town, { id: await makeWebhook(app, town) }, { to: webhookHost });
  },
  async testWebhook(app, town) {
    return byAdmin(town, { id: await makeWebhook(app, town) }, { to: webhookHost });
  },
  async resendEvent(app, town) {
    const id = await makeWebhook(app, town);
    await get(app, await makePerson(app), 'requestPlace', { body: { doctorId: town.doctorId } });
    await copyAll(app);
    const found = await app.db.one<{ id: number }>(sql`
      select id from public_event where hospital_id = ${town.hospitalId} limit 1`);
    return byAdmin(town, { id, body: { event: `evt_a_${found.id}` } }, { to: webhookHost });
  },
  async resendSince(app, town) {
    const body = { since: '2026-12-01T06:00:00Z' };
    return byAdmin(town, { id: await makeWebhook(app, town), body }, { to: webhookHost });
  },
  async bookForPatient(app, town) {
    const { patient, wish } = await makeBooking(app, town, 2);
    const body = { ...wish, date: addDays(wish.date, 1) };
    const known = { kind: 'known', id: patient.userId };
    return ofPatient(town.receptionist, { body: { ...body, patient: known } }, patient);
  },
  async previewMerge(app, town) {
    const { parts, patientIds } = await makeTwoRecords(app, town);
    return { ...byAdmin(town, parts), patientIds };
  },
  async mergePatients(app, town) {
    const { parts, patientIds } = await makeTwoRecords(app, town);
    return { ...byAdmin(town, parts), patientIds };
  },
  async undoMerge(app, town) {
    const { parts, patientIds } = await makeTwoRecords(app, town);
    const { merge } = await get(app, town.admin, 'mergePatients', parts);
    return { ...byAdmin(town, { id: merge.id }), patientIds };
  },
  async undoCloseDay(app, town) {
    const status = 'available' as const;
    await get(app, town.admin, 'setDoctorStatus', { id: town.doctorId, body: { status } });
    // No patient's request is older than this time, so closing the day changes only the doctors.
    const body = { asOf: '2020-01-01T00:00:00.000Z' };
    const { dayEnd } = await get(app, town.admin, 'closeDay', { body });
    return byAdmin(town, { body: { closingId: dayEnd.closing?.id ?? '' } });
  },
  async moveForPatient(app, town) {
    const { patient, id, wish } = await makeBooking(app, town, 2);
    const body = { date: addDays(wish.date, 1), time: wish.time };
    return ofPatient(town.receptionist, { id, body }, patient);
  },
  async cancelForPatient(app, town) {
    const { patient, id } = await makeBooking(app, town, 2);
    return ofPatient(town.receptionist, { id, body: {} }, patient);
  },
  async previewTimetable(app, town) {
    const { patient, wish } = await makeBooking(app, town, 2);
    const sessions = [{ ...givenSession(), weekdays: [], date: addDays(wish.date, 1) }];
    const { doctorId } = wish;
    const parts = { id: doctorId, body: { sessions } };
    return { ...ofPatient(town.admin, parts, patient), details: { doctorId } };
  },
  async rebook(app, town) {
    const { patient, id, wish: seen } = await makeBooking(app, town, 2);
    const body = { firstDay: seen.date, lastDay: seen.date };
    await get(app, town.admin, 'addDayOff', { id: seen.doctorId, body });
    const to = { ...seen, date: addDays(seen.date, 1) };
    return ofPatient(town.receptionist, { body: { bookings: [{ id, seen, to }] } }, patient);
  },
  async endEarlierWishForPatient(app, town) {
    const { patient, id, wish } = await makeBooking(app, town, 2);
    const body = { for: { kind: 'appointment', id }, terms: givenWish };
    const made = await get(app, patient, 'wishEarlier', { body });
    const scene = ofPatient(town.receptionist, { id: made.wish.id }, patient);
    return { ...scene, details: { doctorId: wish.doctorId } };
  },
  async releaseHeld(app, town) {
    const { patient, id, wish } = await makeBooking(app, town, 20);
    const body = { for: { kind: 'appointment', id }, terms: givenWish };
    const made = await get(app, patient, 'wishEarlier', { body });
    const held = await app.db.one<{ id: string }>(sql`
      insert into held_slot (hospital_id, doctor_id, date, time, minutes, place, starts_at, freed_at,
        freed_by, depth)
      values (${town.hospitalId}, ${wish.doctorId}, ${addDays(wish.date, -8)}, '10:00', 30, 1,
        now() + interval '12 days', now(), 'cancelled', 0) returning id`);
    // While the slot is offered to a patient, no scheduled task releases it.
    await app.db.run(sql`
      insert into earlier_offer (held_slot_id, wish_id, patient_id, reason, offered_at, expires_at,
        link_hash)
      values (${held.id}, ${made.wish.id}, ${patient.userId}, 'longest_wish', now(),
        now() + interval '1 hour', ${held.id})`);
    const scene = ofPatient(town.receptionist, { id: held.id }, patient);
    return { ...scene, details: { doctorId: wish.doctorId } };
  },
  async confirmForPatient(app, town) {
    const { patient, id } = await makeBooking(app, town, 2);
    return ofPatient(town.receptionist, { id }, patient);
  },
  async checkInForPatient(app, town) {
    const { patient, id } = await makeBooking(app, town, 0);
    return ofPatient(town.receptionist, { id }, patient);
  },
  async createHospital(app) {
    const founder = await makePerson(app);
    return {
      caller: founder,
      by: founder.userId,
      parts: { body: givenHospital(founder.email) },
      patientIds: [],
      details: { from: 'patient', to: 'hospital_admin' },
    };
  },
  async startExercise(app, town) {
    const trainee = await makeTrainee(app, town);
    const parts = { body: { exercise: 'undo' } };
    return { caller: trainee, by: trainee.userId, parts, patientIds: [], details: null };
  },
  async restartPractice(app, town) {
    const trainee = await makeTrainee(app, town);
    return { caller: trainee, by: trainee.userId, parts: {}, patientIds: [], details: null };
  },
  async endPractice(app, town) {
    const trainee = await makeTrainee(app, town);
    return { caller: trainee, by: trainee.userId, parts: {}, patientIds: [], details: null };
  },
  async acknowledgeAlert(app, town) {
    const patient = await makePerson(app);
    const body = { doctorId: town.doctorId };
    const { queue } = await get(app, patient, 'requestPlace', { body });
    const yes = { kind: 'signs', yes: ['chest-pain'], no: [] };
    await get(app, patient, 'answerAssessment', {
      id: queue.id,
      body: { answers: [{ question: 'signs', answer: yes }] },
    });
    return ofPatient(town.receptionist, { id: queue.id }, patient);
  },
  async strikeVitals(app, town) {
    const { patient, measurementId: id } = await makeMeasured(app, town);
    return ofPatient(town.receptionist, { id, body: { reason: 'Other patient' } }, patient);
  },
  async stopSharing(app, town) {
    const patient = await makePerson(app);
    const { queue } = await get(app, patient, 'requestPlace', {
      body: { doctorId: town.doctorId },
    });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    const { link } = await get(app, patient, 'sharePlace', { id: queue.id });
    return ofPatient(town.receptionist, { id: link.id }, patient);
  },
  async correctHandOff(app, town) {
    const { patient, noteId: id } = await makeHandedOff(app, town);
    const body = { lines: [{ asks: 'Chest X-ray', detail: 'left side' }] };
    return ofPatient(town.receptionist, { id, body }, patient);
  },
  async strikeHandOff(app, town) {
    const { patient, noteId: id } = await makeHandedOff(app, town);
    return ofPatient(town.receptionist, { id }, patient);
  },
  async takeHandOffLine(app, town) {
    const { patient, lineId: id } = await makeHandedOff(app, town);
    return ofPatient(town.receptionist, { id, body: { isTaken: true } }, patient);
  },
  async actForHospital(app, town) {
    const person = await makeReceptionist(app, town);
    await alsoWorks(app, person, { as: 'hospital_admin', hospitalId: town.otherHospitalId });
    const body = { hospitalId: town.otherHospitalId };
    return { caller: person, by: person.userId, parts: { body }, patientIds: [], details: null };
  },
  async acceptInvitation(app, town) {
    const { email, token, doctorId } = await makeInvitation(app, town);
    const person = await makePerson(app, { email });
    return {
      caller: person,
      by: person.userId,
      parts: { body: { token } },
      patientIds: [],
      details: { doctorId, from: 'patient', to: 'doctor' },
    };
  },
  async acceptInvitationAsNewcomer(app, town) {
    const { email, token, doctorId } = await makeInvitation(app, town);
    // An account with an unverified email. Accepting the invitation takes it over, so its id is
    // known in advance.
    const { userId } = await makePerson(app, { email, isVerified: false });
    return {
      caller: undefined,
      by: userId,
      parts: { body: { token, password: 'a good password' } },
      patientIds: [],
      details: { doctorId, from: 'patient', to: 'doctor' },
    };
  },
} as const satisfies Partial<Record<EndpointName, Make>>;
