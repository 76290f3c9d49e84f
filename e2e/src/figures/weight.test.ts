/**
 * Size budgets of the pages on a waiting patient's phone, in bytes, which are the same on any
 * machine.
 */
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import { keepOwnLanguage } from '@baari/contract/patient/profile.ts';
import type { BrowserContext } from '@playwright/test';
import { call } from '../support/api.ts';
import { demoAccount, signIn } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';
import { aPhone, budgets, listOf, totalOf, weigh } from './weight.ts';

test.use(aPhone);

test('a first-time visitor loads the landing page with at most 110 kB of scripts [LAND-1] @gate', async ({
  context,
}) => {
  const weight = await weigh(context, '/');
  expect(weight.kinds.get('Script'), listOf(weight)).toBeLessThanOrEqual(budgets.landingScripts);
});

test('a waiting patient loads the queue page with at most 180 kB in all [PAT-11] @gate', async ({
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const weight = await weigh(context, '/patient/queue');
  expect(totalOf(weight), listOf(weight)).toBeLessThanOrEqual(budgets.queuePage);
});

/** Simulates that this language was chosen in the menu before. */
async function choose(context: BrowserContext, language: string): Promise<void> {
  await context.addInitScript((code) => {
    // about:blank has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('baari_language', code);
  }, language);
}

test('these pages are no heavier in another language, not counting the font of its script [ENT-9, PAT-11, LAND-1]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(180_000);
  const account = await demoAccount(server.origin, 'patient');
  for (const language of languages.filter((code) => code !== fallbackLanguage)) {
    const { locale } = aboutLanguages[language];
    // A page that was open in the former language stores it for the account, which would load both.
    await call(account, keepOwnLanguage, { body: { language } });
    const [stranger, patient] = await Promise.all([
      newBrowser(undefined, locale),
      newBrowser(account, locale),
    ]);
    await Promise.all([choose(stranger, language), choose(patient, language)]);
    const [landing, queue] = await Promise.all([
      weigh(stranger, '/'),
      weigh(patient, '/patient/queue'),
    ]);
    const letters = queue.kinds.get('Font') ?? 0;
    const summary = `${language}\n${listOf(landing)}\n${listOf(queue)}`;
    expect(landing.kinds.get('Script'), summary).toBeLessThanOrEqual(budgets.landingScripts);
    expect(totalOf(queue) - letters, summary).toBeLessThanOrEqual(budgets.queuePage);
    expect(
      queue.files.some(({ path }) => path.includes(`/language-${language}-`)),
      summary,
    ).toBe(true);
  }
});
