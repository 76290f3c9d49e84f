/** `npm run weight`: prints each file that the landing page and the patient's pages fetch. */
import { chromium } from '@playwright/test';
import type { Account } from '../support/api.ts';
import { demoAccount, signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import {
  aPhone,
  budgets,
  inKb,
  listOf,
  totalOf,
  type WeighedPage,
  type Weight,
  weigh,
  weighedPages,
} from './weight.ts';

const server = await startServer({ demo: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const doctor = await demoAccount(server.origin, 'doctor');
  const patient = await demoAccount(server.origin, 'patient');
  const landing = await firstVisit('/');
  const queue = await firstVisit('/patient/queue', patient);
  say('The landing page', listOf(landing));
  say("A patient's queue page", listOf(queue));
  const paths = await weighedPages(doctor);
  const pages = new Map<WeighedPage, Weight>();
  for (const name of Object.keys(paths) as WeighedPage[]) {
    const weight = await firstVisit(paths[name], name === 'login' ? undefined : patient);
    pages.set(name, weight);
    say(`The page ${name}`, listOf(weight));
  }
  const scripts = landing.kinds.get('Script') ?? 0;
  const against = [
    { bytes: scripts, budget: budgets.landingScripts, name: 'scripts of the landing page' },
    { bytes: totalOf(queue), budget: budgets.queuePage, name: 'the queue page in all' },
    ...[...pages].map(([name, weight]) => ({
      bytes: totalOf(weight),
      budget: budgets.pages[name],
      name: `the page ${name} in all, ${weight.files.length} requests`,
    })),
  ];
  if (against.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1;
  say(
    'Against the budgets, in kB',
    against
      .map(({ bytes, budget, name }) => `${inKb(bytes)} of ${inKb(budget)}  ${name}`)
      .join('\n'),
  );
} finally {
  await browser.close();
  await server.stop();
}

/** Weighs a page in a new browser, whose service worker has kept nothing. */
async function firstVisit(path: string, account?: Account): Promise<Weight> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-IN',
    ...aPhone,
  });
  try {
    if (account) await signIn(context, account);
    return await weigh(context, path);
  } finally {
    await context.close();
  }
}

function say(title: string, text: string): void {
  process.stdout.write(`\n${title}\n${text}\n`);
}
