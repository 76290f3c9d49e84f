/**
 * Simulates a hospital's day: three doctors, two receptionists at the desk, four counters of shared
 * lines and the administrator. Each of them uses a separate screen, which stays open all day. Most
 * patients see one doctor. Some go through registration, a doctor, the laboratory and back, and the
 * pharmacy. Only the clock is simulated: the clocks of the server, the pages and all simulated
 * people advance together whenever everybody is idle. So consultations last minutes, breaks end and
 * tokens expire. In between and at the end the test compares every screen with the server. It
 * measures the memory of each page while nobody waits.
 *
 * By default the first 80 minutes run, long enough for token renewal, stream reconnects and a
 * sleeping phone. BAARI_DAY=whole runs from eight to four, with some fifty patients a doctor.
 * BAARI_DAY_VISITS sets the number of visits, BAARI_DAY_SEED repeats a run.
 */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import type { Urgency } from '@baari/contract/constants.ts';
import { listColleagues } from '@baari/contract/doctor/doctor.ts';
import { planStops } from '@baari/contract/lines/journey.ts';
import {
  getDoctorQueue,
  leaveQueue,
  listPending,
  requestPlace,
} from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from './support/api.ts';
import { chanceFrom } from './support/chance.ts';
import {
  expectAgreement,
  expectFigures,
  expectNews,
  expectNoGrowth,
  expectShown,
  expectStillThere,
  lineOf,
  most,
  sharedLineOf,
} from './hospital-day/day-checks.ts';
import { type DayClock, openDayClock } from './hospital-day/day-clock.ts';
import {
  type Day,
  dayBegins,
  hour,
  minute,
  mondayAt,
  openDay,
  opensAt,
  screensOf,
} from './hospital-day/day-hospital.ts';
import {
  bringBack,
  consult,
  decideRequests,
  keepLines,
  serve,
  type Shift,
  takeBreak,
} from './hospital-day/day-shifts.ts';
import { publishFigures } from './figures/figures.ts';
import { expect, test } from './support/fixtures.ts';
import { type PageSize, sizeOf } from './support/page-size.ts';
import { ask, makePatient, makePlace } from './support/people.ts';

const isWhole = process.env['BAARI_DAY'] === 'whole';
const visits = Number(process.env['BAARI_DAY_VISITS'] ?? (isWhole ? 150 : 27));
const seed = Number(process.env['BAARI_DAY_SEED'] ?? 20_261_121);
/**
 * The parts of the simulated day, each with its share of the visits. The pages' memory is measured
 * after each part. Before the first measurement, a page has already allocated everything that it
 * allocates only once.
 */
const parts = isWhole
  ? [
      { name: 'early morning', share: 0.24, until: mondayAt('10:00'), hasBreaks: true },
      { name: 'noon', share: 0.38, until: mondayAt('13:00'), hasBreaks: true },
      { name: 'afternoon', share: 0.38, until: mondayAt('16:00'), hasBreaks: true },
    ]
  : [
      { name: 'the opening', share: 1 / 3, until: mondayAt('08:20'), hasBreaks: false },
      { name: 'the first hour', share: 1 / 3, until: mondayAt('09:02'), hasBreaks: true },
      { name: 'the second', share: 1 / 3, until: mondayAt('09:22'), hasBreaks: false },
    ];
/**
 * In each part of the day, patients arrive during this share of the time. In the rest of the part,
 * the doctors see the remaining patients.
 */
const comingShare = 0.88;
/** A consultation takes this share of the time that a doctor has for each patient. */
const consultationShare = 0.62;
const longestConsultationMs = 12 * minute;
/**
 * A simulated patient joins only a line that is shorter than this. A reception would ask further
 * patients to come back later.
 */
const longestLine = 8;
/** Share of patients with an account; the others are walk-ins. */
const withAccount = 0.3;
/** Share of walk-ins who start at the registration, on a visit of several steps. */
const throughLines = 0.45;
/** How long a patient is served at a counter. */
const serviceMs = 2 * minute;
/** How often the test reads the lines from the server. */
const glanceMs = 2 * minute;

test.use({ demo: false, dayBegins });

const length = isWhole ? 'day of eight hours' : 'morning';

test(`during a ${length} with every screen open no change is lost, nobody is signed out, and each screen uses no more memory than before [INV-1, INV-4, EV-7, EV-8, EV-9, AUTH-3, DOC-2, PAT-11, ADM-1, ADM-5, CONS-2, STAFF-4, ARR-6]`, async ({
  newBrowser,
  server,
  trouble,
}) => {
  test.setTimeout(600_000 + visits * 24_000);
  const startedAt = Date.now();
  // The slower of two conflicting requests is refused with 409.
  trouble.allow(/^409 (?:GET|POST|PUT|DELETE) \/api\/queues\/[^/]+(?:\/[a-z-]+)?$/u);
  trouble.allow(/^409 POST \/api\/hospital\/points\/[^/]+\/(?:call-next|finish)$/u);
  const day = await openDay(server, newBrowser, chanceFrom(seed));
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
    await expectNews(day);
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
  publishFigures(
    'day',
    `${hours} hours in ${took} minutes and ${clock.moves()} moves: ${ledger.entries().length} people, ${ledger.size()} acknowledged actions`,
  );
  expectNoGrowth(screensOf(day), sizes);
});

type Part = (typeof parts)[number];

async function passUntil(clock: DayClock, at: number): Promise<void> {
  await clock.work([() => clock.pass(at - clock.now())]);
}

/**
 * Lets patients arrive and everybody work until this part of the day is nearly over. Then no more
 * patients arrive, and the lines become empty.
 */
async function workUntilAllCame(
  day: Day,
  accounts: readonly Account[],
  { name: part, share, until, hasBreaks }: Part,
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
      const name = `${part} ${room + 1}-${index + 1}`;
      const guest = chance() < withAccount ? free.pop() : undefined;
      const comes = { doctorId, name, chance, guest };
      await untilShort(day, doctorId);
      await comeIn(day, comes).catch(async (failure: unknown) => {
        // The doctor went on a break at the same moment, so the patient joins the line after the
        // break.
        if (!String(failure).includes('doctor_not_available')) throw failure;
        await untilShort(day, doctorId);
        await comeIn(day, comes);
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
      const breakAfter = hasBreaks ? beganAt + partMs * (0.2 + chance() * 0.4) : undefined;
      return () => consult({ page, chance, clock, goesOn, consultationMs, breakAfter });
    }),
    ...countersOf(day).map((page) => () => serve({ ...shift(page), serviceMs })),
    () => watchPlaces(day, goesOn),
    async () => {
      while (comingIn > 0 || (await countPending(day)) > 0) await clock.pass(minute);
      isOn = false;
    },
  ]);
  for (const { console: page } of rooms) await takeBreak(page);
}

function countersOf({ lines }: Day): Page[] {
  return lines.flatMap(({ counters }) => [...counters]);
}

function chanceOf(day: Day): () => number {
  return chanceFrom(Math.floor(day.chance() * 2 ** 31));
}

async function countPending({ admin, hospitalId }: Day): Promise<number> {
  const { pendingQueues } = await call(admin, listPending, { id: hospitalId });
  return pendingQueues.length;
}

/** Resolves when the doctor's line is short enough and the doctor accepts patients again. */
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
  day: Day,
  {
    doctorId,
    name,
    chance,
    guest,
  }: { doctorId: string; name: string; chance: () => number; guest: Account | undefined },
): Promise<void> {
  const { admin, ledger } = day;
  const luck = chance();
  const urgency: Urgency = luck < 0.07 ? 'high' : luck < 0.3 ? 'medium' : 'low';
  const symptoms = 'Cough for a week.';
  if (guest === undefined && chance() < throughLines) {
    await comeToRegistration(day, { doctorId, name, chance });
    return;
  }
  if (guest === undefined) {
    const body = { name, phone: '', doctorId, urgency, symptoms };
    ledger.note((await call(admin, addWalkIn, { body })).queue);
    return;
  }
  const body = { doctorId, urgency, symptoms };
  const { queue } = await call(guest, requestPlace, { body });
  ledger.note(queue);
  if (chance() < 0.1) ledger.note((await call(guest, leaveQueue, { id: queue.id })).queue);
}

/**
 * Adds a patient whose visit has several steps, planned by the reception: the doctor, and for some
 * the laboratory and back.
 */
async function comeToRegistration(
  { admin, ledger, lines }: Day,
  { doctorId, name, chance }: { doctorId: string; name: string; chance: () => number },
): Promise<void> {
  const [registration, laboratory, pharmacy] = lines;
  if (!registration || !laboratory || !pharmacy) throw new Error('A line is missing.');
  const body = { name, phone: '', lineId: registration.id };
  const { queue } = await call(admin, addWalkIn, { body });
  ledger.note(queue);
  const tests = chance() < 0.6 ? [laboratory.id, ...(chance() < 0.5 ? [doctorId] : [])] : [];
  await call(admin, planStops, {
    id: queue.id,
    body: { lineIds: [doctorId, ...tests, pharmacy.id] },
  });
  ledger.notePlan();
}

/**
 * Checks repeatedly that the positions in each line are 1…n, and that each doctor has at most one
 * patient in consultation.
 */
async function watchPlaces(day: Day, goesOn: () => boolean): Promise<void> {
  const { admin, rooms, lines, clock } = day;
  while (goesOn()) {
    for (const { doctorId } of rooms) await lineOf(admin, doctorId);
    for (const line of lines) await sharedLineOf(day, line);
    await clock.pass(glanceMs);
  }
}

/**
 * Lets the doctors and counters see the remaining patients, and expects that afterwards nobody
 * waits on any screen.
 */
async function emptyTheRooms(day: Day): Promise<void> {
  const { admin, clock, rooms } = day;
  let isOn = true;
  const goesOn = () => isOn;
  const steady = () => 0.5;
  const shift = (page: Page): Shift => ({ page, chance: steady, clock, goesOn });
  const isEmpty = async () => {
    const lines = await Promise.all([
      ...rooms.map(({ doctorId }) => lineOf(admin, doctorId)),
      ...day.lines.map((line) => sharedLineOf(day, line)),
    ]);
    return lines.every(({ inside, waiting }) => inside === undefined && waiting.length === 0);
  };
  await clock.work([
    () => bringBack(shift(day.desk)),
    ...rooms.map(
      (room) => () =>
        consult({ ...shift(room.console), consultationMs: 2 * minute, breakAfter: undefined }),
    ),
    ...countersOf(day).map((page) => () => serve({ ...shift(page), serviceMs: minute })),
    async () => {
      // Checked twice, because a patient who is moving between two lines may be missing from both
      // lists.
      for (let times = 0; times < 2; times = (await isEmpty()) ? times + 1 : 0) {
        await clock.pass(minute);
      }
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

test('the memory test detects a page that never frees the data of past visits [EV-9]', async ({
  page,
}) => {
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

test('while a test simulates a whole day, the server and every page have the same clock, and a page that slept updates when it wakes [EV-8]', async ({
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
