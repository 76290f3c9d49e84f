/**
 * Tests how often each page calls the server while one of the page's API requests is refused, fails
 * or hangs.
 */
import { streamPath } from '@baari/contract/events.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { listOpenEntries } from '@baari/contract/queue/queue.ts';
import { listLines } from '@baari/contract/lines/shared-line.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { type DemoName, demoAccount, signIn } from '../support/people.ts';
import { fail } from '../support/routing.ts';

/** Whether to test every page, which takes longer, instead of only the page My Queue. */
const isLong = process.env['BAARI_LONG'] === '1';

const answers = [403, 404, 429, 500, 'silence'] as const;

/**
 * How long a loaded page is observed, in ms. A request loop would make hundreds of calls in this
 * time.
 */
const lookedAtMs = 3000;
/**
 * The most requests for one address: three tries of a failed request, and the requests that follow
 * from it.
 */
const atMost = 8;

interface Visited {
  readonly path: string;
  readonly who: DemoName;
}

const patientPages: readonly Visited[] = [
  '/patient/dashboard',
  '/patient/queue',
  '/patient/hospital/:hospital/queue',
  '/patient/hospital/:hospital',
  '/patient/hospital/:hospital/doctor/:doctor',
  '/patient/reports',
  '/here/:hospital',
  '/patient/visits/:visit/questions',
  '/profile',
].map((path) => ({ path, who: 'patient' }));

const staffPages: readonly Visited[] = [
  { path: '/staff/queue/:hospital', who: 'reception' },
  { path: '/staff/dashboard', who: 'reception' },
  { path: '/staff/dashboard?view=appointments', who: 'reception' },
  { path: '/staff/counter', who: 'reception' },
  { path: '/staff/counter/:point', who: 'reception' },
  { path: '/doctor/view/:doctor?view=schedule', who: 'doctor' },
  { path: '/doctor/view/:doctor?view=settings', who: 'doctor' },
  { path: '/doctor/view/:doctor', who: 'doctor' },
  { path: '/doctor/profile', who: 'doctor' },
  { path: '/doctor/console/:doctor', who: 'doctor' },
  { path: '/hospital/profile', who: 'admin' },
  ...[
    'queue',
    'lines',
    'team',
    'doctors',
    'appointments',
    'reports',
    'analytics',
    'replay',
    'audit',
    'screens',
    'keys',
  ].map((view) => ({ path: `/hospital/dashboard?view=${view}`, who: 'admin' }) as const),
];

/** Ids of the demonstration data, which replace the parameters of a path. */
let ids: Record<'hospital' | 'doctor' | 'visit' | 'point', string>;

test.beforeAll(async ({ server }) => {
  const { user } = await call(await demoAccount(server.origin, 'doctor'), getCurrentUser);
  const { queues } = await call(await demoAccount(server.origin, 'patient'), listOpenEntries);
  const { lines } = await call(await demoAccount(server.origin, 'admin'), listLines);
  ids = {
    hospital: user.hospitalId ?? '',
    doctor: user.doctorId ?? '',
    visit: queues[0]?.id ?? '',
    point: lines[0]?.points[0]?.id ?? '',
  };
  expect(Object.values(ids)).not.toContain('');
});

function filled(path: string): string {
  return Object.entries(ids).reduce((found, [name, id]) => found.replace(`:${name}`, id), path);
}

/** Counts the calls for each API address from now on. */
function countAsked(page: Page): Map<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  return asked;
}

/**
 * Opens a tab without the live stream, because the tabs of one browser share a small number of
 * connections.
 */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route(`**/api${streamPath}*`, () => undefined);
  return page;
}

async function readsOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await openTab(context);
  // This mock matches no request. Installing it makes Playwright switch the browser cache off, so
  // that the page loads without cached responses.
  await fail(page, { method: 'GET', path: /^\/none$/u }, 404);
  const asked = countAsked(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(1000);
  await page.close();
  return [...asked.keys()].filter((each) => each !== `/api${streamPath}`);
}

async function expectPeace(
  context: BrowserContext,
  path: string,
  read: string,
  answered: (typeof answers)[number],
): Promise<void> {
  const page = await openTab(context);
  const asked = countAsked(page);
  // The path has only letters, digits, dashes and slashes, so it needs no escaping.
  const vain = { method: 'GET', path: new RegExp(`^${read.slice('/api'.length)}$`, 'u') };
  await fail(page, vain, answered);
  await page.goto(path);
  await page.waitForTimeout(lookedAtMs);
  const tooMany = [...asked].filter(([, times]) => times > atMost);
  expect(tooMany, `${path} while ${read} is answered ${answered}`).toEqual([]);
  await page.close();
}

const visited = [...patientPages, ...staffPages];
for (const { path, who } of isLong
  ? visited
  : visited.filter(({ path: is }) => is === '/patient/queue')) {
  test(`a page (${path}) sends only a few requests to the server even if a request is refused, fails or gets no answer [PAT-11, ERR-2]`, async ({
    context,
    server,
    trouble,
  }) => {
    test.setTimeout(600_000);
    trouble.allow(/^(?:403|404|429|500) GET \/api\//u);
    trouble.allow(/^console warning/u);
    await signIn(context, await demoAccount(server.origin, who));
    const reads = await readsOf(context, filled(path));
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      await Promise.all(
        answers.map((answered) => expectPeace(context, filled(path), read, answered)),
      );
    }
  });
}

for (const answered of answers) {
  test(`My Queue shows the place even while the request for booked visits is answered with ${answered} [PAT-11]`, async ({
    context,
    page,
    server,
    trouble,
  }) => {
    trouble.allow(/^(?:403|404|429|500) GET \/api\//u);
    const patient = await demoAccount(server.origin, 'patient');
    const { queues } = await call(patient, listOpenEntries);
    expect(queues.length).toBeGreaterThan(0);
    await signIn(context, patient);
    await fail(page, { method: 'GET', path: /^\/appointments$/u }, answered);
    await page.goto('/patient/queue');
    await expect(page.getByRole('article').first()).toContainText(/is \d+(?:st|nd|rd|th)/u, {
      timeout: 10_000,
    });
  });
}
