/** Makes test people and places: accounts of every role, signed in by real calls at little cost. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DoctorStatus, roundTheClock } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { hash } from '@node-rs/argon2';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { TestApp, TestServer } from './test-app.ts';

export interface TestPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The session token of a program without cookies, for /api/identity. */
  readonly session: string;
  /** An identity token, valid for an hour. */
  readonly token: string;
}

export interface PersonGiven {
  readonly name?: string;
  readonly email?: string;
  readonly isVerified?: boolean;
  readonly phone?: string;
  readonly works?: {
    readonly as: 'doctor' | 'receptionist' | 'hospital_admin';
    readonly hospitalId: string;
    readonly doctorId?: string;
  };
}

const password = 'correct horse';
const longestBusyMs = 60_000;
/**
 * The hash of the test password: real Argon2id with the lowest cost, so that checking it is cheap.
 */
let passwordHash: Promise<string> | undefined;

let people = 0;

/** Makes a person with an account who has just signed in. */
export async function makePerson(app: TestServer, given: PersonGiven = {}): Promise<TestPerson> {
  people += 1;
  const name = given.name ?? `Person ${people}`;
  const email = given.email ?? `person-${people}@example.org`;
  passwordHash ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const userId = randomUUID();
  await app.db.run(sql`
    insert into identity."user" (id, name, email, email_verified)
    values (${userId}, ${name}, ${email}, ${given.isVerified ?? true})`);
  await app.db.run(sql`
    insert into identity.account (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${await passwordHash})`);
  if (given.phone !== undefined) {
    await app.db.run(sql`
      insert into patient (id, account_id, name, email, phone)
      values (${userId}, ${userId}, ${name}, ${email}, ${given.phone})`);
  }
  if (given.works !== undefined) {
    await alsoWorks(app, { userId }, given.works);
  }
  return { userId, name, email, ...(await signIn(app, email)) };
}

/** Makes the person a member of this hospital's staff, in addition to the person's other roles. */
export async function alsoWorks(
  app: TestServer,
  { userId }: Pick<TestPerson, 'userId'>,
  { as, hospitalId, doctorId }: NonNullable<PersonGiven['works']>,
): Promise<void> {
  await app.db.run(sql`
    insert into membership (user_id, hospital_id, role, doctor_id)
    values (${userId}, ${hospitalId}, ${as}, ${doctorId ?? null})`);
}

/** Makes many patients, a few at the same time. */
export async function makePatients(app: TestServer, count: number): Promise<TestPerson[]> {
  const made: TestPerson[] = [];
  while (made.length < count) {
    const some = Math.min(8, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: some }, () => makePerson(app)))));
  }
  return made;
}

const tokenAnswer = z.object({ token: z.string() });

/** Signs a person in again with the same account. */
export async function signIn(
  app: TestServer,
  email: string,
  typed: string = password,
): Promise<Pick<TestPerson, 'session' | 'token'>> {
  const signedIn = await sendUntilNotBusy(app, {
    method: 'POST',
    url: '/api/identity/sign-in/email',
    body: { email, password: typed },
  });
  const session = signedIn.headers.get('set-auth-token');
  if (session === null) throw new Error(`Signing in failed: ${signedIn.text}`);
  const answer = await app.send({ method: 'GET', url: '/api/identity/token', token: session });
  return { session, token: tokenAnswer.parse(answer.body).token };
}

/** Sends the request again when a loaded machine answers `overloaded`, as clients do. */
async function sendUntilNotBusy(
  app: TestServer,
  request: Parameters<TestServer['send']>[0],
): ReturnType<TestServer['send']> {
  const busyUntil = performance.now() + longestBusyMs;
  for (;;) {
    const answer = await app.send(request);
    if (answer.status !== 503 || performance.now() > busyUntil) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

export interface HospitalGiven {
  readonly name?: string;
  readonly city?: string;
  readonly state?: string;
  readonly address?: string;
  readonly departments?: readonly string[];
  /**
   * The hospital's hours; always open by default, since tests run at any hour and waits are shown only in opening
   * hours.
   */
  readonly hours?: WeekHours;
  readonly timeZone?: string;
  readonly position?: readonly [latitude: number, longitude: number];
}

let hospitals = 0;

export async function makeHospital(app: TestServer, given: HospitalGiven = {}): Promise<string> {
  hospitals += 1;
  const row = await app.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email, departments,
      operating_hours, time_zone, latitude, longitude)
    values (${given.name ?? `Hospital ${hospitals}`}, 'general', ${given.address ?? '1 Main Road'},
      ${given.city ?? 'Pune'}, ${given.state ?? 'Maharashtra'}, '411001', '+912012345678',
      ${`desk-${hospitals}@hospital.example`}, ${[...(given.departments ?? ['Cardiology'])]},
      ${JSON.stringify(given.hours ?? roundTheClock)}::jsonb,
      ${given.timeZone ?? 'Asia/Kolkata'}, ${given.position?.[0] ?? null},
      ${given.position?.[1] ?? null})
    returning id`);
  return row.id;
}

export interface DoctorGiven {
  readonly name?: string;
  readonly specialty?: string;
  readonly status?: DoctorStatus;
}

let doctors = 0;

export async function makeDoctor(
  app: TestServer,
  hospitalId: string,
  given: DoctorGiven = {},
): Promise<string> {
  doctors += 1;
  const row = await app.db.one<{ id: string }>(sql`
    insert into doctor (hospital_id, name, email, phone, specialty, department, status)
    values (${hospitalId}, ${given.name ?? `Dr. ${doctors}`}, ${`doctor-${doctors}@example.org`},
      '+912012345679', ${given.specialty ?? 'Cardiology'}, 'Cardiology',
      ${given.status ?? 'Available'})
    returning id`);
  await app.db.run(sql`insert into doctor_queue (doctor_id) values (${row.id})`);
  return row.id;
}

/** Gives a person's account a verified phone number, in E.164 form. */
export async function verifyPhone(
  app: TestServer,
  { userId }: Pick<TestPerson, 'userId'>,
  phone: string,
): Promise<void> {
  await app.db.run(sql`
    update identity."user" set phone_number = ${phone}, phone_number_verified = true
    where id = ${userId}`);
}

/** Two test hospitals, with their staff and patients. */
export interface Town {
  readonly hospitalId: string;
  readonly otherHospitalId: string;
  /**
   * The id of a doctor of the first hospital. `colleagueId` is a colleague at that hospital, and
   * `otherDoctorId` is a doctor of the other hospital.
   */
  readonly doctorId: string;
  readonly colleagueId: string;
  readonly otherDoctorId: string;
  readonly doctor: TestPerson;
  readonly colleague: TestPerson;
  readonly receptionist: TestPerson;
  readonly admin: TestPerson;
  readonly otherAdmin: TestPerson;
}

export async function makeTown(
  app: TestServer,
  given: Pick<HospitalGiven, 'timeZone' | 'hours'> = {},
): Promise<Town> {
  const [hospitalId, otherHospitalId] = await Promise.all([
    makeHospital(app, given),
    makeHospital(app, given),
  ]);
  const [doctorId, colleagueId, otherDoctorId] = await Promise.all([
    makeDoctor(app, hospitalId),
    makeDoctor(app, hospitalId),
    makeDoctor(app, otherHospitalId),
  ]);
  const [doctor, colleague, receptionist, admin, otherAdmin] = await Promise.all([
    makePerson(app, { works: { as: 'doctor', hospitalId, doctorId } }),
    makePerson(app, { works: { as: 'doctor', hospitalId, doctorId: colleagueId } }),
    makePerson(app, { works: { as: 'receptionist', hospitalId } }),
    makePerson(app, { works: { as: 'hospital_admin', hospitalId } }),
    makePerson(app, { works: { as: 'hospital_admin', hospitalId: otherHospitalId } }),
  ]);
  return {
    hospitalId,
    otherHospitalId,
    doctorId,
    colleagueId,
    otherDoctorId,
    doctor,
    colleague,
    receptionist,
    admin,
    otherAdmin,
  };
}

/** Deletes all bookings, with their messages and the requests for and offers of earlier times. */
export async function forgetBookings(app: TestApp): Promise<void> {
  const tables = ['earlier_offer', 'earlier_wish', 'held_slot', 'notice', 'appointment', 'job'];
  for (const table of tables) await app.owner.query(`delete from ${table}`);
}
