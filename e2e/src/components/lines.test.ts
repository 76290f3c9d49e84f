/** Laying out lines and working at a counter, one screen at a time: what they show, and what they send. */
import type { ServicePoint, SharedLine } from '@baari/contract/shared-line.ts';
import { expectHindiOnly } from '../language.ts';
import { expectSound, expectSoundBriefly } from '../looks.ts';
import { answerBy, expect, test } from './stage.ts';

const theirNames = new Set(['Laboratory', 'Pharmacy', 'Counter 1', 'Counter 2', 'Room 4', 'B-101']);

function point(given: Partial<ServicePoint> = {}): ServicePoint {
  return {
    id: 'pt1',
    lineId: 'l1',
    name: 'Counter 1',
    doctor: null,
    state: 'closed',
    since: null,
    by: null,
    serving: null,
    ...given,
  };
}

function line(given: Partial<SharedLine> = {}): SharedLine {
  return {
    id: 'l1',
    name: 'Laboratory',
    kind: 'laboratory',
    department: null,
    room: 'Room 4',
    order: 'end',
    returnsEvery: 3,
    isOpen: true,
    next: [],
    points: [point(), point({ id: 'pt2', name: 'Counter 2', state: 'open' })],
    waiting: 2,
    inside: 0,
    version: 1,
    ...given,
  };
}

const refusedAs = (code: string) => ({
  status: 409,
  json: { error: 'No.', details: 'No.', code },
});

test('Nobody has set up lines yet: the page explains itself, and a template sets up all of its lines at once, as they were changed [LINE-1]', async ({
  page,
  show,
}) => {
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path !== '/hospital/lines') return undefined;
    return method === 'GET' ? { json: { lines: [] } } : { status: 201, json: { lines: [] } };
  });
  await show('lines/Lines');
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Start from a template' }).click();
  const window = page.getByRole('dialog', { name: 'Start from a template' });
  await window.getByRole('radio', { name: 'Outpatient department' }).check();
  await expectSoundBriefly(page);
  await window.getByRole('button', { name: 'Leave out Any doctor' }).click();
  const second = window.getByRole('group', { name: 'Line 2' });
  await second.getByRole('textbox').fill('Weight and pressure');
  await second.getByRole('button', { name: '2 counters' }).click();
  await window.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(window).toHaveCount(0);
  const sent = asked.find(({ method }) => method === 'POST');
  const facts = { department: null, room: null, returnsEvery: 3 };
  const counters = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Counter ${at + 1}`, doctorId: null }));
  expect(sent?.body).toEqual({
    inOrder: true,
    lines: [
      {
        ...facts,
        kind: 'registration',
        name: 'Registration',
        order: 'arrival',
        points: counters(2),
      },
      {
        ...facts,
        kind: 'vitals',
        name: 'Weight and pressure',
        order: 'arrival',
        points: counters(2),
      },
      { ...facts, kind: 'pharmacy', name: 'Pharmacy', order: 'end', points: counters(2) },
    ],
  });
});

test('Each line says how many wait, by which order and at which counters; what is refused is said in words, and nothing is left in English [LINE-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  const pharmacy = line({ id: 'l2', name: 'Pharmacy', kind: 'pharmacy', points: [], waiting: 0 });
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path === '/hospital/lines' && method === 'GET') {
      return { json: { lines: [line({ next: ['l2'] }), pharmacy] } };
    }
    if (method === 'DELETE')
      return refusedAs(path.includes('points') ? 'point_in_use' : 'line_in_use');
    if (path.endsWith('/points') || path.startsWith('/hospital/points')) {
      return refusedAs('point_exists');
    }
    return { json: { line: line() } };
  });
  await show('lines/Lines');
  const card = page.getByRole('listitem', { name: 'Laboratory' });
  await expect(card).toContainText('2 wait, nobody is served');
  await expect(card).toContainText('Usually nextPharmacy');
  await expect(page.getByText('No counter yet')).toBeVisible();
  await expectSound(page);

  await card.getByRole('button', { name: 'Remove Counter 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Somebody is being served here.')).toBeVisible();
  await card.getByRole('button', { name: 'Remove Laboratory' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('People still wait in this line')).toBeVisible();

  await card.getByRole('button', { name: 'Add counter to Laboratory' }).click();
  const adding = page.getByRole('dialog', { name: 'Add counter to Laboratory' });
  await expect(adding.getByRole('textbox')).toHaveValue('Counter 3');
  await adding.getByRole('button', { name: 'Add counter' }).click();
  await expect(adding.getByRole('alert')).toContainText('has a service point of this name');
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Take nobody new into Laboratory' }).click();
  await expect
    .poll(() => asked.find(({ path }) => path === '/hospital/lines/l1/open')?.body)
    .toEqual({ isOpen: false });

  await show('lines/Lines', 'hi');
  await page.getByRole('listitem', { name: 'Laboratory' }).waitFor();
  await expectHindiOnly(page, theirNames);
  await expectSoundBriefly(page);
});

test('A line is saved with what was looked at; what a colleague saved meanwhile is said, not overruled [LINE-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  let shown = line();
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (method === 'GET') return { json: { lines: [shown, line({ id: 'l2', name: 'Pharmacy' })] } };
    if (shown.room === 'Room 4') {
      shown = line({ room: 'Room 9' });
      return refusedAs('changed_meanwhile');
    }
    return { json: { line: shown } };
  });
  await show('lines/Lines');
  await page.getByRole('button', { name: 'Change Laboratory' }).click();
  const window = page.getByRole('dialog', { name: 'Change Laboratory' });
  await window.getByRole('radio', { name: 'Returns go next' }).check();
  const every = window.getByRole('spinbutton');
  await every.fill('1');
  const save = window.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await every.fill('4');
  await window.getByRole('combobox', { name: 'Add a line or a doctor' }).selectOption('Pharmacy');
  await expectSoundBriefly(page);
  await save.click();
  await expect(window.getByRole('textbox', { name: 'Where to wait' })).toHaveValue('Room 9');
  await save.click();
  await expect(window).toHaveCount(0);
  const saves = asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const said = {
    name: 'Laboratory',
    department: null,
    order: 'returns_next',
    returnsEvery: 4,
    next: ['l2'],
  };
  expect(saves).toMatchObject([
    { ...said, room: 'Room 4', seen: { room: 'Room 4', order: 'end', next: [] } },
    { ...said, room: 'Room 9', seen: { room: 'Room 9' } },
  ]);
});

test('The lines cannot be read: the page says so and reads them again when asked to [LINE-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^403 /u);
  let isThere = false;
  await answerBy(page, ({ path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    const no = { error: 'No.', details: 'No.', code: 'forbidden' };
    return isThere ? { json: { lines: [line()] } } : { status: 403, json: no };
  });
  await show('lines/Lines');
  await expect(page.getByRole('alert')).toContainText('The lines could not be read');
  await expectSoundBriefly(page);
  isThere = true;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('listitem', { name: 'Laboratory' })).toBeVisible();
});
