/** The content of a page does not jump while the page loads on a slow phone. */
import { expect, test } from '../support/fixtures.ts';
import { demoAccount } from '../support/people.ts';
import { addressOf, everyPage, makeIds, type Reader } from './every-page.ts';
import {
  cumulativeShift,
  largestShift,
  listOfShifts,
  openSlowly,
  watchShifts,
} from './layout-shift.ts';
import { aPhone } from './weight.ts';

test.use({ ...aPhone, serviceWorkers: 'block' });

/** Shorter than in the measurement, as each page is opened on every run of the tests. */
const quietMs = 1500;

const pagesOf: Readonly<Record<Reader, string>> = {
  stranger: 'public pages',
  patient: "patient's pages",
  reception: "reception's pages",
  doctor: "doctor's pages",
  admin: "administrator's pages",
};

for (const reader of Object.keys(everyPage) as Reader[]) {
  test(`the content of the ${pagesOf[reader]} does not jump while they load on a slow phone [WORK-4]`, async ({
    newBrowser,
    server,
    trouble,
  }) => {
    test.setTimeout(600_000);
    // The page for an unknown address.
    trouble.allow(/^404 GET \/nowhere$/u);
    const people = {
      admin: await demoAccount(server.origin, 'admin'),
      doctor: await demoAccount(server.origin, 'doctor'),
      patient: await demoAccount(server.origin, 'patient'),
      reception: await demoAccount(server.origin, 'reception'),
    };
    const ids = await makeIds(people, { name: 'Meera Kulkarni', symptoms: 'Fever' });
    const context = await newBrowser(reader === 'stranger' ? undefined : people[reader]);
    await watchShifts(context);
    for (const pattern of everyPage[reader]) {
      const page = await context.newPage();
      const { shifts } = await openSlowly(page, addressOf(pattern, ids), quietMs);
      expect
        .soft(cumulativeShift(shifts), `${pattern}\n  ${listOfShifts(shifts)}`)
        .toBeLessThan(largestShift);
      await page.close();
    }
  });
}
