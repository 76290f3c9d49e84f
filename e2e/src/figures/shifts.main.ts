/**
 * Opens every page on a simulated slow phone and on a slow computer, with an empty cache. Prints the
 * cumulative layout shift, the requests and the transferred kB of each page.
 */
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { Account } from '../support/api.ts';
import { addressOf, everyPage, makeIds, type Reader } from './every-page.ts';
import {
  cumulativeShift,
  largestShift,
  listOfShifts,
  openSlowly,
  watchShifts,
} from './layout-shift.ts';
import { demoAccount, signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { aPhone } from './weight.ts';

const quietMs = 2500;
const screens = { 390: aPhone, 1280: { viewport: { width: 1280, height: 800 } } } as const;
const [onlyReader, onlyPath, onlyWidth] = process.argv.slice(2);

const server = await startServer({ demo: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const people = {
    admin: await demoAccount(server.origin, 'admin'),
    doctor: await demoAccount(server.origin, 'doctor'),
    patient: await demoAccount(server.origin, 'patient'),
    reception: await demoAccount(server.origin, 'reception'),
  };
  const ids = await makeIds(people, { name: 'Meera Kulkarni', symptoms: 'Fever' });
  say('width   shift  requests     kB  page');
  for (const reader of Object.keys(everyPage) as Reader[]) {
    if (onlyReader !== undefined && onlyReader !== 'all' && reader !== onlyReader) continue;
    const account = reader === 'stranger' ? undefined : people[reader];
    for (const pattern of everyPage[reader]) {
      if (onlyPath !== undefined && onlyPath !== 'all' && pattern !== onlyPath) continue;
      for (const width of [390, 1280] as const) {
        if (onlyWidth !== undefined && String(width) !== onlyWidth) continue;
        await measure(browser, { width, path: addressOf(pattern, ids), pattern, account });
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

interface Opened {
  readonly width: keyof typeof screens;
  readonly path: string;
  readonly pattern: string;
  readonly account: Account | undefined;
}

async function measure(inBrowser: Browser, opened: Opened): Promise<void> {
  const context = await inBrowser.newContext({
    baseURL: server.origin,
    ...screens[opened.width],
    locale: 'en-IN',
    serviceWorkers: 'block',
  });
  try {
    if (opened.account) await signIn(context, opened.account);
    await measureIn(context, opened);
  } finally {
    await context.close();
  }
}

async function measureIn(context: BrowserContext, { width, path, pattern }: Opened) {
  // A new server sends its first page before its prerendering thread is ready.
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'document' };
  await context.request.get(path, { headers: { ...headers, 'sec-fetch-mode': 'navigate' } });
  await watchShifts(context);
  const page = await context.newPage();
  const { shifts, requests, bytes } = await openSlowly(page, path, quietMs);
  const shift = cumulativeShift(shifts);
  const figures = [
    String(width).padStart(5),
    shift.toFixed(3).padStart(6),
    String(requests).padStart(8),
    (bytes / 1000).toFixed(0).padStart(5),
    pattern,
  ];
  say(figures.join('  '));
  if (shift > largestShift) say(`  ${listOfShifts(shifts)}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
