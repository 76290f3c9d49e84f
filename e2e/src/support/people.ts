/**
 * Makes accounts and hospitals for tests: signed up, verified and signed in through the real API.
 */

import { roundTheClock } from '@baari/contract/constants.ts';
import { addDoctor, type Colleague, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import {
  createHospital,
  type Hospital,
  saveOwnHospital,
} from '@baari/contract/hospital/hospital.ts';
import { setRole } from '@baari/contract/account/identity.ts';
import {
  approveRequest,
  type PatientEntry,
  type StaffEntry,
  requestPlace,
} from '@baari/contract/queue/queue.ts';
import { applyToHospital, approveApplication } from '@baari/contract/account/team.ts';
import type { BrowserContext } from '@playwright/test';
import { type Account, call, openSession, untilServed } from './api.ts';
import { linkMailedTo } from './outbox.ts';

const password = 'correct horse';

/**
 * The password of the demonstration's accounts. All staff accounts of the demonstration belong to
 * the same hospital.
 */
export const demoPassword = 'baari-demo';
export type DemoName = 'patient' | 'reception' | 'doctor' | 'admin';

let made = 0;

/** Makes a patient with a verified email address. */
export async function makePatient(origin: string, name: string): Promise<Account> {
  const account = await makeAccount(origin, name);
  await call(account, setRole, { body: { role: 'patient', fullName: name } });
  return account;
}

export interface Place {
  readonly admin: Account;
  readonly hospital: Hospital;
  readonly doctor: Colleague;
}

/** Makes a hospital with its administrator and one available doctor. */
export async function makePlace(origin: string, name: string, doctor: string): Promise<Place> {
  const admin = await makeAccount(origin, 'Rukmini Gokhale');
  const { hospital } = await call(admin, createHospital, {
    body: {
      hospitalName: name,
      hospitalType: 'clinic',
      address: '12 Station Road',
      city: 'Nashik',
      state: 'Maharashtra',
      zipCode: '422001',
      phone: '+912532500100',
      email: `desk-${made}@hospital.example`,
      departments: ['Cardiology'],
      adminFirstName: 'Rukmini',
      adminLastName: 'Gokhale',
      adminEmail: admin.email,
    },
  });
  // The hospital is open all day, because tests run at any hour and waits are estimated only within
  // opening hours.
  await keepHours(admin, hospital, roundTheClock);
  return { admin, hospital, doctor: await makeDoctor(admin, doctor) };
}

/** Sets a hospital's opening hours, and its time zone where that matters. */
export async function keepHours(
  admin: Account,
  hospital: Hospital,
  operating_hours: WeekHours,
  timeZone = hospital.timeZone,
): Promise<void> {
  const { name, address, city, state, zip_code, phone, email, departments } = hospital;
  await call(admin, saveOwnHospital, {
    body: {
      name,
      type: 'clinic',
      address,
      city,
      state,
      zip_code,
      phone,
      email,
      website: '',
      departments,
      operating_hours,
      timeZone,
      latitude: null,
      longitude: null,
    },
  });
}

/** Adds a doctor who is Available. */
export async function makeDoctor(admin: Account, name: string): Promise<Colleague> {
  made += 1;
  const added = await call(admin, addDoctor, {
    body: {
      name,
      email: `doctor-${made}@hospital.example`,
      phone: '+919812345678',
      specialty: 'Cardiology',
      department: 'Cardiology',
    },
  });
  const { id } = added.doctor;
  const { doctor } = await call(admin, setDoctorStatus, { id, body: { status: 'available' } });
  return doctor;
}

/**
 * Makes a person who asked to join the hospital's staff and was approved. With the role doctor, the
 * person is also one of the hospital's doctors.
 */
export async function makeStaff(
  { admin, hospital }: Place,
  name: string,
  role: 'receptionist' | 'doctor',
): Promise<Account> {
  const account = await makePatient(admin.origin, name);
  const [firstName = name, lastName = name] = name.split(' ');
  const { request } = await call(account, applyToHospital, {
    body: {
      hospitalId: hospital.id,
      firstName,
      lastName,
      email: account.email,
      phone: '+919812300000',
      role,
    },
  });
  await call(admin, approveApplication, { id: request.id });
  return account;
}

/** Requests a place for the patient. The request waits for approval. */
export async function ask(patient: Account, doctorId: string): Promise<PatientEntry> {
  const body = { doctorId, symptoms: 'Tight chest on the stairs.', urgency: 'high' as const };
  const { queue } = await call(patient, requestPlace, { body });
  return queue;
}

/** Requests a place for the patient and approves it, so that the patient is in the line. */
export async function line(place: Place, patient: Account): Promise<StaffEntry> {
  const { id } = await ask(patient, place.doctor.id);
  const { queue } = await call(place.admin, approveRequest, { id, body: {} });
  return queue;
}

export async function demoAccount(origin: string, name: DemoName): Promise<Account> {
  const email = `${name}@baari.example`;
  const session = await openSession(origin, '/sign-in/email', { email, password: demoPassword });
  return { origin, name, email, password: demoPassword, session };
}

/** Sets the session cookie, as after sign-in on the login page. */
export async function signIn(context: BrowserContext, account: Account): Promise<void> {
  const { origin, email, password: secret } = account;
  const data = { email, password: secret, rememberMe: true };
  const answer = await untilServed(
    () => context.request.post(`${origin}/api/identity/sign-in/email`, { data }),
    (given) => ({ status: given.status(), retryAfter: given.headers()['retry-after'] }),
  );
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
}

async function makeAccount(origin: string, name: string): Promise<Account> {
  made += 1;
  const email = `person-${made}-${process.pid}@example.org`;
  const session = await openSession(origin, '/sign-up/email', {
    name,
    email,
    password,
    callbackURL: '/email-verification',
  });
  const verified = await fetch(await linkMailedTo(origin, email), { redirect: 'manual' });
  if (verified.status >= 400) throw new Error(`Verifying failed: ${await verified.text()}`);
  return { origin, name, email, password, session };
}
