/** The hospital of a simulated day: its staff and their screens. */
import { listColleagues, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import { addLines, type SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { type DayClock, openDayClock } from './day-clock.ts';
import { type Ledger, openLedger } from './day-ledger.ts';
import { expect } from '../support/fixtures.ts';
import { makePatient, makePlace, makeStaff } from '../support/people.ts';
import type { RunningServer } from '../support/server.ts';

export const minute = 60_000;
export const hour = 60 * minute;
/**
 * The time zone of the hospital, which has no daylight saving time. The browsers use the same time
 * zone.
 */
const timeZone = 'Asia/Kolkata';
/** The coming Monday, because a browser rejects cookies that expired in the past. */
export const dayBegins = mondayAt('07:45');
export const opensAt = mondayAt('08:00');
/**
 * How often the timers run on the three patients' phones, in ms. The phone with the longest pause
 * finds its token expired.
 */
export const phoneSleepsMs = [0, 10 * minute, 75 * minute] as const;
export const doctorNames = ['Sanjay Bose', 'Meera Pillai', 'Ishaan Rao'] as const;

interface Room {
  readonly doctorId: string;
  readonly console: Page;
  readonly phoneOwner: Account;
  readonly phone: Page;
}

/** A shared line with the screen of each of its counters. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly counters: readonly Page[];
}

/**
 * The shared lines of a visit with several steps, in order. The patient sees the doctor after the
 * first of them.
 */
export const lineNames = ['Registration', 'Laboratory', 'Pharmacy'] as const;
/** How many counters each line has. */
const countersOf: Readonly<Record<(typeof lineNames)[number], number>> = {
  Registration: 1,
  Laboratory: 2,
  Pharmacy: 1,
};

/** What a screen requested from the server since it was opened. */
interface Asked {
  readonly path: string;
  tokens: number;
  streams: number;
}

export interface Day {
  readonly hospitalId: string;
  readonly admin: Account;
  readonly rooms: readonly Room[];
  /** The lines, in the order of `lineNames`. */
  readonly lines: readonly Line[];
  /** The page on which a receptionist approves or rejects requests. */
  readonly reception: Page;
  /** The page on which a receptionist reorders the lines. */
  readonly desk: Page;
  /** The administrator's page, which shows the first doctor's line. */
  readonly office: Page;
  readonly display: Page;
  readonly asked: ReadonlyMap<Page, Asked>;
  readonly clock: DayClock;
  readonly ledger: Ledger;
  readonly chance: () => number;
}

/** The time HH:MM on the coming Monday in the hospital's time zone, in ms since 1970. */
export function mondayAt(time: string): number {
  const days = 7 - ((new Date().getUTCDay() + 6) % 7);
  const date = new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
  return Date.parse(`${date}T${time}:00+05:30`);
}

/** Opens a simulated day: signs everybody in and opens their screens. */
export async function openDay(
  server: RunningServer,
  newBrowser: (account?: Account) => Promise<{ newPage: () => Promise<Page> }>,
  chance: () => number,
): Promise<Day> {
  const { origin } = server;
  const clock = openDayClock(server);
  const place = await makePlace(origin, 'Dinraat Clinic', 'Dr. Anil Absent');
  const { admin, hospital } = place;
  expect(hospital.timeZone).toBe(timeZone);
  await call(admin, setDoctorStatus, { id: place.doctor.id, body: { status: 'offline' } });
  const ledger = openLedger();
  const asked = new Map<Page, Asked>();
  const open = async (account: Account | undefined, path: string, sleepsMs = 0) => {
    const page = await (await newBrowser(account)).newPage();
    ledger.watch(page);
    asked.set(page, watchRequests(page, path));
    await clock.join(page, sleepsMs);
    await page.goto(path);
    return page;
  };
  const rooms: Room[] = [];
  for (const [index, name] of doctorNames.entries()) {
    const doctor = await makeStaff(place, name, 'doctor');
    const { doctors } = await call(admin, listColleagues);
    const doctorId = doctors.find((one) => one.name === name)?.id ?? '';
    await call(doctor, setDoctorStatus, { id: doctorId, body: { status: 'available' } });
    const phoneOwner = await makePatient(origin, `Patient of ${name}`);
    rooms.push({
      doctorId,
      console: await open(doctor, `/doctor/console/${doctorId}`),
      phoneOwner,
      phone: await open(phoneOwner, '/patient/queue', phoneSleepsMs[index]),
    });
  }
  const [asha, bhim] = [
    await makeStaff(place, 'Asha Kale', 'receptionist'),
    await makeStaff(place, 'Bhim Rane', 'receptionist'),
  ];
  const { lines: made } = await call(admin, addLines, { body: { lines: lineNames.map(newLine) } });
  const lines: Line[] = [];
  for (const [index, { id, name, points }] of made.entries()) {
    const staff = await makeStaff(place, `Chetan ${index + 1}`, 'receptionist');
    const counters: Page[] = [];
    for (const point of points) counters.push(await open(staff, `/staff/counter/${point.id}`));
    lines.push({ id, name, counters });
  }
  const screen = await call(admin, makeScreen, { body: { kind: 'display', name: 'Hall' } });
  return {
    hospitalId: hospital.id,
    admin,
    rooms,
    lines,
    reception: await open(asha, `/staff/queue/${hospital.id}?tab=pending`),
    desk: await open(bhim, `/staff/queue/${hospital.id}?tab=queue`),
    office: await open(
      admin,
      `/hospital/dashboard?view=queue&tab=queue&doctor=${rooms[0]?.doctorId}`,
    ),
    display: await open(undefined, screen.url),
    asked,
    clock,
    ledger,
    chance,
  };
}

function newLine(name: (typeof lineNames)[number]) {
  const kinds: Readonly<Record<typeof name, SharedLine['kind']>> = {
    Registration: 'registration',
    Laboratory: 'laboratory',
    Pharmacy: 'pharmacy',
  };
  const points = Array.from({ length: countersOf[name] }, (_, at) => {
    return { name: `${name} ${at + 1}` };
  });
  return { name, kind: kinds[name], order: 'arrival' as const, points };
}

/** Counts the page's token responses and live streams from now on. */
function watchRequests(page: Page, path: string): Asked {
  const asked: Asked = { path, tokens: 0, streams: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/identity/token' && response.ok()) asked.tokens += 1;
    if (pathname.endsWith('/events') && response.ok()) asked.streams += 1;
  });
  return asked;
}

export function screensOf(day: Day): { name: string; page: Page }[] {
  return [
    { name: 'the reception', page: day.reception },
    { name: 'the desk', page: day.desk },
    { name: 'the office', page: day.office },
    { name: 'the display', page: day.display },
    ...day.lines.flatMap(({ name, counters }) =>
      counters.map((page, index) => ({ name: `${name} ${index + 1}`, page })),
    ),
    ...day.rooms.map(({ console: page }, index) => ({ name: `console ${index + 1}`, page })),
    ...day.rooms.map(({ phone: page }, index) => ({ name: `phone ${index + 1}`, page })),
  ];
}
