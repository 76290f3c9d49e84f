/**
 * Two receptionists and a doctor work on one queue at once, each on their own screen, with random
 * actions. At the end every screen shows the server's data. BAARI_STORM_SEED repeats a run,
 * BAARI_STORM_STEPS makes it longer.
 */
import { getDoctorQueue, type StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { chanceFrom } from '../support/chance.ts';
import { expect, test } from '../support/fixtures.ts';
import { line, makePatient, makePlace, makeStaff } from '../support/people.ts';

const seed = Number(process.env['BAARI_STORM_SEED'] ?? 20_261_121);
const steps = Number(process.env['BAARI_STORM_STEPS'] ?? 14);
const people = 9;

const deskActions = [
  'Move up',
  'Move up',
  'Move down',
  'Move down',
  'Not here',
  'Mark as back',
  'Check in',
  'Call again',
  'Add notes',
] as const;

/**
 * Presses a random button of a patient's row, if it still exists. A colleague's action may have
 * removed it already.
 */
async function pressAtDesk(page: Page, chance: () => number, turn: number): Promise<void> {
  const rows = page.getByRole('list', { name: 'Active Queue' }).getByRole('article');
  const count = await rows.count();
  if (count === 0) return;
  const name = deskActions[Math.floor(chance() * deskActions.length)] ?? 'Move up';
  const row = rows.nth(Math.floor(chance() * count));
  const button = row.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) return;
  try {
    await button.click({ timeout: 1500 });
    if (name !== 'Add notes') return;
    const dialog = page.getByRole('dialog', { name: 'Add Notes' });
    await dialog.getByLabel('Notes').fill(`Note ${turn}`, { timeout: 3000 });
    await dialog.getByRole('button', { name: 'Add Notes' }).click({ timeout: 3000 });
    await expect(dialog).toHaveCount(0, { timeout: 3000 });
  } catch {
    // The row moved, or a colleague changed the same patient first. The test expects such
    // conflicts.
    await page.keyboard.press('Escape');
  }
}

async function pressAtConsole(page: Page, chance: () => number): Promise<void> {
  const names = ['Call In', 'Call In', 'Complete Consultation', 'Not here'];
  const name = names[Math.floor(chance() * names.length)] ?? 'Call In';
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) return;
  try {
    await button.click({ timeout: 1500 });
  } catch {
    // A colleague acted first, so the button is gone.
  }
}

/**
 * The names of the waiting patients that a screen shows. They include patients whose rows are not
 * rendered because they are below the viewport.
 */
function namesAt(page: Page, list: string): Promise<string[]> {
  return page
    .getByRole('list', { name: list })
    .getByRole('heading', { level: 4 })
    .allTextContents();
}

test('two receptionists and a doctor work on one queue at once, and every screen agrees at the end [EV-7, EV-9, ERR-8, INV-1] @gate', async ({
  newBrowser,
  server,
  trouble,
}) => {
  test.setTimeout(240_000);
  // The slower of two conflicting requests is refused with 409.
  trouble.allow(/^409 (?:GET|POST|PUT|DELETE) \/api\/queues\/[^/]+(?:\/[a-z-]+)?$/u);
  const place = await makePlace(server.origin, 'Toofan Clinic', 'Dr. Ishaan Rao');
  for (let index = 0; index < people; index += 1) {
    await line(place, await makePatient(server.origin, `Patient ${index + 1}`));
  }
  const [asha, bhim] = await Promise.all([
    makeStaff(place, 'Asha Kale', 'receptionist'),
    makeStaff(place, 'Bhim Rane', 'receptionist'),
  ]);
  const desks = await Promise.all(
    [asha, bhim].map(async (account) => {
      const page = await (await newBrowser(account)).newPage();
      await page.goto(`/staff/queue/${place.hospital.id}?tab=queue`);
      await expect(page.getByRole('article', { name: 'Patient 1', exact: true })).toBeVisible();
      return page;
    }),
  );
  const doctor = await (await newBrowser(place.admin)).newPage();
  await doctor.goto(`/doctor/console/${place.doctor.id}`);
  await expect(doctor.getByRole('button', { name: 'Call In' })).toBeVisible();

  const chance = chanceFrom(seed);
  const chances = [chance, chance, chance].map(() => chanceFrom(Math.floor(chance() * 2 ** 31)));
  for (let turn = 0; turn < steps; turn += 1) {
    await Promise.all([
      ...desks.map((page, index) => pressAtDesk(page, chances[index] ?? chance, turn)),
      pressAtConsole(doctor, chances[2] ?? chance),
    ]);
  }

  async function truth(): Promise<StaffEntry[]> {
    const { queue } = await call(place.admin, getDoctorQueue, { id: place.doctor.id });
    return queue;
  }
  // Compares repeatedly, because the last request may not have been answered at the first
  // comparison.
  async function expectTruth(shown: () => Promise<string[]>): Promise<void> {
    await expect(async () => {
      expect(await shown(), `seed ${seed}`).toEqual(await waitingNames(truth));
    }).toPass({ timeout: 20_000 });
  }
  for (const page of desks) await expectTruth(() => namesAt(page, 'Active Queue'));
  await expectTruth(() =>
    doctor.getByRole('list').last().locator('p.font-semibold').allTextContents(),
  );
});

async function waitingNames(truth: () => Promise<StaffEntry[]>): Promise<string[]> {
  const queue = await truth();
  return queue.filter(({ status }) => status === 'waiting').map(({ patient }) => patient.fullName);
}
