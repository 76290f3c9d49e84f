/**
 * Measures the largest contentful paint with a CPU slowdown of four, 1.6 Mbit/s and 150 ms of
 * delay: the desk, the console, a patient's queue and the staff's dashboard, median of five loads
 * with an empty cache. Another built checkout can be measured in alternation.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
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
}

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
  },
  {
    name: 'console',
    who: 'doctor',
    on: screen,
    path: ({ doctor }) => `/doctor/console/${doctor}`,
  },
  { name: 'my queue', who: 'patient', on: aPhone, path: () => '/patient/queue' },
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
  say('page        painted   from … to      scripts  reads   kB');
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
  const context = await inBrowser.newContext({
    baseURL: build.server.origin,
    ...shown.on,
    locale: 'en-IN',
    serviceWorkers: 'block',
  });
  try {
    const account = build.people.get(shown.who);
    if (account) await signIn(context, account);
    return await loadIn(context, shown.path(build.ids));
  } finally {
    await context.close();
  }
}

async function loadIn(context: BrowserContext, path: string): Promise<Load> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
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

function print(name: string, loads: readonly Load[]): void {
  const painted = loads.map(({ paintedMs }) => paintedMs).toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1000).toFixed(2);
  const middle = (of: (load: Load) => number) =>
    loads.map(of).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const range = `${seconds(painted[0])} … ${seconds(painted.at(-1))} s`;
  say(
    [
      name.padEnd(11),
      `${seconds(middle(({ paintedMs }) => paintedMs))} s`,
      range.padEnd(16),
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
