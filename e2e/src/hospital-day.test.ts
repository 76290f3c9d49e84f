/**
 * A hospital's day: three doctors, some seventy patients each, two receptionists and the
 * administrator, all through their own screens, which stay open from the first patient to the last.
 * As much happens as in eight hours, without the pauses. In between and at the end every screen is
 * compared with the server, and what each page holds on to is measured while nobody waits.
 *
 * BAARI_DAY_VISITS makes the day longer or shorter, BAARI_DAY_SEED repeats one.
 */
import { addWalkIn } from '@baari/contract/arrival.ts';
import type { Urgency } from '@baari/contract/constants.ts';
import { listColleagues, setDoctorStatus } from '@baari/contract/doctor.ts';
import {
  getDoctorQueue,
  leaveQueue,
  listPending,
  type QueueEntry,
  approveRequest,
  requestPlace,
} from '@baari/contract/queue.ts';
import { makeScreen } from '@baari/contract/screen.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from './api.ts';
import { chanceFrom } from './chance.ts';
import { type Ledger, openLedger } from './day-ledger.ts';
import {
  bringBack,
  closeWindow,
  consult,
  decideRequests,
  keepLines,
  takeBreak,
} from './day-shifts.ts';
import { tellFigures } from './figures.ts';
import { expect, test } from './fixtures.ts';
import { type PageSize, sizeOf } from './page-size.ts';
import { makePatient, makePlace, makeStaff } from './people.ts';

const visits = Number(process.env['BAARI_DAY_VISITS'] ?? 210);
const seed = Number(process.env['BAARI_DAY_SEED'] ?? 20_261_121);
/** Until the first measurement everything that is made once has been made. */
const parts = [
  { name: 'early morning', share: 0.2 },
  { name: 'noon', share: 0.4 },
  { name: 'evening', share: 0.4 },
] as const;
/** Nobody else joins a line that is so long; a reception would send people for a coffee. */
const longestLine = 8;
/** Of those who come, so many have an account; the others are walk-ins. */
const withAccount = 0.3;
const doctorNames = ['Sanjay Bose', 'Meera Pillai', 'Ishaan Rao'] as const;
/** How often the lines are looked at from outside. */
const glanceMs = 1000;
const megabyte = 1024 * 1024;
/**
 * What a screen may grow by from noon to the evening, some eighty visits. A page that kept a row of each
 * would hold 4,000 nodes more; a list that grows by right is a phone's own history.
 */
const most = { heap: megabyte, nodes: 250, listeners: 40 };

interface Room {
  readonly doctorId: string;
  readonly console: Page;
  readonly phoneOwner: Account;
  readonly phone: Page;
}

interface Day {
  readonly hospitalId: string;
  readonly admin: Account;
  readonly rooms: readonly Room[];
  /** Decides on requests. */
  readonly reception: Page;
  /** Keeps all the lines. */
  readonly desk: Page;
  /** The administrator's, with the first doctor's line. */
  readonly office: Page;
  readonly display: Page;
  readonly ledger: Ledger;
  readonly chance: () => number;
}

test('a day of two hundred visits through every screen at once loses nothing, and leaves each screen as light as it was [INV-1, INV-4, EV-7, EV-9, ADM-5, CONS-2, STAFF-4, ARR-6]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  test.setTimeout(300_000 + visits * 3000);
  // Whoever comes second is refused, and told so.
  trouble.allow(/^409 (?:GET|POST|PUT|DELETE) \/api\/queues\/[^/]+(?:\/[a-z-]+)?$/u);
  const day = await openDay(server.origin, newBrowser);
  const accounts: Account[] = [];
  const guests = Math.ceil(visits * withAccount * 0.4) + 3;
  while (accounts.length < guests) {
    accounts.push(await makePatient(server.origin, `Guest ${accounts.length + 1}`));
  }

  const sizes: PageSize[][] = [];
  for (const { name, share } of parts) {
    await workUntilAllCame(day, accounts, Math.round(visits * share), name);
    await expectAgreement(day, `${name}, seed ${seed}`);
    await emptyTheRooms(day);
    sizes.push(await Promise.all(screensOf(day).map(({ page }) => sizeOf(page))));
  }

  await day.ledger.expectKept(day.admin);
  expect(day.ledger.people()).toBeGreaterThanOrEqual(visits);
  tellFigures('day', `${day.ledger.people()} people, ${day.ledger.size()} acknowledged actions`);
  expectNoGrowth(screensOf(day), sizes);
});

/** Everybody takes the place and opens the screen. */
async function openDay(
  origin: string,
  newBrowser: (account?: Account) => Promise<{ newPage: () => Promise<Page> }>,
): Promise<Day> {
  const place = await makePlace(origin, 'Dinraat Clinic', 'Dr. Anil Absent');
  const { admin, hospital } = place;
  await call(admin, setDoctorStatus, { id: place.doctor.id, body: { status: 'offline' } });
  const ledger = openLedger();
  const open = async (account: Account | undefined, path: string) => {
    const page = await (await newBrowser(account)).newPage();
    ledger.watch(page);
    await page.goto(path);
    return page;
  };
  const rooms: Room[] = [];
  for (const name of doctorNames) {
    const doctor = await makeStaff(place, name, 'doctor');
    const { doctors } = await call(admin, listColleagues);
    const doctorId = doctors.find((one) => one.name === name)?.id ?? '';
    await call(doctor, setDoctorStatus, { id: doctorId, body: { status: 'available' } });
    const phoneOwner = await makePatient(origin, `Patient of ${name}`);
    rooms.push({
      doctorId,
      console: await open(doctor, `/doctor/console/${doctorId}`),
      phoneOwner,
      phone: await open(phoneOwner, '/patient/queue'),
    });
  }
  const [asha, bhim] = [
    await makeStaff(place, 'Asha Kale', 'receptionist'),
    await makeStaff(place, 'Bhim Rane', 'receptionist'),
  ];
  const screen = await call(admin, makeScreen, { body: { kind: 'display', name: 'Hall' } });
  return {
    hospitalId: hospital.id,
    admin,
    rooms,
    reception: await open(asha, `/staff/queue/${hospital.id}?tab=pending`),
    desk: await open(bhim, `/staff/queue/${hospital.id}?tab=queue`),
    office: await open(
      admin,
      `/hospital/dashboard?view=queue&tab=queue&doctor=${rooms[0]?.doctorId}`,
    ),
    display: await open(undefined, screen.url),
    ledger,
    chance: chanceFrom(seed),
  };
}

function screensOf(day: Day): { name: string; page: Page }[] {
  return [
    { name: 'the reception', page: day.reception },
    { name: 'the desk', page: day.desk },
    { name: 'the office', page: day.office },
    { name: 'the display', page: day.display },
    ...day.rooms.map(({ console: page }, index) => ({ name: `console ${index + 1}`, page })),
    ...day.rooms.map(({ phone: page }, index) => ({ name: `phone ${index + 1}`, page })),
  ];
}

/** People come as long as there are some to come, and everybody works; then all let go. */
async function workUntilAllCame(
  day: Day,
  accounts: readonly Account[],
  arrivals: number,
  part: string,
): Promise<void> {
  let isOn = true;
  const shift = (page: Page) => {
    const from = Math.floor(day.chance() * 2 ** 31);
    return { page, chance: chanceFrom(from), goesOn: () => isOn };
  };
  const watching = watchPlaces(day, () => isOn);
  const working = [
    decideRequests(shift(day.reception)),
    keepLines(shift(day.desk)),
    keepLines(shift(day.office)),
    ...day.rooms.map((room) => consult(shift(room.console))),
  ];
  const free = [...accounts];
  const each = Math.ceil(arrivals / day.rooms.length);
  const coming = day.rooms.map(async ({ doctorId }, room) => {
    const chance = chanceFrom(Math.floor(day.chance() * 2 ** 31));
    for (let index = 0; index < each; index += 1) {
      const name = `${part} ${room + 1}-${index + 1}`;
      await untilShort(day.admin, doctorId);
      await comeIn(day, {
        doctorId,
        name,
        chance,
        guest: chance() < withAccount ? free.pop() : undefined,
      });
    }
  });
  await Promise.all(coming);
  await expect
    .poll(async () => {
      const { pendingQueues } = await call(day.admin, listPending, { id: day.hospitalId });
      return pendingQueues.length;
    })
    .toBe(0);
  isOn = false;
  await Promise.all([...working, watching]);
  for (const { console: page } of day.rooms) await takeBreak(page);
}

async function untilShort(admin: Account, doctorId: string): Promise<void> {
  for (;;) {
    const { stats } = await call(admin, getDoctorQueue, { id: doctorId });
    if (stats.totalWaiting < longestLine) return;
    await new Promise((resolve) => setTimeout(resolve, glanceMs / 2));
  }
}

async function comeIn(
  { admin, ledger }: Day,
  {
    doctorId,
    name,
    chance,
    guest,
  }: { doctorId: string; name: string; chance: () => number; guest: Account | undefined },
): Promise<void> {
  const luck = chance();
  const urgency: Urgency = luck < 0.07 ? 'high' : luck < 0.3 ? 'medium' : 'low';
  const symptoms = 'Cough for a week.';
  if (guest === undefined) {
    const body = { name, phone: '', doctorId, urgency, symptoms };
    ledger.note((await call(admin, addWalkIn, { body })).queue);
    return;
  }
  const { queue } = await call(guest, requestPlace, { body: { doctorId, urgency, symptoms } });
  ledger.note(queue);
  if (chance() < 0.1) ledger.note((await call(guest, leaveQueue, { id: queue.id })).queue);
}

/** All the while: the places of each line are 1…n, and at most one is inside. */
async function watchPlaces({ admin, rooms }: Day, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    for (const { doctorId } of rooms) await lineOf(admin, doctorId);
    await new Promise((resolve) => setTimeout(resolve, glanceMs));
  }
}

async function lineOf(
  admin: Account,
  doctorId: string,
): Promise<{ inside: QueueEntry | undefined; waiting: QueueEntry[] }> {
  const { queue } = await call(admin, getDoctorQueue, { id: doctorId });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  const inside = queue.filter(({ status }) => status === 'in_progress');
  expect(waiting.map(({ position }) => position)).toEqual(waiting.map((_, index) => index + 1));
  expect(inside.length).toBeLessThanOrEqual(1);
  return { inside: inside[0], waiting };
}

/** With a phone's owner at the end of each line, every screen shows what the server answers. */
async function expectAgreement(day: Day, message: string): Promise<void> {
  const { admin, rooms, ledger } = day;
  for (const { doctorId, phoneOwner } of rooms) {
    const { queue } = await call(phoneOwner, requestPlace, { body: { doctorId } });
    ledger.note(queue);
    ledger.note((await call(admin, approveRequest, { id: queue.id, body: {} })).queue);
  }
  const lines = await Promise.all(rooms.map(({ doctorId }) => lineOf(admin, doctorId)));
  const namesOf = (index: number) =>
    lines[index]?.waiting.map(({ patient }) => patient.fullName) ?? [];
  const byDoctor = async () => {
    const { doctors } = await call(admin, listColleagues);
    const order = doctors.map(({ id }) => rooms.findIndex(({ doctorId }) => doctorId === id));
    return order.filter((index) => index >= 0).flatMap(namesOf);
  };
  const shownAt = async (page: Page, list: string) => {
    await closeWindow(page);
    return page
      .getByRole('list', { name: list })
      .getByRole('heading', { level: 4 })
      .allInnerTexts();
  };

  const everybody = (await byDoctor()).toSorted();
  await expect
    .poll(async () => (await shownAt(day.desk, 'Active Queue')).toSorted(), { message })
    .toEqual(everybody);
  for (const [index] of rooms.entries()) {
    // Of one doctor after the other, in the order of the line.
    const wanted = namesOf(index);
    await expect
      .poll(
        async () => (await shownAt(day.desk, 'Active Queue')).filter((one) => wanted.includes(one)),
        { message },
      )
      .toEqual(wanted);
  }
  await expect.poll(() => shownAt(day.office, 'Waiting list'), { message }).toEqual(namesOf(0));
  for (const [index, room] of rooms.entries()) {
    const { inside, waiting } = lines[index] ?? { inside: undefined, waiting: [] };
    await expect
      .poll(
        () => room.console.getByRole('list').last().locator('p.font-semibold').allInnerTexts(),
        {
          message,
        },
      )
      .toEqual(namesOf(index));
    const tile = day.display.getByRole('listitem').filter({ hasText: doctorNames[index] ?? '' });
    const called = waiting.filter(({ hold }) => hold === null || hold.backAt !== null);
    for (const entry of [...(inside ? [inside] : []), ...called.slice(0, 1)]) {
      await expect(tile, message).toContainText(entry.token ?? '');
    }
    const own = waiting.find(({ patient }) => patient.fullName === room.phoneOwner.name);
    const place = own?.position ?? 0;
    await expect(
      room.phone.getByText(
        place === 1 ? 'You are next' : new RegExp(`^You are ${place}[a-z]{2}$`, 'u'),
        {
          exact: true,
        },
      ),
      message,
    ).toBeVisible();
  }
}

/** The doctors see whoever is still there; afterwards nobody waits on any screen. */
async function emptyTheRooms(day: Day): Promise<void> {
  let isOn = true;
  const goesOn = () => isOn;
  const steady = () => 0.5;
  const working = [
    bringBack({ page: day.desk, chance: steady, goesOn }),
    ...day.rooms.map((room) => consult({ page: room.console, chance: steady, goesOn })),
  ];
  for (const { doctorId } of day.rooms) {
    await expect
      .poll(
        async () => {
          const { inside, waiting } = await lineOf(day.admin, doctorId);
          return waiting.length + (inside ? 1 : 0);
        },
        { timeout: 120_000, intervals: [500] },
      )
      .toBe(0);
  }
  isOn = false;
  await Promise.all(working);
  for (const { console: page, phone } of day.rooms) {
    await expect(page.getByText('No Patients in Queue', { exact: true })).toBeVisible();
    await expect(phone.getByText(/^You are (?:next|\d)/u)).toHaveCount(0);
  }
  const nobody = day.desk.getByRole('list', { name: 'Active Queue' }).getByRole('article');
  await expect(nobody).toHaveCount(0);
}

function expectNoGrowth(
  screens: readonly { readonly name: string }[],
  [start = [], middle = [], end = []]: readonly (readonly PageSize[])[],
): void {
  for (const [index, { name }] of screens.entries()) {
    const [first, second, last] = [start[index], middle[index], end[index]];
    if (!first || !second || !last) throw new Error(`${name} was not measured.`);
    const course = [first, second, last];
    tellFigures(
      'day',
      `${name}: heap ${course.map(({ heap }) => (heap / megabyte).toFixed(1)).join(' → ')} MB, nodes ${course.map(({ nodes }) => nodes).join(' → ')}, listeners ${course.map(({ listeners }) => listeners).join(' → ')}`,
    );
    expect.soft(last.heap - second.heap, `the heap of ${name}`).toBeLessThan(most.heap);
    expect.soft(last.nodes - second.nodes, `the nodes of ${name}`).toBeLessThan(most.nodes);
    const listeners = last.listeners - second.listeners;
    expect.soft(listeners, `the listeners of ${name}`).toBeLessThan(most.listeners);
  }
}

test('what a page keeps of each visit shows in its size [EV-9]', async ({ page }) => {
  await page.goto('/');
  const before = await sizeOf(page);
  await page.evaluate((visitsKept) => {
    const kept: unknown[] = [];
    for (let visit = 0; visit < visitsKept; visit += 1) {
      const row = document.createElement('article');
      row.innerHTML = '<p><span></span></p>'.repeat(10);
      row.addEventListener('click', () => undefined);
      kept.push(row, 'x'.repeat(1000 + visit).split(''));
    }
    Object.assign(window, { kept });
  }, 80);
  const after = await sizeOf(page);
  expect(after.nodes - before.nodes).toBeGreaterThan(most.nodes);
  expect(after.listeners - before.listeners).toBeGreaterThan(most.listeners);
  expect(after.heap - before.heap).toBeGreaterThan(most.heap / 4);
});
