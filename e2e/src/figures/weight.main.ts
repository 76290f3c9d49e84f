/** `npm run weight`: prints each file that the landing page and a patient's queue page fetch. */
import { chromium } from '@playwright/test';
import { demoAccount, signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { aPhone, budgets, inKb, listOf, totalOf, weigh } from './weight.ts';

const server = await startServer({ demo: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-IN',
    ...aPhone,
  });
  const landing = await weigh(context, '/');
  say('The landing page', listOf(landing));
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const queue = await weigh(context, '/patient/queue');
  say("A patient's queue page", listOf(queue));
  const scripts = landing.kinds.get('Script') ?? 0;
  const isTooHeavy = scripts > budgets.landingScripts || totalOf(queue) > budgets.queuePage;
  if (isTooHeavy) process.exitCode = 1;
  say(
    'Against the budgets, in kB',
    [
      `${inKb(scripts)} of ${inKb(budgets.landingScripts)}  scripts of the landing page`,
      `${inKb(totalOf(queue))} of ${inKb(budgets.queuePage)}  the queue page in all`,
    ].join('\n'),
  );
} finally {
  await browser.close();
  await server.stop();
}

function say(title: string, text: string): void {
  process.stdout.write(`\n${title}\n${text}\n`);
}
