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
import {
  aPhone,
  budgets,
  listOf,
  totalOf,
  type WeighedPage,
  weigh,
  weighedPages,
} from './weight.ts';

test.use(aPhone);

test('a first-time visitor downloads at most 110 kB of scripts for the landing page [LAND-1] @gate', async ({
  context,
}) => {
  const weight = await weigh(context, '/');
  expect(weight.kinds.get('Script'), listOf(weight)).toBeLessThanOrEqual(budgets.landingScripts);
});

test('a waiting patient downloads at most 180 kB in all for the queue page [PAT-11] @gate', async ({
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const weight = await weigh(context, '/patient/queue');
  expect(totalOf(weight), listOf(weight)).toBeLessThanOrEqual(budgets.queuePage);
});

test("the patient's other pages stay within their budgets on a first visit [PAT-1, PAT-3, PAT-4, PAT-7, LOGIN-1]", async ({
  newBrowser,
  server,
}) => {
  const patient = await demoAccount(server.origin, 'patient');
  const paths = await weighedPages(await demoAccount(server.origin, 'doctor'));
  for (const name of Object.keys(paths) as WeighedPage[]) {
    const weight = await weigh(
      await newBrowser(name === 'login' ? undefined : patient),
      paths[name],
    );
    expect(totalOf(weight), `${name}\n${listOf(weight)}`).toBeLessThanOrEqual(budgets.pages[name]);
  }
});

/** Simulates a user who chose this language in the menu on an earlier visit. */
async function choose(context: BrowserContext, language: string): Promise<void> {
  await context.addInitScript((code) => {
    // The page about:blank has no local storage, so the language is stored only on pages of the
    // site.
    if (location.protocol.startsWith('http')) localStorage.setItem('baari_language', code);
  }, language);
}

test('the landing page and the queue page are no larger in another language, apart from the font of its script [ENT-9, PAT-11, LAND-1]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(180_000);
  const account = await demoAccount(server.origin, 'patient');
  for (const language of languages.filter((code) => code !== fallbackLanguage)) {
    const { locale } = aboutLanguages[language];
    // The page of the loop's previous round stored its language for the account. Without this call,
    // the next page would load both languages.
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
  // Later tests share this account, and read English.
  await call(account, keepOwnLanguage, { body: { language: fallbackLanguage } });
});
