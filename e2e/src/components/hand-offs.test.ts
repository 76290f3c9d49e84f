/** Tests hand-off notes in a browser: sending a patient on with one, and ticking its lines off. */
import type { HandOff, HandOffLine } from '@baari/contract/visit/hand-offs.ts';
import { queueEntry } from '../../../web/src/live/queue-entry.test-data.ts';
import { expectSound } from '../support/looks.ts';
import { answerBy, expect, test } from './playground.ts';

const laboratory = '00000000-0000-4000-8000-000000000001';

function line(id: string, given: Partial<HandOffLine>): HandOffLine {
  return { id, asks: '', detail: '', isUrgent: false, taken: null, ...given };
}

function note(given: Partial<HandOff>): HandOff {
  return {
    id: 'n1',
    entryId: 'e0',
    at: new Date().toISOString(),
    by: 'Dr. Meera Rao',
    fromName: 'Dr. Meera Rao',
    to: { lineId: laboratory, name: 'Laboratory', service: 'laboratory' },
    isForHere: true,
    mayCorrect: false,
    mayStrike: true,
    lines: [],
    struck: null,
    ...given,
  };
}

test('a doctor sends a patient on with a note: a recent request is one tap, and a detail without a request is named as wrong [LINE-3, VAL-6]', async ({
  page,
  show,
}) => {
  const asked = await answerBy(page, ({ path }) => {
    if (path === '/hospitals/me/hand-off-words') return { json: { words: ['Blood sugar'] } };
    if (path === '/queues/e1/send-on') {
      return { json: { queue: queueEntry({ id: 'e2', status: 'waiting' }) } };
    }
    if (path !== '/queues/e1/next-stops') return undefined;
    const stop = { department: null, service: 'laboratory', why: 'usual', status: 'Available' };
    const stops = [{ ...stop, lineId: laboratory, name: 'Laboratory', isOpen: true, waiting: 2 }];
    return { json: { stops } };
  });
  await show('hand-offs/Sending');
  await page.getByRole('button', { name: 'Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note for Laboratory' });
  await expect(dialog).toContainText('Write no results and no prices.');
  await expect(dialog.getByLabel('What is asked')).toBeFocused();
  await dialog.getByRole('button', { name: 'Blood sugar' }).click();
  await expect(dialog.getByLabel('What is asked')).toHaveValue('Blood sugar');
  await dialog.getByLabel('Detail').fill('fasting');
  await dialog.getByLabel('Urgent').check();
  await dialog.getByRole('button', { name: 'Add a line' }).click();
  await expect(dialog.getByLabel('What is asked').nth(1)).toBeFocused();
  await dialog.getByLabel('Detail').nth(1).fill('left side');
  await dialog.getByRole('button', { name: 'Send on with the note' }).click();
  await expect(dialog.getByLabel('What is asked').nth(1)).toHaveAccessibleDescription(
    'Error: Say what is asked.',
  );
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Remove line 2' }).click();
  await dialog.getByRole('button', { name: 'Send on with the note' }).click();
  await expect
    .poll(() => asked.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toEqual([
      {
        lineId: laboratory,
        comesBack: false,
        handOff: { lines: [{ asks: 'Blood sugar', detail: 'fasting', isUrgent: true }] },
      },
    ]);
});

test('a counter ticks the lines of a note off with name and time, undoes a tick, and unfolds what is struck out [LINE-3]', async ({
  page,
  show,
}) => {
  let lines = [
    line('l1', { asks: 'Blood sugar', detail: 'fasting', isUrgent: true }),
    line('l2', { asks: 'Blood count' }),
  ];
  const struck = { at: new Date().toISOString(), by: 'Dr. Meera Rao' };
  const old = note({ id: 'n0', struck, lines: [line('l0', { asks: 'Urine test' })] });
  await answerBy(page, ({ path, body }) => {
    if (path === '/hand-off-lines/l1/taken') {
      const { isTaken } = body as { isTaken: boolean };
      const taken = isTaken ? { at: new Date().toISOString(), by: 'Kavita Rao' } : null;
      lines = lines.map((each) => (each.id === 'l1' ? { ...each, taken } : each));
    } else if (path !== '/queues/e1/hand-offs') return undefined;
    return { json: { handOffs: [note({ lines }), old] } };
  });
  // The browser's print window would close at once.
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }));
  await show('hand-offs/AtCounter');
  const section = page.getByRole('region', { name: 'Hand-off note' });
  await expect(section).toContainText('0 of 2 done');
  const tick = section.getByRole('checkbox', { name: 'Blood sugar · fasting Urgent' });
  await tick.click();
  await expect(tick).toBeChecked();
  await expect(tick).toHaveAccessibleDescription(/Done: .*Kavita Rao/u);
  await expect(section).toContainText('1 of 2 done');
  await expectSound(page);
  await tick.click();
  await expect(section).toContainText('0 of 2 done');
  await expect(section.getByText('Urine test')).toBeHidden();
  await section.getByRole('button', { name: 'Show 1 other note' }).click();
  await expect(section).toContainText('Struck out:');
  await section.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-hand-off')).toContainText('C-005');
  await expect(page.locator('.print-hand-off')).toContainText('Urgent: Blood sugar · fasting');
});

test('a doctor corrects an own note until the laboratory has called, and then writes a new one [LINE-3]', async ({
  page,
  show,
}) => {
  let mayCorrect = true;
  const lines = [line('l1', { asks: 'Blood sugar' })];
  const asked = await answerBy(page, ({ path }) => {
    if (path === '/hospitals/me/hand-off-words') return { json: { words: [] } };
    if (path.endsWith('/correct') || path === '/queues/e2/hand-offs') {
      return { json: { handOffs: [] } };
    }
    if (path !== '/hospitals/me/hand-offs') return undefined;
    const whose = { patientName: 'Asha Rao', token: 'C-005', openEntryId: 'e2' };
    const hospital = { name: 'Nadi Clinic', timeZone: 'Asia/Kolkata' };
    return { json: { handOffs: [{ ...note({ lines, mayCorrect }), ...whose, hospital }] } };
  });
  await show('hand-offs/Own');
  const own = page.getByRole('region', { name: 'Your hand-off notes today' }).first();
  await expect(own).toContainText('C-005Asha Rao');
  await expect(own).toContainText('0 of 1 done');
  await own.getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the note for Laboratory' });
  await dialog.getByLabel('What is asked').fill('HbA1c');
  mayCorrect = false;
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await own.getByRole('button', { name: 'Write a new note' }).click();
  const fresh = page.getByRole('dialog', { name: 'Note for Laboratory' });
  await fresh.getByLabel('What is asked').fill('Urine test');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(fresh).toHaveCount(0);
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path, body }) => [path, body])).toEqual([
    ['/hand-offs/n1/correct', { lines: [{ asks: 'HbA1c', detail: '', isUrgent: false }] }],
    [
      '/queues/e2/hand-offs',
      { lineId: laboratory, lines: [{ asks: 'Urine test', detail: '', isUrgent: false }] },
    ],
  ]);
});
