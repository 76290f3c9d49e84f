/**
 * Tests of an emergency sign: shown on every staff screen at once, and mailed through a real mail
 * server when no member of staff reacts.
 */
import { rmSync } from 'node:fs';
import { acknowledgeMinutes, answerAssessment } from '@baari/contract/visit/assessment.ts';
import type { Page } from '@playwright/test';
import {
  type MailServer,
  startMailServer,
} from '../../../server/src/testing/stand-ins/mail-server.ts';
import type { Account } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { call } from '../support/api.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, makeStaff, type Place } from '../support/people.ts';
import { makeDataDir, startServer } from '../support/server.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

interface Scene {
  readonly place: Place;
  readonly reception: Account;
  readonly patient: Account;
  readonly entryId: string;
  readonly mail: MailServer;
}

const scenes: Scene[] = [];

/**
 * Makes the test's accounts on a first server, which stores its mails instead of sending them. Then
 * starts a server with a movable clock that sends real mails.
 */
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      const dataDir = makeDataDir();
      const port = await freePort();
      const first = await startServer({ demo: false, port, dataDir });
      const place = await makePlace(first.origin, 'Tamarind Clinic', 'Dr. Nila Bose');
      const reception = await makeStaff(place, 'Gita Iyer', 'receptionist');
      const patient = await makePatient(first.origin, 'Ravi Sen');
      const { id: entryId } = await line(place, patient);
      await first.stop();
      const mail = await startMailServer();
      scenes.push({ place, reception, patient, entryId, mail });
      const settings = { SMTP_URL: mail.url };
      const server = await startServer({ demo: false, port, dataDir, settings, aheadMs: 0 });
      await provide(server);
      await server.stop();
      await mail.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

test('an emergency sign shows on every screen until a staff member confirms it; after five minutes administrators and doctor get a mail without a name [ASSESS-2, INV-6]', async ({
  server,
  newBrowser,
}) => {
  const [scene] = scenes;
  if (scene === undefined) throw new Error('The server was not started.');
  const { place, reception, patient, entryId, mail } = scene;
  const rooms = await newBrowser(place.admin);
  await rooms.clock.install();
  const desk = await openAt(rooms.newPage(), '/hospital/dashboard?view=queue&tab=queue');
  const other = await openAt((await newBrowser(reception)).newPage(), '/staff/dashboard');
  await expect(desk.getByRole('article', { name: 'Ravi Sen' })).toBeVisible();
  const asked: string[] = [];
  for (const page of [desk, other]) {
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  }

  const answers = [
    { question: 'signs', answer: { kind: 'signs' as const, yes: ['chest-pain'], no: [] } },
  ];
  await call(patient, answerAssessment, { id: entryId, body: { answers } });
  for (const page of [desk, other]) {
    const band = bandOf(page);
    await expect(band).toContainText('1 patient reported');
    await expect(band).toContainText('Ravi Sen');
    await expect(band).toContainText('Chest pain or pressure now');
  }
  // The patient's card on the desk page also shows the emergency signs.
  await expect(desk.getByRole('button', { name: /^Emergency signs: / })).toBeVisible();
  expect(asked.filter((path) => path.includes('/assessment'))).toEqual([]);
  await expectSoundBriefly(other);

  // Mail transport wraps long lines, so the test joins them before searching.
  const alarms = () =>
    mail.mails
      .map(({ to, text }) => ({ to, text: text.replaceAll('=\r\n', '') }))
      .filter(({ text }) => text.includes('an emergency sign'));
  expect(alarms()).toEqual([]);
  const onward = (acknowledgeMinutes + 1) * 60_000;
  await passTime(rooms, onward);
  await server.moveTo(server.aheadMs() + onward);
  await expect(bandOf(desk)).toContainText('Nobody has confirmed this alert within five minutes');
  await expectSoundBriefly(desk);
  await expect.poll(() => alarms().flatMap(({ to }) => to)).toEqual([place.admin.email]);
  for (const { text } of alarms()) {
    expect(text).not.toContain('Ravi');
    expect(text).not.toContain('Chest');
    expect(text).toContain(`${server.origin}/staff/dashboard`);
  }

  await bandOf(other).getByRole('button', { name: 'Show in queue: Ravi Sen' }).click();
  await expect(other.locator('[data-entry]', { hasText: 'Ravi Sen' })).toBeFocused();
  await expect(bandOf(other)).toBeInViewport();
  await bandOf(other).getByRole('button', { name: 'I have seen it' }).click();
  for (const page of [desk, other]) await expect(bandOf(page)).toHaveCount(0);
  await expect(desk.getByRole('button', { name: /^Emergency signs: / })).toBeVisible();
  await server.moveTo(server.aheadMs() + onward);
  await server.moveTo(server.aheadMs() + onward);
  expect(alarms()).toHaveLength(1);
});

async function openAt(opening: Promise<Page>, path: string): Promise<Page> {
  const page = await opening;
  // The page receives live events only once its stream is open.
  const listening = page.waitForResponse((answer) =>
    new URL(answer.url()).pathname.endsWith('/realtime/events'),
  );
  // The code of the emergency banner loads after the page and then requests the number of alerts
  // once.
  const watching = page.waitForResponse((answer) => answer.url().endsWith('/assessments/watch'));
  await page.goto(path);
  await Promise.all([listening, watching]);
  return page;
}

function bandOf(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'reported an emergency sign' });
}
