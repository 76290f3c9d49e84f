/**
 * Follows one patient's phone through every state of a doctor's line: not open, due, running,
 * before a break, overdue, on a break, due back, Busy, Offline, after closing. Only the clock is
 * simulated. The patient looks at the phone in each state, and no two sentences may contradict each
 * other [INV-16].
 */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import {
  completeConsultation,
  moveEntry,
  type StaffEntry,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { type DayPlan, saveSchedule } from '@baari/contract/hospital/schedule.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { call } from './support/api.ts';
import { mondayAt } from './hospital-day/day-hospital.ts';
import { expect, test } from './support/fixtures.ts';
import { installMovableTime } from './hospital-day/movable-time.ts';
import { line, makePatient, makePlace, type Place } from './support/people.ts';
import type { RunningServer } from './support/server.ts';

// The test moves the server's clock, so it needs its own server. No other test can use a server
// with this time.
test.use({ demo: false, dayBegins: mondayAt('07:40') });

const workday: DayPlan = {
  hours: [{ from: '09:00', to: '17:00' }],
  breaks: [{ from: '13:00', to: '13:30' }],
};
const week = {
  monday: workday,
  tuesday: workday,
  wednesday: workday,
  thursday: workday,
  friday: workday,
  saturday: workday,
  sunday: workday,
};

/**
 * The texts that the patient who is first in line may read. Which one is shown depends on the
 * travel time to the hospital.
 */
const first = /^You are (?:1st|next)$/u;

interface Station {
  readonly place: string | RegExp;
  /** The sentence about what the doctor is doing, if the phone shows one. */
  readonly line?: string | RegExp;
  readonly showsWait: boolean;
}

/**
 * Opens the patient's page with the server's current time, like a patient who takes the phone out
 * of the pocket.
 */
async function look(
  context: BrowserContext,
  server: RunningServer,
  { place, line: words, showsWait }: Station,
): Promise<Page> {
  const page = await context.newPage();
  const ahead = server.aheadMs();
  await page.addInitScript({
    content: `globalThis.movableTime = (${String(installMovableTime)})({ aheadMs: ${ahead} });`,
  });
  await page.goto('/patient/queue');
  await expect(page.getByText(place, { exact: true }).first()).toBeVisible();
  const wait = page.getByRole('article').locator('dl').first();
  if (words !== undefined) await expect(wait.getByText(words)).toBeVisible();
  const advice = page.getByRole('region', { name: 'What to do now' });
  if (showsWait) {
    await expect(wait.getByText(/^(?:Between|By|Before|Any moment now)/u)).toBeVisible();
    await expect(wait.getByText('Calculating...')).toHaveCount(0);
  } else {
    await expect(wait.getByText('Calculating...')).toBeVisible();
    await expect(wait.getByText(/\d+:\d\d/u)).toHaveCount(0);
    await expect(advice.getByText(/^(?:Stay where you are|Ask the reception)$/u)).toBeVisible();
    await expect(page.getByText(/Leave now|Be at the door|You are next/u)).toHaveCount(0);
  }
  return page;
}

async function callIn(place: Place, { id }: Pick<StaffEntry, 'id'>): Promise<void> {
  await call(place.admin, startConsultation, { id });
}

/** Adds a walk-in patient, moves the patient to the front of the line and calls the patient in. */
async function takeFirst(place: Place, name: string): Promise<string> {
  const body = { name, doctorId: place.doctor.id };
  const { queue } = await call(place.admin, addWalkIn, { body });
  await call(place.admin, moveEntry, { id: queue.id, body: { position: 1, reason: 'doctor' } });
  await callIn(place, queue);
  return queue.id;
}

test('during a day a patient’s phone shows each state of the doctor’s line, and shows no time while the wait is unknown [INV-16, PAT-11, QST-12]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(300_000);
  const place = await makePlace(server.origin, 'Aravalli Clinic', 'Dr. Mira Nath');
  const { admin, doctor } = place;
  await call(admin, saveSchedule, { id: doctor.id, body: { week } });
  const early = await line(place, await makePatient(server.origin, 'Anu First'));
  const second = await line(place, await makePatient(server.origin, 'Bala Second'));
  const patient = await makePatient(server.origin, 'Charu Waits');
  const own = await line(place, patient);
  const last = await makePatient(server.origin, 'Dina Last');
  await line(place, last);
  const phone = await newBrowser(patient);
  const at = async (time: string) => server.moveTo(mondayAt(time) - Date.now());

  await at('08:00');
  const before = { line: /^The doctor starts at 9:00.am\./u, showsWait: true };
  await (await look(phone, server, { place: 'You are 3rd', ...before })).close();

  await at('09:10');
  const due = { line: 'The doctor has not started yet.', showsWait: true };
  await (await look(phone, server, { place: 'You are 3rd', ...due })).close();

  await callIn(place, early);
  const running = await look(phone, server, { place: 'You are 2nd', showsWait: true });
  await expect(running.getByText(/has not started|on a break|Expected back/u)).toHaveCount(0);
  await running.close();

  await at('09:25');
  await call(admin, completeConsultation, { id: early.id, body: {} });
  await callIn(place, second);
  await at('09:40');
  await call(admin, completeConsultation, { id: second.id, body: {} });

  await at('12:50');
  const inside = await takeFirst(place, 'Esha Walks');
  await at('13:06');
  const overdue = { line: /will take a break after the current patient/u, showsWait: true };
  await (await look(phone, server, { place: first, ...overdue })).close();

  await call(admin, completeConsultation, { id: inside, body: {} });
  const onBreak = { line: /^The doctor is on a break until 1:3\d.pm\.$/u, showsWait: true };
  await (await look(phone, server, { place: first, ...onBreak })).close();

  await at('13:50');
  const back = await look(phone, server, {
    place: first,
    line: 'The doctor should be back, but has not called anyone yet.',
    showsWait: true,
  });
  await back.close();

  await call(admin, setDoctorStatus, { id: doctor.id, body: { status: 'busy' } });
  await at('14:10');
  const busy = {
    line: /^The doctor is busy and is not calling anyone right now/u,
    showsWait: false,
  };
  await (await look(phone, server, { place: 'You are 1st', ...busy })).close();

  await call(admin, setDoctorStatus, { id: doctor.id, body: { status: 'offline' } });
  await at('14:30');
  const away = { line: /^The doctor is away right now/u, showsWait: false };
  await (await look(phone, server, { place: 'You are 1st', ...away })).close();

  await call(admin, setDoctorStatus, { id: doctor.id, body: { status: 'available' } });
  await callIn(place, own);
  const turn = await phone.newPage();
  await turn.goto('/patient/queue');
  await expect(turn.getByText('It is your turn').first()).toBeVisible();
  await turn.close();
  await at('14:45');
  await call(admin, completeConsultation, { id: own.id, body: {} });

  await at('17:45');
  const over = { line: /^The doctor’s hours are over for today/u, showsWait: false };
  await (await look(await newBrowser(last), server, { place: 'You are 1st', ...over })).close();
});
