/** What the pages of a waiting patient's phone may weigh. Bytes, not time: the same on any machine. */
import { demoAccount, signIn } from './people.ts';
import { expect, test } from './fixtures.ts';
import { budgets, listOf, totalOf, weigh } from './weight.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a stranger sees the landing page for at most 110 kB of scripts [LAND-1]', async ({
  context,
}) => {
  const weight = await weigh(context, '/');
  expect(weight.kinds.get('Script'), listOf(weight)).toBeLessThanOrEqual(budgets.landingScripts);
});

test('a waiting patient fetches the queue page for at most 180 kB in all [PAT-11]', async ({
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const weight = await weigh(context, '/patient/queue');
  expect(totalOf(weight), listOf(weight)).toBeLessThanOrEqual(budgets.queuePage);
});
