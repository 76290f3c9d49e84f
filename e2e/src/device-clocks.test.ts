/** Tests of devices whose clock is minutes wrong: their pages use the server's time instead. */
import { callNext, setPointState } from '@baari/contract/lines/counter.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import { addLines } from '@baari/contract/lines/shared-line.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import type { BrowserContext } from '@playwright/test';
import { call } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { installMovableTime } from './hospital-day/movable-time.ts';
import { line, makePatient, makePlace } from './support/people.ts';

const minuteMs = 60_000;
/**
 * How long to retry a key press. After a call, the page ignores presses for at most ten seconds.
 */
const guardIsOver = { timeout: 25_000 };

/** Gives every page of this browser a clock that is off by this many minutes. */
async function setDeviceClock(context: BrowserContext, minutes: number): Promise<void> {
  await context.addInitScript({
    content: `(${String(installMovableTime)})({ aheadMs: ${minutes * minuteMs} });`,
  });
}

for (const minutes of [-10, 2, 10]) {
  const wrong = `${Math.abs(minutes)} minutes ${minutes < 0 ? 'slow' : 'fast'}`;

  test(`a display whose clock is ${wrong} still announces the called patient, and My Queue shows the right time [ARR-6, PAT-11]`, async ({
    newBrowser,
    server,
  }) => {
    const place = await makePlace(server.origin, 'Rohini Clinic', 'Dr. Vikram Sen');
    const patient = await makePatient(server.origin, 'Pallavi Deo');
    const { token, id } = await line(place, patient);
    const screen = { kind: 'display', name: 'Hall' } as const;
    const { url } = await call(place.admin, makeScreen, { body: screen });
    const hall = await newBrowser();
    await setDeviceClock(hall, minutes);
    const display = await hall.newPage();
    await display.goto(url);
    await expect(display.getByText(token ?? 'none')).toBeVisible();
    const phone = await newBrowser(patient);
    await setDeviceClock(phone, minutes);
    const mine = await phone.newPage();
    await mine.goto('/patient/queue');
    await expect(mine.getByText('You are next', { exact: true })).toBeVisible();

    const calledIn = expect(display.getByText('Please come in')).toBeVisible();
    await call(place.admin, startConsultation, { id });
    await calledIn;
    await mine.reload();
    const calledAgo = mine.getByText(/^Called .* · (?:now|\d+ sec\. ago)/u);
    await expect(calledAgo.first()).toBeVisible();
  });

  test(`on a doctor’s console whose clock is ${wrong}, one key completes a visit and calls the next patient, and a double press counts once [CONS-6]`, async ({
    newBrowser,
    server,
  }) => {
    const place = await makePlace(server.origin, 'Swati Clinic', 'Dr. Ritu Soni');
    await line(place, await makePatient(server.origin, 'Asha Pillai'));
    await line(place, await makePatient(server.origin, 'Bina Kohli'));
    const room = await newBrowser(place.admin);
    await setDeviceClock(room, minutes);
    const console = await room.newPage();
    await console.goto(`/doctor/console/${place.doctor.id}`);
    await expect(console.getByRole('button', { name: /^Call In/u })).toBeVisible();
    await console.locator('body').press('F9');
    await expect(console.getByRole('region', { name: 'Asha Pillai' })).toBeVisible();
    await console.locator('body').press('F9');
    const justCalled = console.getByText('was called in a moment ago', { exact: false });
    await expect(justCalled.first()).toBeVisible();
    await expect(console.getByText(/inside for [01] min/u)).toBeVisible();
    await expect(async () => {
      await console.locator('body').press('F9');
      const next = console.getByRole('region', { name: 'Bina Kohli' });
      await expect(next).toBeVisible({ timeout: 2000 });
    }).toPass(guardIsOver);
  });

  test(`on a counter whose clock is ${wrong}, one key completes a visit and calls the next patient, and a double press counts once [LINE-2]`, async ({
    newBrowser,
    server,
  }) => {
    const place = await makePlace(server.origin, 'Revati Clinic', 'Dr. Rekha Iyer');
    const { lines } = await call(place.admin, addLines, {
      body: { lines: [{ name: 'Pharmacy', kind: 'pharmacy', points: [{ name: 'Window 2' }] }] },
    });
    const [pharmacy] = lines;
    const [window] = pharmacy?.points ?? [];
    if (!pharmacy || !window) throw new Error('The line or its window is missing.');
    await call(place.admin, setPointState, { id: window.id, body: { state: 'open' } });
    for (const name of ['Ravi Kumar', 'Bina Kohli']) {
      await call(place.admin, addWalkIn, { body: { lineId: pharmacy.id, name, phone: '' } });
    }
    await call(place.admin, callNext, { id: window.id });
    const desk = await newBrowser(place.admin);
    await setDeviceClock(desk, minutes);
    const counter = await desk.newPage();
    await counter.goto(`/staff/counter/${window.id}`);
    const served = counter.getByRole('region').filter({ hasText: 'Being served' });
    await expect(served).toContainText('Ravi Kumar');
    await expect(served).toContainText(/here for [01] min/u);
    await expect(async () => {
      await counter.locator('body').press('F9');
      await expect(served).toContainText('Bina Kohli', { timeout: 2000 });
    }).toPass(guardIsOver);
    const justCalled = counter.getByText('Bina Kohli was called a moment ago', { exact: false });
    // While the request that calls the patient is pending, a press is ignored without a message. So
    // the test presses until the message appears.
    await expect(async () => {
      await counter.locator('body').press('F9');
      await expect(justCalled.first()).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 6000 });
    await expect(served).toContainText('Bina Kohli');
  });
}
