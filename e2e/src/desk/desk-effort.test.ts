/**
 * Counts the keys, clicks and seconds of the desk's usual tasks with sixty patients waiting. The
 * figures are printed and not asserted; the test fails only if a task cannot be done.
 */
import type { Locator, Page } from '@playwright/test';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { call } from '../support/api.ts';
import { publishFigures } from '../figures/figures.ts';
import { expect, test } from '../support/fixtures.ts';
import { ask, makeDoctor, makePatient, makePlace } from '../support/people.ts';

const waiting = 60;

/** A hand that counts what it does. The seconds are those of the browser, not of a person. */
class Hand {
  keys = 0;
  clicks = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
}

test('the keys, clicks and seconds of the desk’s tasks with sixty patients waiting [ARR-2, ADM-5, ADM-6, DAY-2, DESK-6]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(300_000);
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Ira Sen');
  const other = await makeDoctor(place.admin, 'Dr. Ravi Nair');
  for (let nth = 1; nth <= waiting; nth += 1) {
    const doctorId = nth % 2 === 0 ? place.doctor.id : other.id;
    const body = { name: `Person ${nth}`, phone: '', doctorId };
    await call(place.admin, addWalkIn, { body });
  }
  for (const name of ['Asha Rao', 'Bina Roy', 'Charu Das']) {
    await ask(await makePatient(server.origin, name), place.doctor.id);
  }
  const page = await (await newBrowser(place.admin)).newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/staff/queue/${place.hospital.id}?tab=queue`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  const row = (name: string) => page.getByRole('article', { name, exact: true });
  const requests = page.getByRole('list', { name: 'Pending Approvals' });
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');
  await expect(row('Person 2')).toBeVisible();
  const lines: string[] = [];

  async function measure(task: string, work: (hand: Hand) => Promise<void>): Promise<void> {
    const hand = new Hand(page);
    const begun = Date.now();
    await work(hand);
    await expect(dialog.or(question)).toHaveCount(0);
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    lines.push(
      `${task.padEnd(28)} ${String(hand.clicks).padStart(6)} ${String(hand.keys).padStart(6)} ${seconds.padStart(8)}`,
    );
  }

  await measure('walk-in, first of the day', async (hand) => {
    await hand.press('w');
    await expect(dialog.getByLabel('Full name')).toBeFocused();
    await hand.type('Mohan Lal');
    await hand.press('Tab', 'Tab');
    await hand.type('Dr. I');
    await hand.click(dialog.getByRole('button', { name: 'Add to the queue' }));
    await expect(dialog).toContainText('Mohan Lal');
    await expect(dialog).toContainText('Dr. Ira Sen');
    await hand.press('Enter', 'Escape');
  });
  await measure('walk-in, each further one', async (hand) => {
    await hand.press('w');
    await expect(dialog.getByLabel('Full name')).toBeFocused();
    await hand.type('Nalini Bose');
    await hand.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeFocused();
    await hand.press('Enter', 'Escape');
  });
  await measure('emergency, name unknown', async (hand) => {
    await hand.press('!');
    await expect(dialog.getByLabel('Full name')).toBeFocused();
    await hand.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeFocused();
    await hand.press('Enter', 'Escape');
  });
  await measure('move to the first place', async (hand) => {
    await hand.click(row('Person 10'));
    await hand.press('g');
    await expect(dialog.getByRole('spinbutton')).toBeFocused();
    await hand.press('Enter');
  });
  await measure('reprint a ticket', async (hand) => {
    await hand.click(await named(row('Person 8')));
    await hand.click(row('Person 8').getByRole('button', { name: 'Ticket' }));
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeFocused();
    await hand.press('Enter', 'Escape');
  });
  await measure('approve', async (hand) => {
    await hand.press('p');
    await expect(page.getByRole('listitem').filter({ hasText: 'Asha Rao' })).toBeFocused();
    await hand.press('a');
    await expect(requests.getByRole('article', { name: 'Asha Rao' })).toHaveCount(0);
  });
  await measure('reject, with a new reason', async (hand) => {
    await hand.press('r');
    await expect(question.getByRole('textbox')).toBeFocused();
    await hand.type('The clinic closes');
    await hand.click(question.getByRole('button', { name: 'Reject Request' }));
  });
  await expect(requests.getByRole('article', { name: 'Bina Roy' })).toHaveCount(0);
  await measure('reject, with a recent reason', async (hand) => {
    await hand.click(requests.getByRole('button', { name: 'Reject' }).first());
    await expect(question.getByRole('textbox')).toBeFocused();
    await hand.click(question.getByRole('button', { name: 'The clinic closes' }));
    await hand.click(question.getByRole('button', { name: 'Reject Request' }));
  });
  await measure('call the first patient', async (hand) => {
    await hand.click(row('Person 10'));
    await hand.press('s');
    await expect(page.getByText('one patient inside')).toBeVisible();
  });
  await measure('complete the visit', async (hand) => {
    const doctors = page
      .getByRole('region', { name: 'Doctors now' })
      .or(page.locator('section', { hasText: 'Doctors now' }));
    await hand.click(doctors.getByRole('button', { name: /, with Dr\. Ira Sen/u }));
    await hand.click(page.getByRole('button', { name: 'Complete', exact: true }));
    await expect(page.getByText('nobody inside')).toBeVisible();
  });
  await measure('no-show', async (hand) => {
    await hand.click(row('Person 6'));
    await hand.press('m');
    await hand.click(question.getByRole('button', { name: 'No show' }));
    await expect(row('Person 6')).toHaveCount(0);
  });
  await measure('a doctor is absent', async (hand) => {
    await hand.click(page.getByRole('button', { name: 'Record absence: Dr. Ira Sen' }));
    await hand.click(dialog.getByRole('button', { name: 'Set Offline' }));
    await expect(page.getByText('Dr. Ira Sen is Offline today').first()).toBeVisible();
  });
  const head = `${'task'.padEnd(28)} ${'clicks'.padStart(6)} ${'keys'.padStart(6)} ${'seconds'.padStart(8)}`;
  publishFigures('desk effort', `\n${[head, ...lines].join('\n')}`);
});

/** The button with the patient's name, which opens the row. */
async function named(row: Locator): Promise<Locator> {
  const name = row.getByRole('button', { expanded: false }).first();
  await name.waitFor();
  return name;
}
