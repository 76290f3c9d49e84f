/**
 * Tests every page in the two pseudo-languages (scripts/texts/pseudo-languages.ts), on the smallest
 * phone. No text is truncated, overlapping, off the screen or unreadable to a screen reader. The
 * pseudo-languages exist only in a copy of the checkout.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { roundTheClock } from '@baari/contract/constants.ts';
import { getOwnHospital } from '@baari/contract/hospital/hospital.ts';
import type { Page } from '@playwright/test';
import { buildCopy, copyCodebase } from '../../scripts/test-runs/copy-of-codebase.mjs';
import { pseudoLanguages } from '../../scripts/texts/pseudo-languages.ts';
import { call } from './support/api.ts';
import { addressOf, everyPage, makeIds, type Reader } from './figures/every-page.ts';
import { test as base, expect } from './support/fixtures.ts';
import { expectAccessible, ofColours } from './support/looks.ts';
import { type DemoName, demoAccount, keepHours, signIn } from './support/people.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { textFaultsOf, type TextsOfOurs } from './support/text-faults.ts';

const copy = fileURLToPath(new URL('../../.cache/made-languages', import.meta.url));

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      copyCodebase(copy);
      await buildCopy(copy, { BAARI_PSEUDO_LANGUAGES: '1' });
      const server = await startServer({ demo: true, checkout: copy });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.use({ viewport: { width: 360, height: 740 } });

const languages = [
  {
    code: 'en-XA',
    are: 'two fifths longer',
    dir: 'ltr',
    signs: 'áçéíñóúýÁÇÉÍÑÓÚÝ',
    areChoicesWhole: false,
  },
  { code: 'ar-XB', are: 'mirrored', dir: 'rtl', signs: '\u202E', areChoicesWhole: true },
] as const;

const readers = {
  stranger: { name: 'anybody', account: undefined },
  patient: { name: 'the patient', account: 'patient' },
  reception: { name: 'reception', account: 'reception' },
  doctor: { name: 'the doctor', account: 'doctor' },
  admin: { name: 'the administrator', account: 'admin' },
} as const satisfies Record<Reader, { name: string; account: DemoName | undefined }>;

/** English labels of the buttons on these pages that open a dialog. */
const dialogs: Readonly<Record<string, readonly string[]>> = {
  '/profile': ['Change the password', 'Set up two-factor sign-in'],
  '/patient/queue': ['Leave the queue', 'Running late? Go later'],
  '/patient/reports': ['View'],
  '/patient/doctor/:doctorId': ['Book Appointment'],
  '/staff/queue/:hospitalId': ['Today', 'Add walk-in', 'Reject', 'Move to another doctor'],
  '/doctor/view/:doctorId': ['Ticket', 'Add notes', 'No show', 'Remove'],
  '/doctor/console/:doctorId': ['Write report'],
  '/hospital/dashboard': ['Add Doctor', 'Edit doctor', 'Deactivate'],
  '/hospital/dashboard?view=lines': ['Start from a template', 'Add line'],
  '/hospital/dashboard?view=screens': ['Add screen', 'Revoke'],
  '/hospital/dashboard?view=appointments': ['Book an appointment'],
  '/hospital/dashboard?view=team': ['Make receptionist', 'Delete older reports'],
};

const withoutColours = { width: 360, scheme: 'light', unless: ofColours } as const;

let ids: Readonly<Record<string, string>>;

test.beforeAll(async ({ server }) => {
  const [admin, doctor, patient] = await Promise.all([
    demoAccount(server.origin, 'admin'),
    demoAccount(server.origin, 'doctor'),
    demoAccount(server.origin, 'patient'),
  ]);
  // Hospital and patient get Arabic names, to test every text next to a name of the
  // opposite writing direction.
  const { hospital } = await call(admin, getOwnHospital);
  await keepHours(admin, { ...hospital, name: 'شفا ہسپتال' }, roundTheClock);
  ids = await makeIds({ admin, doctor, patient }, { name: 'علی رضا', symptoms: 'بخار' });
});

test('the tests with longer and mirrored texts cover every page [ENT-9]', ({ server }) => {
  // The pages are built before the server starts.
  expect(server.origin).not.toBe('');
  const built = JSON.parse(readFileSync(`${copy}/web/dist/paths.json`, 'utf8')) as {
    path: string;
  }[];
  const looked = new Set(
    Object.values(everyPage)
      .flat()
      .map((path) => path.replace(/[?#].*$/u, '').replace(':waitingId', ':visitId')),
  );
  expect(built.map(({ path }) => path).filter((path) => !looked.has(path))).toEqual([]);
});

for (const { code, are, dir, ...ours } of languages) {
  for (const reader of Object.keys(everyPage) as Reader[]) {
    const { name, account } = readers[reader];
    test(`with texts that are ${are} every page of ${name} fits the smallest phone and stays readable for screen readers [ENT-9]`, async ({
      context,
      page,
      server,
      trouble,
    }) => {
      test.setTimeout(480_000);
      trouble.allow(/^40[0-9] \w+ \/api\//u);
      trouble.allow(/^404 GET \/nowhere$/u);
      if (account) await signIn(context, await demoAccount(server.origin, account));
      await context.addInitScript(
        (language) => localStorage.setItem('baari_language', language),
        code,
      );
      const faults: string[] = [];
      for (const pattern of everyPage[reader]) {
        await page.goto(addressOf(pattern, ids));
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(page.locator('html')).toHaveAttribute('dir', dir);
        await arrived(page);
        const own = await textFaultsOf(page, ours);
        // Other texts have the same colours, so only the other rules are checked.
        const accessibility = await expectAccessible(page, withoutColours).then(
          () => [],
          (failure: unknown) => [String(failure)],
        );
        faults.push(...[...own, ...accessibility].map((fault) => `${pattern}: ${fault}`));
        for (const english of dialogs[pattern] ?? []) {
          const inside = await faultsOfDialog(page, wordsIn(code, english), ours);
          faults.push(...inside.map((fault) => `${pattern}, ${english}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
  }
}

function wordsIn(code: string, english: string): string {
  return pseudoLanguages.get(code)?.made(english) ?? english;
}

/** Opens the dialog of the first button with this label, checks it and closes it. */
async function faultsOfDialog(page: Page, words: string, ours: TextsOfOurs): Promise<string[]> {
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]');
  await page.getByRole('button', { name: words }).first().click();
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('.animate-shimmer')).toHaveCount(0);
  const faults = await textFaultsOf(page, ours);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return faults;
}

/** Waits until the page has loaded all its content. */
async function arrived(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const coming = page.locator('[aria-busy="true"], .animate-shimmer');
  // The page with a simulated day takes longest: a low-priority thread computes it, which exceeds
  // the default timeout.
  await expect
    .poll(
      async () => {
        // Parts far below the screen load when they come near it.
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return coming.count();
      },
      { timeout: 120_000 },
    )
    .toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
