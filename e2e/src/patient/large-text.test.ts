/** Tests of the patient's pages for readers who have set their text to twice the usual size. */
import { expect, test } from '../support/fixtures.ts';
import { demoAccount } from '../support/people.ts';
import { addressOf, everyPage, makeIds } from '../figures/every-page.ts';

test('a patient whose text is twice as large reads every page at 390 pixels without scrolling sideways [WORK-4, PAT-11]', async ({
  newBrowser,
  server,
}) => {
  const { origin } = server;
  const patient = await demoAccount(origin, 'patient');
  const ids = await makeIds(
    {
      patient,
      admin: await demoAccount(origin, 'admin'),
      doctor: await demoAccount(origin, 'doctor'),
    },
    { name: 'Meera Kulkarni', symptoms: 'Fever' },
  );
  const faults: string[] = [];
  const opened = {
    stranger: ['/', '/login', '/signup', '/signup/patient'],
    patient: everyPage.patient,
  };
  for (const [reader, pages] of Object.entries(opened)) {
    const context = await newBrowser(reader === 'patient' ? patient : undefined);
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const pattern of pages) {
      await page.goto(addressOf(pattern, ids));
      await page.getByRole('heading').first().waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      // Lists load as they come near; the last of them may be the widest.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      faults.push(...(await page.evaluate(tooWide)).map((fault) => `${pattern}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

/** Finds the elements that make the page wider than its window, outermost first. */
function tooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((part) => part.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 8)
    .map(
      (part) =>
        `${part.localName} ${part.getAttribute('class') ?? ''} ${part.textContent.slice(0, 30)}`,
    );
}
