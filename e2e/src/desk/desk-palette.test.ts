/** Tests of the desk's command palette: patients, doctors and actions, by keys alone [DESK-6]. */
import { makeTicket } from '@baari/contract/visit/arrival.ts';
import { addLines } from '@baari/contract/lines/shared-line.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { line, makeDoctor, makePatient, makePlace } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

test('using only keys, the desk finds a patient by token, removes the patient, and shows another doctor’s line [DESK-6] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Ketaki Rane');
  await makeDoctor(place.admin, 'Dr. Zubin Daruwala');
  const [first, second] = [
    await line(place, await makePatient(server.origin, 'Kusum Apte')),
    await line(place, await makePatient(server.origin, 'Latika Bose')),
  ];
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  const list = desk.getByRole('list', { name: 'Waiting list' });
  await expect(list.getByRole('article')).toHaveCount(2);
  const palette = desk.getByRole('dialog', { name: 'Search and actions' });

  // Keys typed before the palette has loaded are kept, and trigger no desk shortcut.
  await desk.route(/\/palette-dialog-[^/]+\.js$/u, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type((second.token ?? '').replace('-', '').toLowerCase());
  await expect(palette.getByRole('combobox')).toBeFocused();
  const found = palette.getByRole('option', { name: /Latika Bose/u });
  await expect(found).toHaveAttribute('data-highlighted', '');
  await expect(palette.getByRole('option', { name: /Kusum Apte/u })).toHaveCount(0);
  await expectSound(desk);
  await desk.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(desk.locator(`[data-entry="${second.id}"]`)).toBeFocused();

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('remove');
  const remove = palette.getByRole('option', { name: /Remove from the queue/u });
  await expect(remove).toContainText('Latika Bose');
  await desk.keyboard.press('Enter');
  const asks = desk.getByRole('alertdialog', { name: 'Remove Latika Bose' });
  await asks.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(asks).toHaveCount(0);
  await expect(list.getByRole('article')).toHaveCount(1);
  await expect(desk.locator(`[data-entry="${first.id}"]`)).toBeVisible();

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('zub');
  await expect(palette.getByRole('option', { name: /Dr. Zubin Daruwala/u })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('combobox', { name: 'Doctor' })).toContainText('Dr. Zubin Daruwala');
  await expect(desk.getByText('No queue data available')).toBeVisible();

  // The doctor's name is found when it is typed in Devanagari although it is stored in Latin
  // script.
  await desk.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await desk.keyboard.type('ज़ुबिन');
  await expect(palette.getByRole('option', { name: /Dr. Zubin Daruwala/u })).toBeVisible();
  await desk.keyboard.press('Escape');

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('nobody of that name');
  await expect(palette.getByText('Nothing matches.')).toBeVisible();
});

test('the command palette finds a shared line by its spelling, or by its sound in another script, and shows the line [DESK-6, LINE-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Ila Sathe');
  await call(place.admin, addLines, {
    body: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 7' }] }] },
  });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  const chosen = desk.getByRole('combobox', { name: 'Doctor or line' });
  await expect(chosen).toContainText('Dr. Ila Sathe');
  const lines = desk.getByRole('dialog', { name: 'Search and actions' }).getByRole('group', {
    name: 'Lines',
  });
  for (const typed of ['lab', 'लैबोरेटरी']) {
    await desk.keyboard.press('Control+k');
    await expect(
      desk.getByRole('dialog', { name: 'Search and actions' }).getByRole('combobox'),
    ).toBeFocused();
    await desk.keyboard.type(typed);
    await expect(lines.getByRole('option')).toHaveText(['Laboratory']);
    await desk.keyboard.press('Escape');
    await expect(lines).toHaveCount(0);
  }
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('lab');
  await expect(lines.getByRole('option')).toHaveText(['Laboratory']);
  await desk.keyboard.press('Enter');
  await expect(chosen.locator('option:checked')).toHaveText('Laboratory');
});

test('the command palette finds a patient by a scanned token or ticket, even if Enter is pressed before the search result arrives [DESK-11]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Bakul Clinic', 'Dr. Ila Sathe');
  const other = await makeDoctor(place.admin, 'Dr. Zubin Daruwala');
  const entry = await line(place, await makePatient(server.origin, 'Kusum Apte'));
  const { ticket } = await call(place.admin, makeTicket, { id: entry.id });
  const desk = await (await newBrowser(place.admin)).newPage();
  for (const scanned of [(entry.token ?? '').replace('-', ''), ticket.url]) {
    await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${other.id}`);
    await expect(desk.getByText('No queue data available')).toBeVisible();
    await desk.keyboard.press('Control+k');
    await expect(
      desk.getByRole('dialog', { name: 'Search and actions' }).getByRole('combobox'),
    ).toBeFocused();
    await desk.keyboard.type(scanned);
    await desk.keyboard.press('Enter');
    await expect(desk.locator(`[data-entry="${entry.id}"]`)).toBeFocused();
  }
});

test('one scan of a ticket at the desk checks the patient in wherever the focus is, and triggers no shortcut [DESK-11, ARR-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Bakul Clinic', 'Dr. Ila Sathe');
  const first = await line(place, await makePatient(server.origin, 'Kusum Apte'));
  const entry = await line(place, await makePatient(server.origin, 'Latika Bose'));
  const { ticket } = await call(place.admin, makeTicket, { id: entry.id });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await desk.locator(`[data-entry="${first.id}"]`).focus();
  await scan(desk, ticket.url);
  const found = desk.locator(`[data-entry="${entry.id}"]`);
  await expect(found).toBeFocused();
  await expect(found.getByText(/^Here since/u)).toBeVisible();
  // Letters of the scanned ticket address are also shortcuts of the desk page. They must not have
  // acted on the first patient.
  await expect(windowOn(desk)).toHaveCount(0);
  await expect(desk.locator(`[data-entry="${first.id}"]`)).not.toContainText('Not here since');
  await expect(desk.getByRole('button', { name: 'Check in' })).toHaveCount(1);
});

/** Types as a barcode scanner does: key after key without a pause, into the focused element. */
async function scan(desk: Page, text: string): Promise<void> {
  await desk.evaluate(async (typed) => {
    for (const key of [...Array.from(typed), 'Enter']) {
      const target = document.activeElement ?? document.body;
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      const isTaken = !target.dispatchEvent(event);
      const isText = target instanceof HTMLInputElement && key.length === 1;
      if (isText && !isTaken) document.execCommand('insertText', false, key);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, text);
}
