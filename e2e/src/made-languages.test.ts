/**
 * Every page in the two languages that are made of English (scripts/pseudo-languages.ts), on the smallest phone:
 * nothing is cut off, on top of something else, beyond the screen or unreadable to a screen reader.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getCurrentUser } from '@baari/contract/identity.ts';
import { listOpenEntries } from '@baari/contract/queue.ts';
import { makeScreen } from '@baari/contract/screen.ts';
import { listLines } from '@baari/contract/shared-line.ts';
import { buildCopy, copyHouse } from '../../scripts/copy-of-house.mjs';
import { call } from './api.ts';
import { expect, test as base } from './fixtures.ts';
import { expectAccessible } from './looks.ts';
import { type DemoName, demoAccount, signIn } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { textFaultsOf } from './text-faults.ts';

const house = fileURLToPath(new URL('../../.cache/made-languages', import.meta.url));

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright is told that nothing is needed
    async ({}, provide) => {
      copyHouse(house);
      await buildCopy(house, { BAARI_PSEUDO_LANGUAGES: '1' });
      const server = await startServer({ demo: true, checkout: house });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const languages = [
  { code: 'en-XA', is: 'half as long again', dir: 'ltr', ours: 'áçéíñóúýÁÇÉÍÑÓÚÝ' },
  { code: 'ar-XB', is: 'mirrored', dir: 'rtl', ours: '\u202E' },
] as const;

type Reader = DemoName | 'stranger';

/** Addresses by who opens them; what begins with a colon is put in. */
const pages: Readonly<Record<Reader, readonly string[]>> = {
  stranger: [
    '/',
    '/about',
    '/terms',
    '/privacy',
    '/contact',
    '/login',
    '/signup',
    '/signup/patient',
    '/signup/hospital',
    '/signup/hospital/create',
    '/hospital/create',
    '/signup/hospital/join',
    '/invitation',
    '/email-verification',
    '/phone-verification',
    '/signed-in',
    '/forgot-password',
    '/reset-password?token=abc',
    '/display/:hospitalId#:display',
    '/kiosk/:hospitalId#:kiosk',
    '/nowhere',
  ],
  patient: [
    '/profile',
    '/patient/dashboard',
    '/patient/queue',
    '/patient/visits/:visitId/questions',
    '/here/:hospitalId',
    '/patient/reports',
    '/patient/hospital/:hospitalId/reports',
    '/patient/hospital/:hospitalId',
    '/patient/hospital/:hospitalId/queue',
    '/patient/hospital/:hospitalId/doctor/:doctorId',
    '/patient/doctor/:doctorId',
  ],
  reception: [
    '/staff/queue/:hospitalId',
    '/staff/visits/:visitId/questions',
    '/staff/dashboard',
    '/staff/counter',
    '/staff/counter/:pointId',
  ],
  doctor: ['/doctor/view/:doctorId', '/doctor/profile', '/doctor/console/:doctorId'],
  admin: [
    ...[
      'queue',
      'team',
      'doctors',
      'lines',
      'appointments',
      'reports',
      'analytics',
      'replay',
      'audit',
      'screens',
    ].map((view) => `/hospital/dashboard?view=${view}`),
    '/hospital/profile',
  ],
};

let ids: Readonly<Record<string, string>>;

test.beforeAll(async ({ server }) => {
  const [admin, doctor, patient] = await Promise.all(
    (['admin', 'doctor', 'patient'] as const).map((name) => demoAccount(server.origin, name)),
  );
  if (!admin || !doctor || !patient) throw new Error('The demonstration has no accounts.');
  const { user } = await call(doctor, getCurrentUser);
  const { queues } = await call(patient, listOpenEntries);
  const secretOf = async (kind: 'display' | 'kiosk') => {
    const { url } = await call(admin, makeScreen, { body: { kind, name: 'Hall' } });
    return new URL(url).hash.slice(1);
  };
  const { lines } = await call(admin, listLines);
  ids = {
    hospitalId: user.hospitalId ?? '',
    doctorId: user.doctorId ?? '',
    visitId: queues[0]?.id ?? '',
    pointId: lines.flatMap(({ points }) => points)[0]?.id ?? '',
    display: await secretOf('display'),
    kiosk: await secretOf('kiosk'),
  };
});

function filled(path: string): string {
  return path.replaceAll(/:(?<name>[a-zA-Z]+)/gu, (_, name: string) => ids[name] ?? '');
}

test('every page there is gets looked at in the languages that are made [ENT-9]', async () => {
  const built: unknown = JSON.parse(readFileSync(`${house}/web/dist/paths.json`, 'utf8'));
  const patterns = (built as { path: string }[]).map(({ path }) => path);
  const looked = new Set(
    Object.values(pages)
      .flat()
      .map((path) => path.replace(/[?#].*$/u, '')),
  );
  expect(patterns.filter((path) => !looked.has(path))).toEqual([]);
});

for (const { code, is, dir, ours } of languages) {
  for (const [who, paths] of Object.entries(pages)) {
    test(`texts that are ${is} fit every page of ${who === 'stranger' ? 'anybody' : `the ${who}`} on a small phone [ENT-9, ACC-1]`, async ({
      context,
      page,
      server,
      trouble,
    }) => {
      test.setTimeout(600_000);
      trouble.allow(/^40[0-9] \w+ \/api\//u);
      trouble.allow(/^404 GET \/nowhere$/u);
      await context.addInitScript(
        (language) => localStorage.setItem('baari_language', language),
        code,
      );
      if (isDemo(who)) {
        await signIn(context, await demoAccount(server.origin, who));
        // What the account chose holds once after signing in, before what the device has.
        await page.goto('/profile');
        await page.waitForFunction(() =>
          Object.keys(localStorage).some((key) => key.includes('preferences')),
        );
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(filled(path));
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(page.locator('html')).toHaveAttribute('dir', dir);
        await page.locator('h1').first().waitFor({ state: 'attached' });
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        faults.push(...(await textFaultsOf(page, ours)).map((fault) => `${path}: ${fault}`));
        await expectAccessible(page, { width: 360, scheme: 'light' }).catch((failure: unknown) =>
          faults.push(failure instanceof Error ? failure.message : String(failure)),
        );
      }
      expect(faults).toEqual([]);
    });
  }
}

function isDemo(who: string): who is DemoName {
  return who !== 'stranger';
}
