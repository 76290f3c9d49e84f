/**
 * A hospital's day from eight to four: three doctors, some fifty patients each, two receptionists and
 * the administrator, all through their own screens, which stay open from the first patient to the last.
 * Only the clock is not real: the server's, every page's and that of all who work move on together
 * whenever nobody does anything, so that consultations take minutes, breaks end and tokens grow old.
 * In between and at the end every screen is compared with the server, and what each page holds on to
 * is measured while nobody waits.
 *
 * BAARI_DAY_VISITS makes the day fuller or emptier, BAARI_DAY_SEED repeats one.
 */
import { addWalkIn } from '@baari/contract/arrival.ts';
import { type Analytics, getAnalytics } from '@baari/contract/analytics.ts';
import { tokenRefreshSeconds, type Urgency } from '@baari/contract/constants.ts';
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
import { type DayClock, openDayClock } from './day-clock.ts';
import { type Ledger, openLedger } from './day-ledger.ts';
import {
  bringBack,
  closeWindow,
  consult,
  decideRequests,
  keepLines,
  type Shift,
  takeBreak,
} from './day-shifts.ts';
import { tellFigures } from './figures.ts';
import { expect, test } from './fixtures.ts';
import { type PageSize, sizeOf } from './page-size.ts';
import { ask, makePatient, makePlace, makeStaff } from './people.ts';
import type { RunningServer } from './server.ts';

const visits = Number(process.env['BAARI_DAY_VISITS'] ?? 150);
const seed = Number(process.env['BAARI_DAY_SEED'] ?? 20_261_121);
const minute = 60_000;
const hour = 60 * minute;
/** Of the hospital, all year round; the browsers live in it as well. */
const timeZone = 'Asia/Kolkata';
/** The coming Monday: a browser keeps no cookies of the past. */
const dayBegins = mondayAt('07:45');
const opensAt = mondayAt('08:00');
/** Until the first measurement everything that is made once has been made. */
const parts = [
  { name: 'early morning', share: 0.24, until: mondayAt('10:00') },
  { name: 'noon', share: 0.38, until: mondayAt('13:00') },
  { name: 'afternoon', share: 0.38, until: mondayAt('16:00') },
] as const;
/** Of a part, in which people come: those who still wait are seen in the rest. */
const comingShare = 0.88;
/** Of a doctor's time for each who comes, so much goes by in the consultation. */
const consultationShare = 0.62;
const longestConsultationMs = 12 * minute;
/** How often the phones of the three lines look up from their sleep; the last one finds its token expired. */
const phoneSleepsMs = [0, 10 * minute, 75 * minute] as const;
/** Nobody else joins a line that is so long; a reception would send people for a coffee. */
const longestLine = 8;
/** Of those who come, so many have an account; the others are walk-ins. */
const withAccount = 0.3;
const doctorNames = ['Sanjay Bose', 'Meera Pillai', 'Ishaan Rao'] as const;
/** How often the lines are looked at from outside. */
const glanceMs = 2 * minute;
const megabyte = 1024 * 1024;
/**
 * What a screen may grow by from noon to the end, some sixty visits. A page that kept a row of each
 * would hold 3,000 nodes more; a list that grows by right is a phone's own history.
 */
const most = { heap: megabyte, nodes: 250, listeners: 40 };

interface Room {
  readonly doctorId: string;
  readonly console: Page;
  readonly phoneOwner: Account;
  readonly phone: Page;
}

/** What a screen asked the server for, since it was opened. */
interface Asked {
  readonly path: string;
  tokens: number;
  streams: number;
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
  readonly asked: ReadonlyMap<Page, Asked>;
  readonly clock: DayClock;
  readonly ledger: Ledger;
  readonly chance: () => number;
}

test.use({ demo: false, dayBegins });

test('a day of eight hours through every screen at once loses nothing, signs nobody out, and leaves each screen as light as it was [INV-1, INV-4, EV-7, EV-8, EV-9, AUTH-3, DOC-2, ADM-1, ADM-5, CONS-2, STAFF-4, ARR-6]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  test.setTimeout(300_000 + visits * 3000);
  const startedAt = Date.now();
  // Whoever comes second is refused, and told so.
  trouble.allow(/^409 (?:GET|POST|PUT|DELETE) \/api\/queues\/[^/]+(?:\/[a-z-]+)?$/u);
  // A phone that slept for longer than its token counts asks with it once, and renews it.
  trouble.allow(/^401 GET \/api\/queues\/realtime\/events$/u);
  const day = await openDay(server, newBrowser);
  const { clock, ledger } = day;
  const accounts: Account[] = [];
  const guests = Math.ceil(visits * withAccount * 0.4) + 3;
  while (accounts.length < guests) {
    accounts.push(await makePatient(server.origin, `Guest ${accounts.length + 1}`));
  }

  const sizes: PageSize[][] = [];
  await passUntil(clock, opensAt);
  for (const part of parts) {
    await workUntilAllCame(day, accounts, part);
    await expectAgreement(day, `${part.name}, seed ${seed}`);
    await emptyTheRooms(day);
    await passUntil(clock, part.until);
    sizes.push(await Promise.all(screensOf(day).map(({ page }) => sizeOf(page))));
  }

  await expectStillThere(day);
  await ledger.expectKept(day.admin);
  const figures = await expectFigures(day);
  const office = await (await newBrowser(day.admin)).newPage();
  await clock.join(office);
  await expectShown(office, figures);
  expect(ledger.entries().length).toBeGreaterThanOrEqual(visits);
  const hours = ((clock.now() - opensAt) / hour).toFixed(1);
  const took = ((Date.now() - startedAt) / minute).toFixed(1);
  tellFigures(
    'day',
    `${hours} hours in ${took} minutes and ${clock.moves()} moves: ${ledger.entries().length} people, ${ledger.size()} acknowledged actions`,
  );
  expectNoGrowth(screensOf(day), sizes);
});

/** An instant of the coming Monday, HH:MM by the hospital's clock. */
function mondayAt(time: string): number {
  const days = 7 - ((new Date().getUTCDay() + 6) % 7);
  const date = new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
  return Date.parse(`${date}T${time}:00+05:30`);
}

/** Everybody takes the place and opens the screen. */
async function openDay(
  server: RunningServer,
  newBrowser: (account?: Account) => Promise<{ newPage: () => Promise<Page> }>,
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
    asked,
    clock,
    ledger,
    chance: chanceFrom(seed),
  };
}

/** Counts the answers with a token and the streams from here on. */
function watchRequests(page: Page, path: string): Asked {
  const asked: Asked = { path, tokens: 0, streams: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/identity/token' && response.ok()) asked.tokens += 1;
    if (pathname.endsWith('/events') && response.ok()) asked.streams += 1;
  });
  return asked;
}

async function passUntil(clock: DayClock, at: number): Promise<void> {
  await clock.work([() => clock.pass(at - clock.now())]);
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

/** People come until the part of the day is nearly over, and everybody works; then all let go. */
async function workUntilAllCame(
  day: Day,
  accounts: readonly Account[],
  { name: part, share, until }: (typeof parts)[number],
): Promise<void> {
  const { clock, rooms } = day;
  let isOn = true;
  let comingIn = rooms.length;
  const goesOn = () => isOn;
  const shift = (page: Page): Shift => ({ page, chance: chanceOf(day), clock, goesOn });
  const free = [...accounts];
  const each = Math.round((visits * share) / rooms.length);
  const beganAt = clock.now();
  const partMs = until - beganAt;
  const consultationMs = Math.min(longestConsultationMs, (partMs / each) * consultationShare);
  const coming = rooms.map(({ doctorId }, room) => async () => {
    const chance = chanceOf(day);
    const times = Array.from({ length: each }, () => chance() * partMs * comingShare);
    for (const [index, time] of times.toSorted((a, b) => a - b).entries()) {
      await clock.pass(beganAt + time - clock.now());
      await untilShort(day, doctorId);
      await comeIn(day, {
        doctorId,
        name: `${part} ${room + 1}-${index + 1}`,
        chance,
        guest: chance() < withAccount ? free.pop() : undefined,
      });
    }
    comingIn -= 1;
  });
  await clock.work([
    ...coming,
    () => decideRequests(shift(day.reception)),
    () => keepLines(shift(day.desk)),
    () => keepLines(shift(day.office)),
    ...rooms.map(({ console: page }) => {
      const chance = chanceOf(day);
      const breakAfter = beganAt + partMs * (0.2 + chance() * 0.4);
      return () => consult({ page, chance, clock, goesOn, consultationMs, breakAfter });
    }),
    () => watchPlaces(day, goesOn),
    async () => {
      while (comingIn > 0 || (await countPending(day)) > 0) await clock.pass(minute);
      isOn = false;
    },
  ]);
  for (const { console: page } of rooms) await takeBreak(page);
}

function chanceOf(day: Day): () => number {
  return chanceFrom(Math.floor(day.chance() * 2 ** 31));
}

async function countPending({ admin, hospitalId }: Day): Promise<number> {
  const { pendingQueues } = await call(admin, listPending, { id: hospitalId });
  return pendingQueues.length;
}

/** Until the line is short enough and the doctor, after a break, takes patients again. */
async function untilShort({ admin, clock }: Day, doctorId: string): Promise<void> {
  for (;;) {
    const { stats } = await call(admin, getDoctorQueue, { id: doctorId });
    const { doctors } = await call(admin, listColleagues);
    const status = doctors.find(({ id }) => id === doctorId)?.status;
    if (stats.totalWaiting < longestLine && status === 'Available') return;
    await clock.pass(minute);
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
async function watchPlaces({ admin, rooms, clock }: Day, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    for (const { doctorId } of rooms) await lineOf(admin, doctorId);
    await clock.pass(glanceMs);
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
  const { admin, clock, rooms } = day;
  let isOn = true;
  const goesOn = () => isOn;
  const steady = () => 0.5;
  const shift = (page: Page): Shift => ({ page, chance: steady, clock, goesOn });
  const isEmpty = async () => {
    const lines = await Promise.all(rooms.map(({ doctorId }) => lineOf(admin, doctorId)));
    return lines.every(({ inside, waiting }) => inside === undefined && waiting.length === 0);
  };
  await clock.work([
    () => bringBack(shift(day.desk)),
    ...rooms.map(
      (room) => () =>
        consult({ ...shift(room.console), consultationMs: 2 * minute, breakAfter: undefined }),
    ),
    async () => {
      while (!(await isEmpty())) await clock.pass(minute);
      isOn = false;
    },
  ]);
  for (const { console: page, phone } of day.rooms) {
    await expect(page.getByText('No Patients in Queue', { exact: true })).toBeVisible();
    await expect(phone.getByText(/^You are (?:next|\d)/u)).toHaveCount(0);
  }
  const nobody = day.desk.getByRole('list', { name: 'Active Queue' }).getByRole('article');
  await expect(nobody).toHaveCount(0);
}

/** Nobody was signed out or sent elsewhere, and every session and stream was renewed in its time. */
async function expectStillThere(day: Day): Promise<void> {
  const sleepsMs = new Map(day.rooms.map(({ phone }, index) => [phone, phoneSleepsMs[index] ?? 0]));
  const hoursMs = day.clock.now() - opensAt;
  for (const { name, page } of screensOf(day)) {
    const asked = day.asked.get(page);
    if (asked === undefined) throw new Error(`${name} was not watched.`);
    tellFigures('day', `${name}: ${asked.tokens} tokens, ${asked.streams} streams`);
    const { pathname } = new URL(asked.path, page.url());
    expect.soft(new URL(page.url()).pathname, name).toBe(pathname);
    if (page === day.display) continue;
    const renewsMs = Math.max(tokenRefreshSeconds * 1000, sleepsMs.get(page) ?? 0);
    expect
      .soft(asked.tokens, `the tokens of ${name}`)
      .toBeGreaterThanOrEqual(Math.floor(hoursMs / renewsMs));
    expect
      .soft(asked.streams, `the streams of ${name}`)
      .toBeGreaterThanOrEqual(Math.floor(hoursMs / Math.max(hour, renewsMs)));
  }
}

/** The figures of the day are those that follow from what each was answered. */
async function expectFigures({ admin, ledger }: Day): Promise<Analytics> {
  const figures = await call(admin, getAnalytics, { query: { days: '1' } });
  const entries = ledger.entries();
  const countOf = (wanted: QueueEntry['status']) =>
    entries.filter(({ status }) => status === wanted).length;
  expect(figures.total).toMatchObject({
    arrivals: entries.length,
    completed: countOf('completed'),
    noShow: countOf('no_show'),
    rejected: countOf('rejected'),
    cancelled: countOf('cancelled'),
  });
  const waits = entries
    .flatMap(({ approvedAt, startedAt }) =>
      approvedAt === null || startedAt === null
        ? []
        : [(Date.parse(startedAt) - Date.parse(approvedAt)) / minute],
    )
    .toSorted((a, b) => a - b);
  const middle = (waits.length - 1) / 2;
  const median = ((waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0)) / 2;
  expect(figures.total.called).toBe(waits.length);
  expect(median, 'minutes').toBeGreaterThan(0.25);
  expect(median, 'minutes').toBeLessThan(hour / minute);
  expect(Math.abs((figures.total.waitMedian ?? 0) - median)).toBeLessThan(0.11);
  const arrivals = new Map<number, number>();
  for (const { joinedAt } of entries) {
    const of = Math.floor((Date.parse(joinedAt) - opensAt) / hour) + 8;
    arrivals.set(of, (arrivals.get(of) ?? 0) + 1);
  }
  expect(new Map(figures.hours.map((row) => [row.hour, row.arrivals]))).toEqual(arrivals);
  tellFigures(
    'day',
    `waits ${figures.total.waitMedian} min median, ${figures.total.waitP90} min 90 %, ${figures.total.promisesKept} of ${figures.total.promises} promises kept, ${figures.total.perHour} an hour and doctor; arrivals by hour ${[...arrivals].map(([at, count]) => `${at}: ${count}`).join(', ')}`,
  );
  return figures;
}

/** The administrator reads the same. */
async function expectShown(office: Page, { total }: Analytics): Promise<void> {
  await office.goto('/hospital/dashboard?view=analytics&days=1');
  const totals = office.getByRole('region', { name: 'The whole period' });
  await expect(totals).toContainText(`Median wait${Math.round(total.waitMedian ?? 0)} min`);
  await expect(totals).toContainText(`Arrivals${total.arrivals}`);
  await expect(totals).toContainText(`Completed${total.completed}`);
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

test('a clock that is moved is the same for the server and for every page, and one that slept catches up [EV-8]', async ({
  newBrowser,
  server,
}) => {
  const clock = openDayClock(server);
  const open = async (sleepsMs: number) => {
    const page = await (await newBrowser()).newPage();
    await clock.join(page, sleepsMs);
    await page.goto('/');
    await page.evaluate(() => {
      let rings = 0;
      setInterval(() => {
        rings += 1;
        Object.assign(window, { rings });
      }, 60_000);
    });
    return page;
  };
  const [awake, asleep] = [await open(0), await open(hour)];
  const place = await makePlace(server.origin, 'Samay Clinic', 'Dr. Kiran Joshi');
  const wanted = clock.now() + 10.5 * minute;
  await passUntil(clock, wanted);
  const ringsOf = (page: Page) => page.evaluate<unknown>(() => Reflect.get(window, 'rings'));
  expect(await ringsOf(awake)).toBe(10);
  expect(await ringsOf(asleep)).toBe(1);
  const { joinedAt } = await ask(await makePatient(server.origin, 'Nidhi Verma'), place.doctor.id);
  const times = [Date.parse(joinedAt), ...(await Promise.all([awake, asleep].map(timeOf)))];
  for (const time of times) expect(Math.abs(time - clock.now())).toBeLessThan(minute / 2);
  expect(clock.now()).toBeGreaterThanOrEqual(wanted);
});

function timeOf(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}
