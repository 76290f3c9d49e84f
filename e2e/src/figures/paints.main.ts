/**
 * Measures the largest contentful paint and the time until the first press works, with a CPU
 * slowdown of four, 1.6 Mbit/s and 150 ms of delay: the desk, the console, five pages of a patient
 * and the staff's dashboard, median of five loads with an empty cache. Another built checkout can be
 * measured in alternation.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { type DemoName, demoAccount, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { slowDown } from './slow-phone.ts';
import { aPhone } from './weight.ts';

const quietMs = 1500;
const screen = { viewport: { width: 1280, height: 800 } };

interface Shown {
  readonly name: string;
  readonly who: DemoName;
  readonly on: typeof screen | typeof aPhone;
  readonly path: (ids: Ids) => string;
  /** What a visitor presses first. Undefined if the page has only links, which always work. */
  readonly press?: Press;
}

interface Press {
  /** The CSS selector of a button, or of a select field, whose second option is then chosen. */
  readonly on: string;
  /** Words in the button, if the selector finds several. */
  readonly words?: string;
  /** The CSS selector of what the press shows. Undefined for a choice that goes into the address. */
  readonly shows?: string;
}

const aDialog = '[role="dialog"], [role="alertdialog"]';

interface Ids {
  readonly hospital: string;
  readonly doctor: string;
}

const pages: readonly Shown[] = [
  {
    name: 'desk',
    who: 'reception',
    on: screen,
    path: ({ hospital }) => `/staff/queue/${hospital}`,
    press: { on: 'main button', words: 'Add walk-in', shows: aDialog },
  },
  {
    name: 'console',
    who: 'doctor',
    on: screen,
    path: ({ doctor }) => `/doctor/console/${doctor}`,
    press: {
      on: 'h2 > button[aria-expanded="false"]',
      shows: 'h2 > button[aria-expanded="true"]',
    },
  },
  {
    name: 'my queue',
    who: 'patient',
    on: aPhone,
    path: () => '/patient/queue',
    press: { on: 'main button', words: 'Leave the queue', shows: aDialog },
  },
  {
    name: 'hospitals',
    who: 'patient',
    on: aPhone,
    path: () => '/patient/dashboard',
    press: { on: 'main select' },
  },
  {
    name: 'hospital',
    who: 'patient',
    on: aPhone,
    path: ({ hospital }) => `/patient/hospital/${hospital}`,
  },
  {
    name: 'doctor',
    who: 'patient',
    on: aPhone,
    path: ({ hospital, doctor }) => `/patient/hospital/${hospital}/doctor/${doctor}`,
  },
  { name: 'profile', who: 'patient', on: aPhone, path: () => '/profile' },
  { name: 'dashboard', who: 'reception', on: screen, path: () => '/staff/dashboard' },
];

interface RunningBuild {
  readonly name: string;
  readonly server: RunningServer;
  readonly ids: Ids;
  readonly people: ReadonlyMap<DemoName, Account>;
}

interface Load {
  readonly paintedMs: number;
  readonly pressedMs: number | undefined;
  readonly scripts: number;
  /** The number of API reads, without the live stream. */
  readonly reads: number;
  readonly kilobytes: number;
}

const runs = Number(process.argv[2] ?? 5);
const other = process.argv[3];

const builds = [await open('here')];
if (other !== undefined) builds.push(await open(other, resolve(other)));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  say('page        painted   from … to        pressed  scripts  reads   kB');
  for (const page of pages) await compare(browser, page);
} finally {
  await browser.close();
  for (const { server } of builds) await server.stop();
}

async function open(name: string, checkout?: string): Promise<RunningBuild> {
  const server = await startServer({ demo: true, ...(checkout === undefined ? {} : { checkout }) });
  const people = new Map<DemoName, Account>();
  for (const who of ['patient', 'reception', 'doctor'] as const) {
    people.set(who, await demoAccount(server.origin, who));
  }
  const doctor = people.get('doctor');
  if (doctor === undefined) throw new Error('The demonstration has a doctor.');
  const { user } = await call(doctor, getCurrentUser);
  return {
    name,
    server,
    people,
    ids: { hospital: user.hospitalId ?? '', doctor: user.doctorId ?? '' },
  };
}

/** Measures both checkouts in turn, so that other load on the machine affects both. */
async function compare(inBrowser: Browser, shown: Shown): Promise<void> {
  const loads = new Map(builds.map(({ name }) => [name, [] as Load[]]));
  // The first load is not measured, because a new server sends its first page before its
  // prerendering thread is ready.
  for (const build of builds) await load(inBrowser, build, shown);
  for (let run = 0; run < runs; run += 1) {
    for (const build of builds) loads.get(build.name)?.push(await load(inBrowser, build, shown));
  }
  for (const [name, all] of loads)
    print(builds.length > 1 ? `${shown.name}, ${name}` : shown.name, all);
}

async function load(inBrowser: Browser, build: RunningBuild, shown: Shown): Promise<Load> {
  const path = shown.path(build.ids);
  const painted = await inNewContext(inBrowser, build, shown, (page) => loadIn(page, path));
  const { press } = shown;
  if (press === undefined) return { ...painted, pressedMs: undefined };
  // In a load of its own, because what the press shows loads code and paints too.
  const pressedMs = await inNewContext(inBrowser, build, shown, (page) =>
    pressUntilItWorks(page, path, press),
  );
  return { ...painted, pressedMs };
}

async function inNewContext<Result>(
  inBrowser: Browser,
  build: RunningBuild,
  shown: Shown,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await inBrowser.newContext({
    baseURL: build.server.origin,
    ...shown.on,
    locale: 'en-IN',
    serviceWorkers: 'block',
  });
  try {
    const account = build.people.get(shown.who);
    if (account) await signIn(context, account);
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

async function loadIn(page: Page, path: string): Promise<Omit<Load, 'pressedMs'>> {
  const wire = await page.context().newCDPSession(page);
  const counted = { scripts: 0, reads: 0, bytes: 0 };
  let lastAt = Date.now();
  wire.on('Network.responseReceived', ({ type, response }) => {
    lastAt = Date.now();
    const { pathname } = new URL(response.url);
    if (type === 'Script') counted.scripts += 1;
    if (/^\/api\/(?!queues\/realtime)/u.test(pathname)) counted.reads += 1;
  });
  wire.on('Network.dataReceived', ({ encodedDataLength }) => {
    lastAt = Date.now();
    counted.bytes += encodedDataLength;
  });
  await slowDown(wire);
  await watchPaint(page);
  await page.goto(path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  while (Date.now() - lastAt < quietMs) await sleep(100);
  const paintedMs = await page.evaluate(() => (window as unknown as { painted: number }).painted);
  return {
    paintedMs,
    scripts: counted.scripts,
    reads: counted.reads,
    kilobytes: counted.bytes / 1000,
  };
}

/** Records the latest largest contentful paint, in ms since navigation start. */
async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      Object.assign(window, { painted: list.getEntries().at(-1)?.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/**
 * Opens a page and presses every 50 ms from the moment its button is there. Returns the time at
 * which a press has had its effect, in ms since navigation start.
 */
async function pressUntilItWorks(page: Page, path: string, press: Press): Promise<number> {
  await page.addInitScript(({ on, words, shows }) => {
    const timer = setInterval(() => {
      const works =
        shows === undefined ? location.search !== '' : document.querySelector(shows) !== null;
      if (works) {
        clearInterval(timer);
        Object.assign(window, { pressed: performance.now() });
        return;
      }
      const target = [...document.querySelectorAll<HTMLElement>(on)].find(
        ({ textContent }) => words === undefined || textContent.includes(words),
      );
      if (target instanceof HTMLSelectElement) {
        target.selectedIndex = 1;
        target.dispatchEvent(new Event('change', { bubbles: true }));
      } else {
        target?.click();
      }
    }, 50);
  }, press);
  await slowDown(await page.context().newCDPSession(page));
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'pressed' in window);
  return page.evaluate(() => (window as unknown as { pressed: number }).pressed);
}

function print(name: string, loads: readonly Load[]): void {
  const painted = loads.map(({ paintedMs }) => paintedMs).toSorted((a, b) => a - b);
  const presses = loads.flatMap(({ pressedMs }) => pressedMs ?? []).toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1000).toFixed(2);
  const middle = (of: (load: Load) => number) =>
    loads.map(of).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const range = `${seconds(painted[0])} … ${seconds(painted.at(-1))} s`;
  say(
    [
      name.padEnd(11),
      `${seconds(middle(({ paintedMs }) => paintedMs))} s`,
      range.padEnd(16),
      (presses.length === 0
        ? '–'
        : `${seconds(presses[Math.floor(presses.length / 2)])} s`
      ).padStart(7),
      String(middle(({ scripts }) => scripts)).padStart(5),
      String(middle(({ reads }) => reads)).padStart(6),
      middle(({ kilobytes }) => kilobytes)
        .toFixed(0)
        .padStart(6),
    ].join('  '),
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
