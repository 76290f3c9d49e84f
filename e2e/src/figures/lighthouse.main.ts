/**
 * Runs Lighthouse with phone settings on the landing page, the login, the hospital list and a
 * patient's queue. It prints the median of five runs, and the findings of each. Performance scores
 * depend on the machine and its load; the other three scores do not.
 */
import { chromium } from '@playwright/test';
import { demoAccount, signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly displayValue?: string;
}

interface Report {
  /** The speed of the machine. Lighthouse simulates phones reliably if it is above about 1500. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { id: string; weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>;

const pages = [
  { name: 'landing', path: '/', isSignedIn: false },
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'hospital list', path: '/patient/dashboard', isSignedIn: true },
  { name: 'my queue', path: '/patient/queue', isSignedIn: true },
] as const;

const runs = Number(process.argv[2] ?? 5);
// oxlint-disable-next-line no-unsafe-assignment -- installed by scripts/figures/lighthouse.mjs, not a dependency
const { default: lighthouse }: { default: Lighthouse } = await import(
  process.env['LIGHTHOUSE'] ?? 'lighthouse'
);
const server = await startServer({ demo: true });
const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  for (const { name, path, isSignedIn } of pages) await measure(name, path, isSignedIn);
} finally {
  await browser.close();
  await server.stop();
}

async function measure(name: string, path: string, isSignedIn: boolean): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await audit(path, isSignedIn));
  const scores = categories.map(
    (category) => `${category} ${median(reports.map((report) => scoreOf(report, category)))}`,
  );
  const shift = median(reports.map(({ audits }) => numberOf(audits['cumulative-layout-shift'])));
  const speed = Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex)));
  say(`${name} (${path}): ${scores.join(', ')}; layout shift ${shift}; benchmark index ${speed}`);
  for (const line of new Set(reports.flatMap(failures))) say(`    ${line}`);
}

/**
 * Runs Lighthouse on one page. Each run starts with an empty cache, and with a session cookie if
 * `isSignedIn` is true.
 */
async function audit(path: string, isSignedIn: boolean): Promise<Report> {
  const cookie = isSignedIn ? await sessionCookie() : undefined;
  const outcome = await lighthouse(server.origin + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    ...(cookie === undefined ? {} : { extraHeaders: { cookie } }),
  });
  if (outcome === undefined) throw new Error('Lighthouse gave no report.');
  return outcome.lhr;
}

async function sessionCookie(): Promise<string> {
  const context = await browser.newContext();
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const cookies = await context.cookies();
  await context.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function scoreOf(report: Report, category: Category): number {
  return Math.round((report.categories[category].score ?? 0) * 100);
}

function numberOf(found: Audit | undefined): number {
  return Number(found?.displayValue ?? Number.NaN);
}

function failures(report: Report): string[] {
  return categories.flatMap((category) =>
    report.categories[category].auditRefs.flatMap(({ id, weight }) => {
      const found = report.audits[id];
      const counts = weight > 0 && found !== undefined && found.score !== null && found.score < 0.9;
      return counts ? [`${category}: ${found.title} (${found.displayValue ?? id})`] : [];
    }),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
