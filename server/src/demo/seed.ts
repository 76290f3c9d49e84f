/**
 * The demo data: six hospitals, some thirty doctors, two weeks of past visits, a live morning and
 * an account for each role. The data are the same each time except for the dates, and are written
 * only into a database without hospitals.
 */
import { randomUUID } from 'node:crypto';
import {
  appointmentMinutes,
  defaultTimeZone,
  type Urgency,
  weekdays,
} from '@baari/contract/constants.ts';
import { photoUrl } from '@baari/contract/doctor/photo.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import type { BookedSession, TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { updateImage, upsertPhoto } from '../doctors/photo/photo.store.ts';
import { markLooked, saveVerification } from '../hospitals/verification.store.ts';
import { hashPassword } from '../identity/provider/passwords.ts';
import { replacePlanned } from '../lines/visits/journey.store.ts';
import {
  insertLine,
  insertPoint,
  listPointsOf,
  replaceNext,
  writePointState,
} from '../lines/lines.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok } from '../platform/result.ts';
import { lettersFor } from '../queue/tokens/token.rules.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from '../schedule/calendar.rules.ts';
import { insertScreen, upsertDoor } from '../screens/screens.store.ts';
import { slotsOf } from '../timetables/timetable.rules.ts';
import { replaceSessions } from '../timetables/timetables.store.ts';
import { upsertSettings } from '../vitals/vitals.store.ts';
import { forecastWait } from '../waits/forecast.rules.ts';
import type { Going } from '../waits/line-state.rules.ts';
import { lineForecastOf } from '../waits/line-forecast.rules.ts';
import { learn, noServiceTime } from '../waits/service-time.rules.ts';
import { countKept } from '../waits/promises.store.ts';
import { recalibrateWaits } from '../waits/recalibrate-waits.use-case.ts';
import { announcedWait } from '../waits/announced-wait.rules.ts';
import { bucketOf, defaultCalibration } from '../waits/calibration.rules.ts';
import {
  complaintsOf,
  type DemoDoctor,
  type DemoHospital,
  demoClerks,
  demoHospitals,
  demoLines,
  demoPatientName,
  demoRoutes,
  reportsOffered,
} from './demo-hospitals.ts';
import { stopsAround, stopsUnderWay, type Taking, type UnderWay } from './demo-visits.ts';
import { drawPortrait } from './drawn-portrait.ts';
import {
  type DemoEntry,
  type DemoPatient,
  type DemoPlace,
  type DemoPromise,
  type DemoReport,
  type DemoWork,
  hasHospitals,
  holdDemoEntry,
  insertDemoAccount,
  insertDemoAppointments,
  insertDemoOffer,
  insertDemoArrivals,
  insertDemoChild,
  insertDemoDoctor,
  insertDemoEntries,
  insertDemoHospital,
  insertDemoLetters,
  insertDemoPatients,
  insertDemoPromises,
  insertDemoRatings,
  insertDemoReports,
  insertDemoStaff,
  insertDemoStops,
  insertDemoTrail,
  insertDemoUrgentMove,
  insertDemoVitals,
  isAtWork,
  joinDemoVisits,
  setDemoServiceTime,
  takeAnyTime,
  writeDemoWork,
} from './seed.store.ts';

const password = 'baari-demo';
const accounts = {
  patient: { name: 'Asha Verma', email: 'patient@baari.example' },
  receptionist: { name: 'Sunil Pawar', email: 'reception@baari.example' },
  doctor: { name: 'Dr. Meera Kulkarni', email: 'doctor@baari.example' },
  admin: { name: 'Rukmini Gokhale', email: 'admin@baari.example' },
  /** A doctor who works at two hospitals. */
  several: { name: 'Dr. Lakshmi Narayan', email: 'lakshmi.narayan@baari.example' },
} as const;

/**
 * The hospital where Dr. Narayan works as a doctor, and the hospital where she is an administrator.
 */
const severalAt = { doctor: demoHospitals[1], admin: demoHospitals[3] };

/** A text that lists the accounts with which a newcomer can sign in to the demonstration. */
export function demoAccounts(): string {
  const [hospital] = demoHospitals;
  return [
    `Demo accounts (password ${password}); staff work at ${hospital?.name ?? ''}:`,
    `  patient        ${accounts.patient.email}`,
    `  receptionist   ${accounts.receptionist.email}`,
    `  doctor         ${accounts.doctor.email}`,
    `  administrator  ${accounts.admin.email}`,
    `  at two others  ${accounts.several.email}`,
  ].join('\n');
}

/** Stores a portrait for most doctors; the other doctors show the placeholder. */
async function keepPortrait(
  tx: Queryable,
  doctorId: string,
  { hair }: DemoDoctor,
  number: number,
  now: Date,
): Promise<void> {
  if (number % 4 === 0) return;
  const photo = { type: 'image/png', bytes: drawPortrait(number, hair) } as const;
  await updateImage(tx, doctorId, photoUrl(await upsertPhoto(tx, doctorId, photo, now)));
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const pastDays = 14;
/**
 * The number of visits per doctor on each weekday. On Sundays only hospitals that never close have
 * visits.
 */
const visitsOfWeekday = {
  monday: 18,
  tuesday: 13,
  wednesday: 14,
  thursday: 13,
  friday: 16,
  saturday: 8,
  sunday: 5,
} as const satisfies Record<(typeof weekdays)[number], number>;
/**
 * The length of the demo morning in ms: longer than this morning's visits take, and shorter than
 * the time since yesterday's visits.
 */
const morningMs = 6 * 3_600_000;
const visitsThisMorning = 4;
const patientCount = 420;
/**
 * Demo patients from this number on wait in no doctor's line this morning; the last of these
 * patients have bookings.
 */
const visitorsFrom = 300;
/**
 * The departments that have a shared line in which patients wait for any doctor of the department.
 */
const routedDepartments = new Set(demoLines.flatMap(({ ofDepartment }) => ofDepartment ?? []));
/**
 * The number of patients who wait for each doctor, by the doctor's number. `pendingPattern` has the
 * number of pending requests.
 */
const waitingPattern = [6, 3, 0, 4, 1, 2, 5, 0, 3, 2];
const pendingPattern = [2, 1, 0, 1, 0, 1];
/**
 * How many days ago the demo patient visited each doctor, by the doctor's number. All these visits
 * are in one city, at most one a day.
 */
const ownVisitDays: readonly (readonly number[])[] = [[13, 3], [], [], [8]];
const statusPattern = [
  'Available',
  'Available',
  'Busy',
  'Available',
  'Available',
  'Offline',
] as const;

/** Writes the demo data unless the database has hospitals. Returns whether it wrote the data. */
export async function seedDemo(
  db: Database,
  clock: Clock,
  say: (line: string) => void,
): Promise<boolean> {
  if (await hasHospitals(db)) return false;
  say('Writing demo data …');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await takeAnyTime(tx);
    await write(tx, passwordHash, clock.now(), say);
    return ok(undefined);
  });
  await recalibrateWaits(db, clock);
  return true;
}

async function write(
  tx: Queryable,
  passwordHash: string,
  now: Date,
  say: (line: string) => void,
): Promise<void> {
  const random = seededRandom(2026);
  const ownId = await insertDemoAccount(tx, { ...accounts.patient, passwordHash });
  const strangers = makeStrangers();
  await insertDemoPatients(tx, [ownPatient(ownId), ...strangers]);
  const childId = await insertDemoChild(tx, ownId, demoChildName);
  let urgentMove: UrgentMove | undefined;
  const worksAtSeveral = await insertDemoAccount(tx, { ...accounts.several, passwordHash });
  let number = 0;
  let nextInLine = 0;
  for (const hospital of demoHospitals) {
    const createdAt = new Date(now.getTime() - 200 * dayMs);
    const teamSince = new Date(now.getTime() - 190 * dayMs);
    const hospitalId = await writeHospital(tx, hospital, createdAt);
    const doctorIds: string[] = [];
    const reports: DemoReport[] = [];
    /** The past consultations of doctors who call patients from their department's shared line. */
    const consultations: DemoEntry[] = [];
    const takenLetters = new Set<string>();
    for (const doctor of hospital.doctors) {
      const status = number === 0 ? 'Available' : pick(statusPattern, number);
      const visitMinutes = Math.round(doctor.serviceTime);
      const row = { ...doctor, ...doctorContact(doctor, number), status, visitMinutes };
      const doctorId = await insertDemoDoctor(tx, hospitalId, row, teamSince);
      doctorIds.push(doctorId);
      await writeDemoWork(tx, doctorId, demoWork(doctor, number, status, now));
      await keepPortrait(tx, doctorId, doctor, doctorIds.length + number, now);
      const place = { hospitalId, doctorId };
      const isSought = doctor === hospital.doctors[0];
      const sought = { ...doctor, isSought, visitsOf: visitsOn(hospital) };
      const past = pastVisits(place, sought, strangers, now, random);
      for (const daysAgo of ownVisitDays[number] ?? []) giveFirstVisit(past, ownId, now, daysAgo);
      if (routedDepartments.has(doctor.department)) consultations.push(...past);
      if (status !== 'Offline') past.push(...earlierToday(place, doctor, strangers, now, random));
      await writePast(tx, doctorId, past, { serviceTime: doctor.serviceTime, number }, now);
      reports.push(...reportsOf(past, number, ownId));
      const present =
        status === 'Offline'
          ? []
          : liveLine(
              place,
              complaintsOf(doctor.department),
              strangers.slice(nextInLine),
              number,
              now,
            );
      nextInLine += present.length;
      if (number === childsDoctor) urgentMove = letUrgentAhead(present, childId);
      if (present.length > 0) await insertDemoEntries(tx, present);
      const letters = lettersFor(doctor.name, takenLetters);
      takenLetters.add(letters);
      const morning = new Date(now.getTime() - morningMs);
      await insertDemoArrivals(tx, { id: doctorId, hospitalId, letters }, morning, now);
      number += 1;
    }
    const several = { userId: worksAtSeveral, hospitalId };
    if (hospital === severalAt.doctor) {
      const [doctorId = null] = doctorIds;
      await insertDemoStaff(tx, { ...several, role: 'doctor', doctorId, joinedAt: createdAt });
    }
    if (hospital === severalAt.admin) {
      const admin = { ...several, role: 'hospital_admin', doctorId: null };
      await insertDemoStaff(tx, { ...admin, joinedAt: teamSince });
    }
    if (hospital === demoHospitals[0]) {
      const { receptionist, doctor, admin } = await writeStaff(
        tx,
        hospitalId,
        doctorIds,
        passwordHash,
        { teamSince, now },
      );
      await writeOrder(tx, doctorIds, urgentMove, receptionist, now);
      await writeBookings(tx, hospitalId, doctorIds, strangers, now);
      await writeTimetables(tx, hospitalId, doctorIds, strangers, now);
      const asked = pick(strangers, patientCount - 60).id;
      await writeOffer(tx, { hospitalId, doctorId: doctorIds[4], patientId: asked }, now);
      await insertDemoReports(tx, reports, doctor, defaultTimeZone);
      await writeScreens(tx, hospitalId, admin, createdAt, say);
      const clerks: string[] = [];
      for (const name of demoClerks)
        clerks.push(await writeClerk(tx, hospitalId, name, passwordHash, teamSince));
      const desk = { clerks, createdAt, now };
      const lines = await writeLines(tx, hospitalId, hospital.doctors, doctorIds, desk);
      const laboratory = lines.places.get('Laboratory');
      if (laboratory) await replaceSessions(tx, laboratory.lineId, [fastingHours]);
      const letters = lettersFor('Registration', takenLetters);
      const people = { consultations, patients: strangers.slice(visitorsFrom), ownId };
      await writeVisits(tx, { hospitalId, letters, lines, ...people }, now, random);
      await writeVitals(tx, hospitalId, receptionist, now);
    }
  }
}

/** Switches vital signs on, in the units usual in India, and measures some patients of the day. */
async function writeVitals(
  tx: Queryable,
  hospitalId: string,
  receptionistId: string,
  now: Date,
): Promise<void> {
  await upsertSettings(tx, hospitalId, {
    asked: ['bloodPressure', 'pulse', 'temperature', 'oxygen', 'weight'],
    temperatureUnit: 'fahrenheit',
    glucoseUnit: 'mg_dl',
  });
  await insertDemoVitals(tx, hospitalId, receptionistId, now);
}

/** Inserts a demo hospital that the operator has confirmed. */
async function writeHospital(
  tx: Queryable,
  hospital: DemoHospital,
  createdAt: Date,
): Promise<string> {
  const hospitalId = await insertDemoHospital(tx, hospital, defaultTimeZone, createdAt);
  await markLooked(tx, hospitalId);
  const confirmed = { isConfirmed: true, isHeld: false };
  await saveVerification(tx, hospitalId, confirmed, 'all', createdAt);
  return hospitalId;
}

/**
 * Writes a doctor's past visits, with their predicted waits, their ratings and the service times
 * learnt from the visits.
 */
async function writePast(
  tx: Queryable,
  doctorId: string,
  past: readonly DemoEntry[],
  { serviceTime, number }: { readonly serviceTime: number; readonly number: number },
  now: Date,
): Promise<void> {
  await insertDemoEntries(tx, past);
  await insertDemoPromises(tx, promisesOf(past, serviceTime));
  await countKept(tx, doctorId);
  await writeServiceTime(tx, doctorId, past);
  await insertDemoRatings(tx, ratingsOf(past, number), now);
}

async function writeStaff(
  tx: Queryable,
  hospitalId: string,
  doctorIds: readonly string[],
  passwordHash: string,
  { teamSince, now }: { readonly teamSince: Date; readonly now: Date },
): Promise<{ receptionist: string; doctor: string; admin: string }> {
  const [doctorId] = doctorIds;
  if (doctorId === undefined) throw new Error('The demo hospital has no doctor.');
  const doctor = await insertDemoAccount(tx, { ...accounts.doctor, passwordHash });
  const team = { hospitalId, doctorId: null, joinedAt: teamSince };
  await insertDemoStaff(tx, { ...team, userId: doctor, role: 'doctor', doctorId });
  const receptionist = await insertDemoAccount(tx, { ...accounts.receptionist, passwordHash });
  await insertDemoStaff(tx, { ...team, userId: receptionist, role: 'receptionist' });
  const admin = await insertDemoAccount(tx, { ...accounts.admin, passwordHash });
  await insertDemoStaff(tx, { ...team, userId: admin, role: 'hospital_admin' });
  const since = new Date(now.getTime() - 2 * dayMs);
  await insertDemoTrail(tx, hospitalId, receptionist, { userId: doctor, doctorId }, since);
  return { receptionist, doctor, admin };
}

/**
 * Creates the waiting room's display and the check-in code at the door. The display's link is shown
 * only once.
 */
async function writeScreens(
  tx: Queryable,
  hospitalId: string,
  madeBy: string,
  madeAt: Date,
  say: (line: string) => void,
): Promise<void> {
  const secret = makeLinkSecret();
  const secretHash = hashLinkSecret(secret);
  const name = 'Ground floor';
  await insertScreen(tx, { hospitalId, kind: 'display', name, secretHash, madeAt, madeBy });
  await upsertDoor(tx, hospitalId, makeLinkSecret(), madeAt);
  say(`The waiting room’s display opens at /display/${hospitalId}#${secret}`);
}

/** Creates a receptionist who works at a counter. */
async function writeClerk(
  tx: Queryable,
  hospitalId: string,
  name: string,
  passwordHash: string,
  joinedAt: Date,
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@baari.example`;
  const id = await insertDemoAccount(tx, { name, email, passwordHash });
  const role = 'receptionist';
  await insertDemoStaff(tx, { userId: id, hospitalId, role, doctorId: null, joinedAt });
  return id;
}

interface DemoLinePlaces {
  readonly places: ReadonlyMap<string, DemoPlace>;
  /**
   * The doctors who call patients from each department's shared line, in the order in which they
   * call.
   */
  readonly doctors: ReadonlyMap<string, readonly DemoPlace[]>;
}

/**
 * Creates the shared lines and opens most service points: those of doctors at work, and at most two
 * counters of each line.
 */
async function writeLines(
  tx: Queryable,
  hospitalId: string,
  doctors: readonly DemoDoctor[],
  doctorIds: readonly string[],
  desk: { readonly clerks: readonly string[]; readonly createdAt: Date; readonly now: Date },
): Promise<DemoLinePlaces> {
  const [...free] = desk.clerks;
  const places = new Map<string, DemoPlace>();
  const doctorsOf = new Map<string, DemoPlace[]>();
  const openedAt = new Date(desk.now.getTime() - morningMs / 3);
  for (const { points, ofDepartment, ...given } of demoLines) {
    const asksFromHome = given.kind === 'any_doctor';
    const department = ofDepartment ?? null;
    const line = { ...given, department, room: null, returnsEvery: 3, asksFromHome };
    const lineId = await insertLine(tx, hospitalId, line, desk.createdAt);
    if (lineId === undefined) throw new Error(`A line of the demonstration is there: ${line.name}`);
    const called = doctors.flatMap(({ name, department: of }, index) => {
      const doctorId = doctorIds[index];
      return of === ofDepartment && doctorId !== undefined
        ? [{ name, names: {}, doctorId, hours: [] }]
        : [];
    });
    const counters = Array.from({ length: points }, (_, n) => {
      const names = { hi: `काउंटर ${n + 1}` };
      return { name: `Counter ${n + 1}`, names, doctorId: null, hours: [] };
    });
    for (const point of [...called, ...counters]) await insertPoint(tx, lineId, point);
    const written = await listPointsOf(tx, [lineId]);
    for (const [n, { id, doctor_id: doctorId }] of written.entries()) {
      const isWorked = doctorId === null ? n < 2 : await isAtWork(tx, doctorId);
      if (!isWorked) continue;
      const by = doctorId === null ? (free.shift() ?? null) : null;
      // One pharmacy counter is paused.
      const state = given.kind === 'pharmacy' && n === 1 ? 'paused' : 'open';
      await writePointState(tx, id, { state, by, at: openedAt });
    }
    const pointIds = given.kind === 'any_doctor' ? [] : written.map(({ id }) => id);
    places.set(line.name, { lineId, isShared: true, pointIds });
    if (ofDepartment !== undefined) {
      const own = called.map(({ doctorId }) => {
        return { lineId: doctorId, isShared: false, pointIds: [] };
      });
      doctorsOf.set(ofDepartment, own);
    }
  }
  for (const { name, next } of demoRoutes) {
    const ids = next.flatMap((each) => places.get(each)?.lineId ?? []);
    await replaceNext(tx, places.get(name)?.lineId ?? '', ids);
  }
  return { places, doctors: doctorsOf };
}

/** The wait and the service time of each kind of step of a visit, in minutes. */
const takings = {
  registration: { waits: [1, 9], takes: [2, 5] },
  vitals: { waits: [1, 8], takes: [3, 6] },
  doctor: { waits: [8, 24], takes: [6, 12] },
  laboratory: { waits: [3, 16], takes: [4, 9] },
  pharmacy: { waits: [2, 12], takes: [2, 6] },
} as const satisfies Readonly<Record<string, Taking>>;

interface VisitsGiven {
  readonly hospitalId: string;
  readonly letters: string;
  readonly lines: DemoLinePlaces;
  /** Consultations of past days. */
  readonly consultations: readonly DemoEntry[];
  /** Demo patients who are not in any line yet. */
  readonly patients: readonly DemoPatient[];
  readonly ownId: string;
}

/**
 * Writes visits through several lines, for this morning and for the last two weeks. The application
 * learns waits from the past visits.
 */
async function writeVisits(
  tx: Queryable,
  { hospitalId, letters, lines, consultations, patients, ownId }: VisitsGiven,
  now: Date,
  random: () => number,
): Promise<void> {
  const placeOf = (name: string): DemoPlace => {
    const place = lines.places.get(name);
    if (place === undefined) throw new Error(`The demonstration has no line ${name}.`);
    return place;
  };
  const registration = placeOf('Registration');
  const laboratory = placeOf('Laboratory');
  const pharmacy = placeOf('Pharmacy');
  const vitals = placeOf('Vitals');
  const paediatrician = placeOf('Any paediatrician');
  const steps = {
    registration: { place: registration, taking: takings.registration },
    vitals: { place: vitals, taking: takings.vitals },
    laboratory: { place: laboratory, taking: takings.laboratory },
    pharmacy: { place: pharmacy, taking: takings.pharmacy },
  };
  const others = consultations.filter(({ patientId }) => patientId !== ownId);
  const past = stopsAround(others, steps, random);
  const [physician] = lines.doctors.get('General Medicine') ?? [];
  if (physician === undefined) throw new Error('The demonstration has no physician.');
  const seen = { place: physician, taking: takings.doctor };
  const arrived = [steps.registration, steps.vitals];
  const underWay = [
    // The first three patients have waited in the registration line for 3, 8 and 5 minutes. The
    // next two patients are being served at its counters.
    ...[3, 8, 5].map((minutes) => ({ done: [], now: registration, minutes })),
    ...[0, 1].map((point) => {
      return {
        done: [],
        now: registration,
        minutes: 12 - point,
        served: { minutes: 2 + point, point },
      };
    }),
    ...[7, 4].map((minutes) => ({ done: [steps.registration], now: vitals, minutes })),
    { done: [steps.registration], now: vitals, minutes: 9, served: { minutes: 2, point: 0 } },
    ...[26, 19, 13, 6].map((minutes) => {
      return { done: arrived, now: placeOf('Any physician'), minutes, planned: [pharmacy] };
    }),
    ...[14, 5].map((minutes) => ({ done: arrived, now: paediatrician, minutes })),
    ...[15, 11, 9, 2].map((minutes) => {
      const planned = [physician, pharmacy];
      return { done: [...arrived, seen], now: laboratory, minutes, planned };
    }),
    ...[0, 1].map((point) => ({
      done: [...arrived, seen],
      now: laboratory,
      minutes: 20 - point,
      served: { minutes: 3 + point, point },
      planned: [physician, pharmacy],
    })),
    ...[6, 3].map((minutes) => {
      return { done: [...arrived, seen, steps.laboratory, seen], now: pharmacy, minutes };
    }),
    { done: [...arrived, seen], now: pharmacy, minutes: 8, served: { minutes: 1, point: 0 } },
  ];
  const today = stopsUnderWay(
    underWay
      .toSorted((one, other) => other.minutes - one.minutes)
      .map((visit, n): UnderWay => {
        const department = visit.now === paediatrician ? 'Pediatrics' : 'General Medicine';
        const symptoms = pick(complaintsOf(department), n);
        return { planned: [], ...visit, patientId: pick(patients, n).id, symptoms };
      }),
    now,
    random,
  );
  const token = { lineId: registration.lineId, letters };
  await insertDemoLetters(tx, registration.lineId, hospitalId, letters);
  const all = [...past.stops, ...today.stops];
  await insertDemoStops(tx, hospitalId, all, token, now);
  await joinDemoVisits(tx, past.consulted);
  for (const { visitId, lineIds, been } of today.planned) {
    const stops = lineIds.map((line_id) => ({ line_id, is_return: been.has(line_id) }));
    await replacePlanned(tx, visitId, stops);
  }
  for (const { lineId } of [registration, vitals, laboratory, pharmacy]) {
    const own = all.filter(({ place }) => place.lineId === lineId);
    own.sort((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime());
    await writeServiceTime(tx, lineId, own);
  }
}

interface UrgentMove {
  readonly urgentId: string;
  readonly passedId: string;
}

/**
 * Adds the child to the doctor's line. An urgent patient joined later and was moved ahead of the
 * child.
 */
function letUrgentAhead(line: DemoEntry[], childId: string): UrgentMove {
  const urgentAt = line.findIndex(({ status }) => status === 'waiting') + 1;
  const urgent = pick(line, urgentAt);
  const joined = urgent.joinedAt.getTime() - 4 * minuteMs;
  const passed: DemoEntry = {
    ...urgent,
    id: randomUUID(),
    patientId: childId,
    orderKey: (urgent.orderKey ?? 0) + 0.5,
    symptoms: 'Heart races when she runs about, since last week.',
    urgency: 'medium',
    joinedAt: new Date(joined),
    approvedAt: new Date(joined + minuteMs),
  };
  line.splice(urgentAt, 0, passed);
  return { urgentId: urgent.id, passedId: passed.id };
}

/**
 * Changes the order of this morning's lines: one patient missed a call, and an urgent patient was
 * moved ahead.
 */
async function writeOrder(
  tx: Queryable,
  [ownDoctor]: readonly string[],
  urgentMove: UrgentMove | undefined,
  receptionist: string,
  now: Date,
): Promise<void> {
  if (ownDoctor === undefined || urgentMove === undefined) throw new Error('There is no line.');
  await holdDemoEntry(tx, ownDoctor, 2, receptionist, new Date(now.getTime() - 4 * minuteMs));
  const movedAt = new Date(now.getTime() - 9 * minuteMs);
  await insertDemoUrgentMove(tx, urgentMove, 'Short of breath at the desk.', receptionist, movedAt);
}

/**
 * The numbers of the doctors who have their own working hours. `offSoon` has the numbers of the
 * doctors who have days off soon.
 */
const ownHours = new Set([4, 9, 17]);
const offSoon = new Set([3, 9]);
const breakMinutes = 25;

/**
 * The doctor's working hours and profile text. Some doctors have their own hours, days off or a
 * break.
 */
function demoWork(doctor: DemoDoctor, number: number, status: string, now: Date): DemoWork {
  const today = dayAt(now, defaultTimeZone);
  const isOnBreak = status === 'Busy' && number % 12 === 8;
  return {
    qualifications: `MBBS, MD (${doctor.specialty === 'Other' ? doctor.department : doctor.specialty})`,
    languages: number % 3 === 0 ? ['English', 'हिन्दी', 'मराठी'] : ['English', 'हिन्दी'],
    room: number % 7 === 6 ? null : `Room ${(number % 9) + 1}`,
    about: `${doctor.name} has worked in ${doctor.department} for ${doctor.experience} years and takes time to explain.`,
    week: ownHours.has(number) ? splitWeek : null,
    breakUntil: isOnBreak ? new Date(now.getTime() + breakMinutes * minuteMs) : null,
    daysOff: offSoon.has(number)
      ? { firstDay: addDays(today, 9), lastDay: addDays(today, 11) }
      : null,
  };
}

const splitDay = {
  hours: [
    { from: '09:00', to: '13:00' },
    { from: '16:00', to: '20:00' },
  ],
  breaks: [{ from: '11:00', to: '11:15' }],
};
/** A working week with mornings and evenings, as at many practices. */
const splitWeek: WeekPlan = {
  monday: splitDay,
  tuesday: splitDay,
  wednesday: splitDay,
  thursday: splitDay,
  friday: splitDay,
  saturday: { hours: [{ from: '09:00', to: '13:00' }], breaks: [] },
  sunday: { hours: [], breaks: [] },
};

function doctorContact(doctor: DemoDoctor, number: number): { email: string; phone: string } {
  if (number === 0) return { email: accounts.doctor.email, phone: '+919800000000' };
  const name = doctor.name.replace('Dr. ', '').toLowerCase().replaceAll(' ', '.');
  return { email: `${name}@baari.example`, phone: `+9198000000${String(number).padStart(2, '0')}` };
}

/** The child for whom the demo patient can queue. */
const demoChildName = 'Riya Verma';
/** The number of the doctor in whose line the child waits. */
const childsDoctor = 1;

function ownPatient(ownId: string): DemoPatient {
  return {
    id: ownId,
    accountId: ownId,
    name: accounts.patient.name,
    email: accounts.patient.email,
    phone: '+919811000000',
  };
}

function makeStrangers(): DemoPatient[] {
  return Array.from({ length: patientCount }, (_, n) => ({
    id: randomUUID(),
    accountId: null,
    name: demoPatientName(n),
    email: null,
    phone: `+919811${String(n + 1).padStart(6, '0')}`,
  }));
}

interface Place {
  readonly hospitalId: string;
  readonly doctorId: string;
}

/** The number of visits per doctor on a day (YYYY-MM-DD): none while the hospital is closed. */
function visitsOn({ hours }: DemoHospital): (day: string) => number {
  return (day) => {
    const weekday = weekdayOf(day);
    return hours[weekday].closed ? 0 : visitsOfWeekday[weekday];
  };
}

/** The factor by which waits differ from usual: higher in mid-morning and on Mondays. */
function rushOf(day: string, visit: number, visits: number): number {
  const isMiddle = visit >= visits * 0.4 && visit < visits * 0.8;
  const isMonday = weekdayOf(day) === 'monday';
  return (isMiddle ? 1.5 : 0.9) * (isMonday ? 1.4 : 1);
}

function pastVisits(
  place: Place,
  doctor: DemoDoctor & {
    /** Whether the doctor is popular, and so has longer waits. */
    readonly isSought: boolean;
    readonly visitsOf: (day: string) => number;
  },
  patients: readonly DemoPatient[],
  now: Date,
  random: () => number,
): DemoEntry[] {
  const visits: DemoEntry[] = [];
  const complaints = complaintsOf(doctor.department);
  for (let daysAgo = pastDays; daysAgo >= 1; daysAgo -= 1) {
    const day = dayBefore(now, daysAgo);
    const visitsADay = doctor.visitsOf(day);
    let free = instantFrom(day, '09:30', defaultTimeZone).getTime();
    for (let visit = 0; visit < visitsADay; visit += 1) {
      const length = doctor.serviceTime * (0.5 + random()) * minuteMs;
      const rush = rushOf(day, visit, visitsADay) * (doctor.isSought ? 1.8 : 1);
      const joined = free - (15 + random() * 40) * rush * minuteMs;
      const approved = joined + (1 + random() * 4) * minuteMs;
      const isAbsent = random() < 0.08;
      visits.push({
        id: randomUUID(),
        ...place,
        patientId: pick(patients, Math.floor(random() * patients.length)).id,
        status: isAbsent ? 'no_show' : 'completed',
        orderKey: visit + 1,
        symptoms: pick(complaints, Math.floor(random() * complaints.length)),
        urgency: urgencyOf(random()),
        joinedAt: new Date(joined),
        approvedAt: new Date(approved),
        startedAt: isAbsent ? null : new Date(free),
        endedAt: new Date(free + (isAbsent ? minuteMs : length)),
        checkedInAt: isAbsent ? undefined : arrivalOf(visit, joined, free),
      });
      free += isAbsent ? 2 * minuteMs : length + random() * 2 * minuteMs;
    }
  }
  return visits;
}

/** Gives the doctor's first consultation of a past day to the given patient. */
function giveFirstVisit(visits: DemoEntry[], patientId: string, now: Date, daysAgo: number): void {
  const dayStart = instantFrom(dayBefore(now, daysAgo), '00:00', defaultTimeZone);
  const index = visits.findIndex(
    ({ status, startedAt }) =>
      status === 'completed' && startedAt !== null && startedAt >= dayStart,
  );
  const visit = visits[index];
  if (visit === undefined) throw new Error('Nobody was seen on that day or later.');
  visits[index] = { ...visit, patientId };
}

/** The doctor's visits since this morning, one after the other until just now. */
function earlierToday(
  place: Place,
  doctor: DemoDoctor,
  patients: readonly DemoPatient[],
  now: Date,
  random: () => number,
): DemoEntry[] {
  let ended = now.getTime() - 8 * minuteMs;
  const complaints = complaintsOf(doctor.department);
  return Array.from({ length: visitsThisMorning }, (_, visit) => {
    const started = ended - doctor.serviceTime * (0.6 + random() * 0.8) * minuteMs;
    const joined = started - (20 + random() * 25) * minuteMs;
    const entry: DemoEntry = {
      id: randomUUID(),
      ...place,
      patientId: pick(patients, Math.floor(random() * patients.length)).id,
      status: 'completed',
      orderKey: visit + 1,
      symptoms: pick(complaints, Math.floor(random() * complaints.length)),
      urgency: urgencyOf(random()),
      joinedAt: new Date(joined),
      approvedAt: new Date(joined + 2 * minuteMs),
      startedAt: new Date(started),
      endedAt: new Date(ended),
    };
    ended = started - 2 * minuteMs;
    return entry;
  });
}

/**
 * The time at which a patient arrives at the hospital. Most patients come when they are notified to
 * leave home; every fourth patient is a walk-in.
 */
function arrivalOf(visit: number, joined: number, called: number): Date {
  if (visit % 4 === 3) return new Date(joined);
  return new Date(Math.max(joined + 5 * minuteMs, called - (10 + (visit % 5) * 4) * minuteMs));
}

/**
 * The wait predictions that the application's own rules would have made when the patients joined.
 */
function promisesOf(visits: readonly DemoEntry[], serviceTime: number): DemoPromise[] {
  return visits.flatMap((entry) => {
    const { approvedAt } = entry;
    if (approvedAt === null) return [];
    const announced = approvedAt.getTime();
    const isAt = (date: Date | null) => date?.getTime() ?? Infinity;
    const sameDay = visits.filter(
      (other) => Math.abs(isAt(other.approvedAt) - announced) < dayMs / 2,
    );
    const running = sameDay.find(
      ({ startedAt, endedAt }) => isAt(startedAt) <= announced && isAt(endedAt) > announced,
    );
    const ahead = sameDay.filter(
      (other) =>
        isAt(other.approvedAt) < announced && isAt(other.startedAt ?? other.endedAt) > announced,
    ).length;
    const first = Math.min(...sameDay.map(({ startedAt }) => isAt(startedAt)));
    const state: Going =
      announced < first
        ? { kind: 'not_open', opensAt: first, pauses: [] }
        : {
            kind: 'running',
            insideSince: running ? isAt(running.startedAt) : null,
            quietSince: null,
            pauses: [],
          };
    return [
      {
        entry,
        ahead,
        bucket: bucketOf(ahead),
        ...promiseIn(state, ahead, serviceTime, approvedAt),
      },
    ];
  });
}

function promiseIn(state: Going, ahead: number, serviceTime: number, now: Date) {
  const lineForecast = lineForecastOf(
    { state, waitingSince: null, timeOfDay: 0 },
    {
      serviceTime: {
        ...noServiceTime,
        usual: serviceTime + 1,
        minutes: 20 * (serviceTime + 1),
        visits: 20,
      },
      // In the demonstration every doctor begins on time.
      lateStarts: { own: [], usual: [0] },
      calibration: defaultCalibration,
    },
    now,
  );
  const forecast = forecastWait(lineForecast, { people: ahead, visits: ahead }, defaultCalibration);
  const { expected, deviation } = forecast;
  const { minutes: median, lower, upper } = announcedWait(forecast, { now });
  return { state: lineForecast.group, expected, deviation, median, lower, upper };
}

const opinions = [
  { stars: 5, words: 'Explained everything with patience.' },
  { stars: 4, words: '' },
  { stars: 5, words: 'The time I was given was right to the minute.' },
  { stars: 3, words: 'Good, but the room was crowded.' },
  { stars: 5, words: '' },
  { stars: 5, words: 'I could wait at home with my child. Thank you.' },
  { stars: 4, words: '' },
  { stars: 2, words: 'Called half an hour later than told.' },
  { stars: 4, words: 'Kind and quick.' },
] as const;

/**
 * Makes a rating for every eleventh completed visit. The comments of each doctor begin at a
 * different entry of the list of comments.
 */
function ratingsOf(visits: readonly DemoEntry[], number: number) {
  return visits
    .filter(({ status }) => status === 'completed')
    .filter((_, n) => n % 11 === 0)
    .map((entry, n) => ({ entry, ...pick(opinions, n + 2 * number) }));
}

/**
 * Makes a report after every fourteenth completed visit, and after each visit of the demo patient.
 */
function reportsOf(visits: readonly DemoEntry[], number: number, ownId: string): DemoReport[] {
  return visits
    .filter(({ status }) => status === 'completed')
    .filter(({ patientId }, n) => n % 14 === 3 || patientId === ownId)
    .map((entry, n) => ({ entry, ...pick(reportsOffered, n + number) }));
}

/** Writes appointments with the first doctors for the rest of today, and for tomorrow. */
async function writeBookings(
  tx: Queryable,
  hospitalId: string,
  doctorIds: readonly string[],
  patients: readonly DemoPatient[],
  now: Date,
): Promise<void> {
  const dayAfter = (days: number) => addDays(dayAt(now, defaultTimeZone), days);
  const wishes = [
    { days: 0, time: '14:00' },
    { days: 0, time: '16:00' },
    { days: 1, time: '09:00' },
    { days: 1, time: '11:00' },
    { days: 2, time: '10:00' },
  ];
  for (const [number, doctorId] of doctorIds.slice(0, 2).entries()) {
    const booked = wishes.map(({ days, time }, n) => ({
      patientId: pick(patients, patientCount - 1 - number * wishes.length - n).id,
      day: dayAfter(days),
      time,
    }));
    const place = { hospitalId, doctorId, timeZone: defaultTimeZone, minutes: appointmentMinutes };
    await insertDemoAppointments(tx, place, booked, new Date(now.getTime() - dayMs));
  }
}

const weekly = { kind: 'booked', date: null, validFrom: null, validUntil: null } as const;
/**
 * A timetable session for two children at a time, in which first visits take twice as long. A fifth
 * of the appointments is kept free for walk-ins.
 */
const childrensMornings: BookedSession = {
  ...weekly,
  weekdays: [...weekdays],
  from: '09:00',
  to: '13:00',
  slotMinutes: 10,
  places: 2,
  bufferMinutes: 0,
  walkInPercent: 20,
  lengths: { new: 20, follow_up: 10 },
  reservedPlaces: 2,
};
const evenings: BookedSession = {
  ...weekly,
  weekdays: [...weekdays],
  from: '17:00',
  to: '21:00',
  slotMinutes: 15,
  places: 1,
  bufferMinutes: 5,
  walkInPercent: 0,
};

/** Hours of the evening doctor in which at most forty patients come without a booked time. */
const openNoons: TimetableSession = {
  ...weekly,
  kind: 'open',
  weekdays: [...weekdays],
  from: '12:00',
  to: '15:00',
  places: 40,
  reservedPlaces: 2,
};
/** Blood tests before breakfast, at booked times of the laboratory. */
const fastingHours: BookedSession = {
  ...weekly,
  weekdays: [...weekdays],
  from: '07:00',
  to: '09:00',
  slotMinutes: 10,
  places: 3,
  bufferMinutes: 0,
  walkInPercent: 0,
};

/**
 * Writes the timetables of two doctors and of the laboratory. The evening doctor's day after
 * tomorrow is fully booked.
 */
async function writeTimetables(
  tx: Queryable,
  hospitalId: string,
  doctorIds: readonly string[],
  patients: readonly DemoPatient[],
  now: Date,
): Promise<void> {
  const [, , , ofChildren, ofEvenings] = doctorIds;
  if (ofChildren === undefined || ofEvenings === undefined) return;
  await replaceSessions(tx, ofChildren, [childrensMornings]);
  await replaceSessions(tx, ofEvenings, [openNoons, evenings]);
  const day = addDays(dayAt(now, defaultTimeZone), 2);
  const minutes = evenings.slotMinutes;
  const place = { hospitalId, doctorId: ofEvenings, timeZone: defaultTimeZone, minutes };
  const booked = slotsOf([evenings], day).map(({ time }, n) => ({
    patientId: pick(patients, patientCount - 31 - n).id,
    day,
    time,
  }));
  await insertDemoAppointments(tx, place, booked, new Date(now.getTime() - dayMs));
}

/**
 * Writes an offer of an earlier appointment with the evening doctor. The offered time is held for
 * the patient for a day.
 */
async function writeOffer(
  tx: Queryable,
  { hospitalId, doctorId, patientId }: OfferGiven,
  now: Date,
): Promise<void> {
  if (doctorId === undefined) return;
  const today = dayAt(now, defaultTimeZone);
  const minutes = evenings.slotMinutes;
  const place = { hospitalId, doctorId, timeZone: defaultTimeZone, minutes };
  const booked = [{ patientId, day: addDays(today, 12), time: '18:00' }];
  await insertDemoAppointments(tx, place, booked, new Date(now.getTime() - dayMs));
  const held = { ...place, day: addDays(today, 5), time: '17:20' };
  await insertDemoOffer(tx, held, { patientId, secret: randomUUID() }, now);
}

interface OfferGiven {
  readonly hospitalId: string;
  readonly doctorId: string | undefined;
  readonly patientId: string;
}

async function writeServiceTime(
  tx: Queryable,
  doctorId: string,
  visits: readonly Pick<DemoEntry, 'status' | 'startedAt' | 'endedAt'>[],
): Promise<void> {
  let serviceTime = noServiceTime;
  let completed = 0;
  for (const { status, startedAt, endedAt } of visits) {
    if (status !== 'completed' || startedAt === null || endedAt === null) continue;
    serviceTime = learn(serviceTime, (endedAt.getTime() - startedAt.getTime()) / minuteMs, endedAt);
    completed += 1;
  }
  if (serviceTime.at === null) return;
  await setDemoServiceTime(tx, doctorId, { ...serviceTime, at: serviceTime.at, completed });
}

/**
 * Makes a doctor's line for today: one patient is with the doctor, some wait, and some have pending
 * requests. No patient is in two lines.
 */
function liveLine(
  place: Place,
  complaints: readonly string[],
  patients: readonly DemoPatient[],
  number: number,
  now: Date,
): DemoEntry[] {
  const waiting = pick(waitingPattern, number);
  const pending = pick(pendingPattern, number);
  const inside = waiting > 0 ? 1 : 0;
  return Array.from({ length: inside + waiting + pending }, (_, n) => {
    const isInside = n < inside;
    const isPending = n >= inside + waiting;
    const joined = now.getTime() - (70 - n * 6) * minuteMs;
    return {
      id: randomUUID(),
      ...place,
      patientId: pick(patients, n).id,
      status: isInside ? 'in_progress' : isPending ? 'pending_approval' : 'waiting',
      orderKey: isPending ? null : n + 1,
      symptoms: pick(complaints, number + n),
      urgency: urgencyOf(((number + n) * 0.37) % 1),
      joinedAt: new Date(isPending ? now.getTime() - (3 + n) * minuteMs : joined),
      approvedAt: isPending ? null : new Date(joined + 2 * minuteMs),
      startedAt: isInside ? new Date(now.getTime() - 6 * minuteMs) : null,
      endedAt: null,
    };
  });
}

function urgencyOf(share: number): Urgency {
  if (share < 0.1) return 'high';
  return share < 0.65 ? 'medium' : 'low';
}

/** The hospitals' date a given number of days ago, YYYY-MM-DD. */
function dayBefore(now: Date, daysAgo: number): string {
  return addDays(dayAt(now, defaultTimeZone), -daysAgo);
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

/** A random generator (Mulberry32): the same seed gives the same numbers. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
