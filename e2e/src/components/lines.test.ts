/**
 * Tests of single components for setting up lines and working at a counter: what they show, and
 * what they send.
 */
import type { Counter } from '@baari/contract/lines/counter.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { ServicePoint, SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { Locator } from '@playwright/test';
import {
  queueDoctor,
  queueEntry,
  queuePatient,
} from '../../../web/src/live/queue-entry.test-data.ts';
import { expectHindiOnly } from '../support/language.ts';
import { brokenTokens, expectSound, expectSoundBriefly } from '../support/looks.ts';
import { answerBy, expect, test } from './playground.ts';
import { windowOn } from '../support/windows.ts';

const theirNames = new Set(['Laboratory', 'Pharmacy', 'Counter 1', 'Counter 2', 'Room 4', 'B-101']);

function point(given: Partial<ServicePoint> = {}): ServicePoint {
  return {
    id: 'pt1',
    lineId: 'l1',
    name: 'Counter 1',
    names: {},
    doctor: null,
    state: 'closed',
    since: null,
    by: null,
    staff: [],
    hours: [],
    serving: null,
    ...given,
  };
}

function line(given: Partial<SharedLine> = {}): SharedLine {
  return {
    id: 'l1',
    name: 'Laboratory',
    names: {},
    kind: 'laboratory',
    department: null,
    room: 'Room 4',
    order: 'end',
    returnsEvery: 3,
    isOpen: true,
    asksFromHome: false,
    takesBookings: false,
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

test('a page without shared lines explains what shared lines are, and an administrator creates lines from an edited template [LINE-1]', async ({
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
  await window.getByRole('button', { name: 'Do not set up Any doctor' }).click();
  const second = window.getByRole('group', { name: 'Line 2' });
  await second.getByRole('textbox').fill('Weight and pressure');
  await second.getByRole('button', { name: '2 counters' }).click();
  await window.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(window).toHaveCount(0);
  const sent = asked.find(({ method }) => method === 'POST');
  const facts = {
    names: {},
    department: null,
    room: null,
    returnsEvery: 3,
    asksFromHome: false,
  };
  const counters = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `Counter ${at + 1}`,
      names: {},
      doctorId: null,
      hours: [],
    }));
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

test('the token at a counter is never split over two lines of text, because half a token could be another patient’s token [ARR-3, LINE-1]', async ({
  page,
  show,
}) => {
  const by = { id: 'u1', name: 'Asha Rao' };
  const serving = { entryId: 'e1', token: 'A-019', since: null };
  await answerBy(page, ({ path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path !== '/hospital/lines') return undefined;
    return { json: { lines: [line({ points: [point({ state: 'open', by, serving })] })] } };
  });
  await show('lines/Lines');
  await expect(page.getByText('serving A-019')).toBeVisible();
  for (let width = 260; width <= 420; width += 4) {
    await page.setViewportSize({ width, height: 740 });
    expect(await brokenTokens(page), `${width} px`).toEqual([]);
  }
});

test('an administrator chooses which desk staff work at a counter, and their names are shown at the counter [LINE-2]', async ({
  page,
  show,
}) => {
  const asha = { id: 'u1', name: 'Asha Rao' };
  const member = (userId: string, name: string, role: string) => ({
    userId,
    name,
    role,
    email: null,
    title: null,
    doctorId: null,
    joinedAt: '2026-01-01T00:00:00.000Z',
  });
  const members = [
    member('u1', 'Asha Rao', 'receptionist'),
    member('u2', 'Bela Shah', 'receptionist'),
    member('u3', 'Dr. Nita Joshi', 'doctor'),
  ];
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path === '/hospital/team') {
      const total = { members: 3, requests: 0, invitations: 0 };
      const next = { members: null, requests: null, invitations: null };
      return { json: { members, requests: [], invitations: [], total, next } };
    }
    if (path === '/hospital/lines') {
      return { json: { lines: [line({ points: [point({ staff: [asha] })] })] } };
    }
    return method === 'PUT' ? { json: { line: line() } } : undefined;
  });
  await show('lines/Lines');
  await expect(page.getByText('Only Asha Rao')).toBeVisible();
  await page.getByRole('button', { name: 'Who works at Counter 1' }).click();
  const window = page.getByRole('dialog', { name: 'Who works at Counter 1' });
  await expect(window.getByRole('checkbox')).toHaveCount(2);
  await expect(window.getByLabel('Asha Rao')).toBeChecked();
  await expectSound(page);
  await window.getByLabel('Asha Rao').uncheck();
  await expect(window.getByText('any receptionist may open it')).toBeVisible();
  await window.getByLabel('Bela Shah').check();
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toHaveCount(0);
  const sent = asked.find(({ method }) => method === 'PUT');
  expect(sent?.path).toBe('/hospital/points/pt1/staff');
  expect(sent?.body).toEqual({ staffIds: ['u2'], seen: { staffIds: ['u1'] } });
});

test('the page of shared lines shows each line’s waiting patients, order and counters, explains refusals, and leaves no text in English [LINE-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  const pharmacy = line({ id: 'l2', name: 'Pharmacy', kind: 'pharmacy', points: [], waiting: 0 });
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path === '/hospital/lines' && method === 'GET') {
      const ours = line({ department: 'Pediatrics', next: ['l2'] });
      return { json: { lines: [ours, pharmacy] } };
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
  await expect(card).toContainText('2 waiting, nobody is being served');
  await expect(card).toContainText('Usually nextPharmacy');
  await expect(page.getByText('No counter yet')).toBeVisible();
  await expectSound(page);

  await card.getByRole('button', { name: 'Remove Counter 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const calls = page.getByRole('alert');
  await expect(calls.filter({ hasText: 'A patient is being served here.' })).toBeVisible();
  await card.getByRole('button', { name: 'Remove Laboratory' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(
    calls.filter({ hasText: 'Patients are still waiting or being served in this line' }),
  ).toBeVisible();

  await card.getByRole('button', { name: 'Add counter to Laboratory' }).click();
  const adding = page.getByRole('dialog', { name: 'Add counter to Laboratory' });
  await expect(adding.getByRole('textbox')).toHaveValue('Counter 3');
  await adding.getByRole('button', { name: 'Add counter' }).click();
  await expect(adding.getByRole('alert')).toContainText('already has a service point of this name');
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Stop accepting patients for Laboratory' }).click();
  await expect
    .poll(() => asked.find(({ path }) => path === '/hospital/lines/l1/open')?.body)
    .toEqual({ isOpen: false });

  await show('lines/Lines', 'hi');
  await page.getByRole('listitem', { name: 'Laboratory' }).waitFor();
  await expectHindiOnly(page, theirNames);
  await expectSoundBriefly(page);
});

test('a save that conflicts with a colleague’s change is refused with an explanation, and overwrites nothing [LINE-1]', async ({
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
  await window.getByRole('radio', { name: 'Patients who come back go next' }).check();
  const every = window.getByRole('spinbutton');
  await every.fill('1');
  const save = window.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  // A number can be typed in the digits of the reader's language.
  await every.press('ControlOrMeta+A');
  await page.keyboard.insertText('४');
  await expect(every).toHaveValue('4');
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

test('an administrator translates the names of a line and a counter by keyboard on a narrow phone, without overwriting a colleague’s names [LINE-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  let shown = line({ names: { ur: 'لیبارٹری' } });
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (path === '/hospital') return { json: { hospital: { languages: ['ta', 'en'] } } };
    if (method === 'GET') return { json: { lines: [shown] } };
    if (path === '/hospital/lines/l1' && shown.names['ta'] === undefined) {
      shown = line({ names: { ur: 'لیبارٹری', ta: 'ஆய்வகம்' } });
      return refusedAs('changed_meanwhile');
    }
    return { json: { line: shown } };
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await show('lines/Lines');
  await page.getByRole('button', { name: 'Change Laboratory' }).click();
  const window = page.getByRole('dialog', { name: 'Change Laboratory' });
  const hindi = window.getByRole('textbox', { name: 'हिन्दी – Hindi' });
  await expect(hindi).toBeHidden();
  await window.getByText('Names in other languages').focus();
  await page.keyboard.press('Enter');
  // The fields for the hospital's own languages come first.
  await expect(window.locator('details input').first()).toHaveAttribute('lang', 'ta');
  await hindi.fill('प्रयोगशाला');
  const urdu = window.getByRole('textbox', { name: 'اردو – Urdu' });
  await expect(urdu).toHaveValue('لیبارٹری');
  await expect(urdu).toHaveCSS('direction', 'rtl');
  await expect(hindi).toHaveCSS('direction', 'ltr');
  await expectSoundBriefly(page);
  const save = window.getByRole('button', { name: 'Save' });
  await save.click();
  // The text appears twice: at the field itself, and in the list of fields that both people
  // changed.
  await expect(window.getByText('Names in other languages')).toHaveCount(2);
  await save.click();
  await expect(window).toHaveCount(0);
  await page.getByRole('button', { name: 'Rename Counter 1' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Counter 1' });
  await renaming.getByText('Names in other languages').click();
  await renaming.getByRole('textbox', { name: 'हिन्दी – Hindi' }).fill('काउंटर 1');
  await expectSoundBriefly(page);
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming).toHaveCount(0);
  const saves = asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(saves).toMatchObject([
    { names: { ur: 'لیبارٹری', hi: 'प्रयोगशाला' }, seen: { names: { ur: 'لیبارٹری' } } },
    { seen: { names: { ur: 'لیبارٹری', ta: 'ஆய்வகம்' } } },
    { name: 'Counter 1', names: { hi: 'काउंटर 1' }, seen: { name: 'Counter 1', names: {} } },
  ]);
});

test('an administrator plans the opening hours of a counter, and an end before the beginning cannot be saved [LINE-1, QST-12]', async ({
  page,
  show,
}) => {
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/doctors') return { json: { doctors: [], next: null } };
    if (method === 'GET') return { json: { lines: [line()] } };
    return { json: { line: line() } };
  });
  await show('lines/Lines');
  await page.getByRole('button', { name: 'Planned hours of Counter 1' }).click();
  const window = page.getByRole('dialog', { name: 'Planned hours of Counter 1' });
  await expect(window.getByText('No plan: the counter may be open at any time.')).toBeVisible();
  await window.getByRole('button', { name: 'Add hours' }).click();
  await window.getByLabel('Opens').fill('14:00');
  await window.getByLabel('Closes').fill('10:30');
  const save = window.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await window.getByLabel('Closes').fill('17:30');
  await expectSoundBriefly(page);
  await save.click();
  await expect(window).toHaveCount(0);
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
    { name: 'Counter 1', hours: [{ from: '14:00', to: '17:30' }], seen: { hours: [] } },
  ]);
});

test('when the shared lines cannot be loaded, the page says so and loads them on request [LINE-1]', async ({
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
  await expect(page.getByRole('alert')).toContainText('The lines could not be loaded');
  await expectSoundBriefly(page);
  isThere = true;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('listitem', { name: 'Laboratory' })).toBeVisible();
});

/** Makes the queue entry of a patient who waits for the laboratory, named Ravi by default. */
function waits({ name = 'Ravi', ...given }: Partial<StaffEntry> & { name?: string }): StaffEntry {
  return queueEntry({
    status: 'waiting',
    position: 1,
    joinedAt: new Date().toISOString(),
    token: 'B-100',
    patient: queuePatient(name),
    doctor: {
      ...queueDoctor('l1'),
      name: 'Laboratory',
      specialty: '',
      department: '',
      service: 'laboratory',
    },
    ...given,
  });
}

/**
 * Whether two elements overlap on the screen: `covered` if so, `free` if not, `nowhere` if one of
 * them is not shown.
 */
async function lies(one: Locator, other: Locator): Promise<'free' | 'covered' | 'nowhere'> {
  const [over, under] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (over === null || under === null) return 'nowhere';
  const isBeside = over.x + over.width <= under.x || under.x + under.width <= over.x;
  const isApart = over.y + over.height <= under.y || under.y + under.height <= over.y;
  return isBeside || isApart ? 'free' : 'covered';
}

function counter(given: Partial<Counter> = {}): Counter {
  const dayEndsAt = new Date(Date.now() + 86_400_000).toISOString();
  return {
    point: point(),
    line: line(),
    serving: null,
    waiting: [],
    named: [],
    dayEndsAt,
    ...given,
  };
}

test('when a counter completes the step of a patient whose next line is closed, the counter says that the patient joins that line later [LINE-3]', async ({
  page,
  show,
}) => {
  const lalita = waits({ id: 'e1', token: 'B-101', position: 0, name: 'Lalita Singh' });
  const startedAt = '2026-03-12T05:00:00.000Z';
  let now = counter({
    point: point({ state: 'open' }),
    serving: { ...lalita, status: 'in_progress', startedAt },
  });
  await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/points/pt1' && method === 'GET') return { json: { counter: now } };
    if (!path.endsWith('/finish')) return undefined;
    now = { ...now, serving: null };
    return { json: { queue: lalita, next: null, shut: { id: 'l9', name: 'Pharmacy' } } };
  });
  await show('lines/Counter');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const calls =
    'Pharmacy is not taking patients right now. The patient joins it automatically when it reopens. Until then the desk can send them elsewhere.';
  await expect(page.getByText(calls, { exact: false }).first()).toBeVisible();
  await expectSoundBriefly(page);
});

test('a staff member opens a counter, calls the next patient with one key, repeats the call and completes the visit, and each action is sent once [LINE-2]', async ({
  page,
  show,
}) => {
  const lalita = waits({
    id: 'e1',
    token: 'B-101',
    position: 1,
    name: 'Lalita Singh',
  });
  const kiran = waits({
    id: 'e2',
    token: 'B-102',
    position: 2,
    name: 'Kiran Dutt',
    hold: { calledAt: new Date().toISOString(), calls: 1, backAt: null },
  });
  let now = counter({ waiting: [lalita, kiran] });
  const asked = await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/points/pt1' && method === 'GET') return { json: { counter: now } };
    if (path.endsWith('/state')) {
      const open = point({ state: 'open' });
      now = { ...now, point: open, line: line({ points: [open] }) };
      return { json: { line: now.line } };
    }
    if (path.endsWith('/call-next')) {
      const serving = {
        ...lalita,
        status: 'in_progress' as const,
        startedAt: '2026-03-12T05:00:00.000Z',
      };
      now = { ...now, serving, waiting: [kiran] };
      return { json: { queue: serving } };
    }
    if (path.endsWith('/call-again')) return { json: { queue: lalita } };
    if (path.endsWith('/finish')) {
      now = { ...now, serving: null };
      return { json: { queue: lalita, next: null, shut: null } };
    }
    return undefined;
  });
  await show('lines/Counter');
  await expect(page.getByRole('heading', { name: 'This counter is closed' })).toBeVisible();
  await expectSoundBriefly(page);
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Open counter' }).click();
  await expect(page.getByRole('button', { name: 'Call next' })).toBeEnabled();
  await expect(page.getByText('Called but not here')).toBeVisible();
  await page.keyboard.press('F9');
  const served = page.getByRole('region', { name: 'Lalita Singh' });
  await expect(served).toContainText('B-101');
  await expectSound(page);
  await page.keyboard.press('F8');
  await expect(page.getByText('Lalita Singh is called again.').first()).toBeVisible();
  await page.getByRole('button', { name: 'No show' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Mark Lalita Singh as no show?' });
  await expect(asking).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asking).toHaveCount(0);
  await served.getByRole('button', { name: 'Complete', exact: true }).click();
  // The button "Call next" does not call a patient who missed the first call.
  await expect(page.getByText('Everyone waiting was called but was not here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call next' })).toBeDisabled();
  const writes = asked.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ path, body }) => [path, body])).toEqual([
    ['/hospital/points/pt1/state', { state: 'open' }],
    ['/hospital/points/pt1/call-next', null],
    ['/hospital/points/pt1/call-again', null],
    ['/hospital/points/pt1/finish', { as: 'completed', entryId: 'e1' }],
  ]);

  await show('lines/Counter', 'hi');
  await page.getByRole('heading', { name: 'Counter 1' }).waitFor();
  await expectHindiOnly(page, new Set([...theirNames, 'Lalita Singh', 'Kiran Dutt', 'B-102']));
  await expectSoundBriefly(page);
});

test('with the keyboard, the focus at a counter moves to the newly shown content after each call and completion [LINE-2]', async ({
  page,
  show,
}) => {
  const lalita = waits({ id: 'e1', token: 'B-101', position: 1, name: 'Lalita Singh' });
  const open = point({ state: 'open' });
  const before = counter({ point: open, line: line({ points: [open] }), waiting: [lalita] });
  const startedAt = new Date().toISOString();
  let now = before;
  await answerBy(page, ({ method, path }) => {
    if (path === '/hospital/points/pt1' && method === 'GET') return { json: { counter: now } };
    if (path.endsWith('/call-next')) {
      const serving = { ...lalita, status: 'in_progress' as const, startedAt };
      now = { ...now, serving, waiting: [] };
      return { json: { queue: serving } };
    }
    if (path.endsWith('/finish')) {
      now = before;
      return { json: { queue: lalita, next: null, shut: null } };
    }
    return undefined;
  });
  await show('lines/Counter');
  const served = page.getByRole('heading', { name: 'Being served' });
  const nobody = page.getByRole('heading', { name: 'Nobody is being served' });
  for (const done of ['Complete', 'Not here', 'No show']) {
    await pressWhenReady(page.getByRole('button', { name: 'Call next' }));
    await expect(served).toBeFocused();
    await pressWhenReady(page.getByRole('button', { name: done, exact: true }));
    if (done === 'No show') {
      await page.getByRole('alertdialog').getByRole('button', { name: done }).press('Enter');
    }
    await expect(nobody).toBeFocused();
  }
});

/** Presses Enter on the button, which does nothing while the counter is being read again. */
async function pressWhenReady(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

test('if the server’s answer to calling the next patient is lost, the counter still shows the called patient [LINE-2]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error/u);
  const lalita = waits({ id: 'e1', token: 'B-101', position: 1, name: 'Lalita Singh' });
  const open = point({ state: 'open' });
  const startedAt = new Date().toISOString();
  let now = counter({ point: open, line: line({ points: [open] }), waiting: [lalita] });
  await answerBy(page, ({ path }) =>
    path === '/hospital/points/pt1' ? { json: { counter: now } } : undefined,
  );
  await page.route('**/call-next', (route) => {
    now = { ...now, serving: { ...lalita, status: 'in_progress', startedAt }, waiting: [] };
    return route.abort();
  });
  await show('lines/Counter');
  await page.getByRole('button', { name: 'Call next' }).click();
  await expect(page.getByRole('region', { name: 'Lalita Singh' })).toBeVisible();
  await expect(page.getByText('Check your connection', { exact: false }).first()).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveText(
    /^(?!.*Nobody was called).*Check your connection/u,
  );
});

test('on a phone the patient at a counter is visible above its buttons, in the language with the longest words [LINE-2, ENT-9]', async ({
  page,
  show,
}) => {
  const lalita = waits({ id: 'e1', token: 'B-101', position: 0, name: 'Lalita Singh' });
  const kiran = waits({ id: 'e2', token: 'B-102', position: 1, name: 'Kiran Dutt' });
  const open = point({ state: 'open' });
  const startedAt = new Date().toISOString();
  const serving = { ...lalita, status: 'in_progress' as const, startedAt, symptoms: 'Cough' };
  const shown = counter({ point: open, line: line({ points: [open] }), serving, waiting: [kiran] });
  await answerBy(page, ({ path }) =>
    path === '/hospital/points/pt1' ? { json: { counter: shown } } : undefined,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await show('lines/Counter', 'ta');
  const bar = page.getByRole('region', { name: 'Lalita Singh' }).locator('.sticky');
  await expect(bar).toBeVisible();
  const token = page.getByText('B-101').first();
  expect(await lies(bar, token)).toBe('free');
  expect(await lies(bar, page.getByText('Lalita Singh').first())).toBe('free');
});

for (const width of [1280, 768, 360]) {
  test(`on a screen ${width} pixels wide, the message that a patient was called covers no button of the counter [LINE-2]`, async ({
    page,
    show,
  }) => {
    const symptoms = 'Cough since Monday.\n'.repeat(width === 360 ? 20 : 30);
    const lalita = waits({ id: 'e1', token: 'B-101', position: 0, name: 'Lalita Singh', symptoms });
    const open = point({ state: 'open' });
    const serving = {
      ...lalita,
      status: 'in_progress' as const,
      startedAt: new Date().toISOString(),
    };
    await answerBy(page, ({ method, path }) => {
      if (path === '/hospital/points/pt1' && method === 'GET') {
        return {
          json: { counter: counter({ point: open, line: line({ points: [open] }), serving }) },
        };
      }
      return path.endsWith('/call-again') ? { json: { queue: serving } } : undefined;
    });
    await page.setViewportSize({ width, height: 800 });
    await show('lines/Counter');
    await page.getByRole('button', { name: 'Call again' }).click();
    const said = page.locator('[data-toast]');
    await expect(said).toContainText('Lalita Singh is called again.');
    for (const name of ['Send on', 'Call again', 'Not here', 'No show', 'Complete']) {
      await expect
        .poll(() => lies(said, page.getByRole('button', { name, exact: true })), { message: name })
        .toBe('free');
    }
  });
}

test('a counter explains why no patient was called or why closing failed, and the page of an unknown counter links to the existing counters [LINE-2]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^40[49] /u);
  const open = point({ state: 'open', by: { id: 'u1', name: 'Meera' } });
  let isThere = true;
  await answerBy(page, ({ method, path }) => {
    if (!isThere) return undefined;
    if (method === 'GET')
      return { json: { counter: counter({ point: open, waiting: [waits({})] }) } };
    return refusedAs(path.endsWith('/state') ? 'point_already_so' : 'nobody_to_call');
  });
  await show('lines/Counter');
  await expect(page.getByText('Laboratory · Opened by Meera')).toBeVisible();
  await page.getByRole('button', { name: 'Call next' }).click();
  const calls = page.getByRole('alert');
  await expect(calls.filter({ hasText: 'No waiting patient can be called.' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(calls.filter({ hasText: 'A colleague has already done this.' })).toBeVisible();
  isThere = false;
  await show('lines/Counter');
  await expect(page.getByRole('heading', { name: 'Counter not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All counters' })).toBeVisible();
  await expectSoundBriefly(page);
});

test('a counter forwards a patient with two taps, shows the lines that usually follow at the top, and disables closed lines [LINE-3]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  const serving = waits({ id: 'e1', status: 'in_progress', startedAt: new Date().toISOString() });
  const stop = { department: null, service: 'pharmacy', status: 'Available', waiting: 3 } as const;
  let isRefused = true;
  const asked = await answerBy(page, ({ path }) => {
    if (path.endsWith('/next-stops')) {
      return {
        json: {
          stops: [
            { ...stop, lineId: 'l2', name: 'Pharmacy', why: 'usual', isOpen: true },
            { ...stop, lineId: 'l3', name: 'X-ray', why: 'other', isOpen: false },
          ],
        },
      };
    }
    if (path.endsWith('/send-on')) {
      if (isRefused) return refusedAs('line_closed');
      return { json: { queue: { ...serving, id: 'e9', status: 'waiting' } } };
    }
    if (path.endsWith('/undo-send-on')) return { json: { queue: serving } };
    if (path.startsWith('/hospital/points')) {
      return { json: { counter: counter({ point: point({ state: 'open' }), serving }) } };
    }
    return undefined;
  });
  await show('lines/Counter');
  await expect(page.getByRole('region', { name: 'Ravi' })).toBeVisible();
  await page.keyboard.press('F2');
  const window = page.getByRole('dialog', { name: 'Send Ravi on' });
  await expect(window.getByRole('button', { name: 'X-ray' })).toBeDisabled();
  await expectSoundBriefly(page);
  const pharmacy = window
    .getByRole('region', { name: 'Usually next' })
    .getByRole('button', { name: /^Pharmacy/u });
  await pharmacy.click();
  await expect(window.getByRole('alert')).toContainText(
    'This line is not taking patients right now.',
  );
  isRefused = false;
  await window.getByRole('checkbox', { name: 'Comes back here afterwards' }).check();
  await pharmacy.click();
  await expect(window).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Sent on' })).toContainText('Ravi is sent on');
  const sent = asked.filter(({ path }) => path === '/queues/e1/send-on').map(({ body }) => body);
  expect(sent).toEqual([
    { lineId: 'l2', comesBack: false },
    { lineId: 'l2', comesBack: true },
  ]);
  // The test undoes with one key, since tabbing to the Undo button could take longer than the ten
  // seconds for which it is shown.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute(
    'aria-keyshortcuts',
    'F7',
  );
  await page.keyboard.press('F7');
  await expect(page.getByRole('region', { name: 'Sent on' })).toHaveCount(0);
  expect(asked.filter(({ path }) => path === '/queues/e9/undo-send-on')).toHaveLength(1);
});

test('at a paused counter the patient can be forwarded and the visit planned with shortcut keys, and only the next call is disabled [LINE-2, LINE-3]', async ({
  page,
  show,
}) => {
  const serving = waits({ id: 'e1', status: 'in_progress', startedAt: new Date().toISOString() });
  const asked = await answerBy(page, ({ path }) => {
    if (path.endsWith('/next-stops')) return { json: { stops: [] } };
    if (!path.startsWith('/hospital/points')) return undefined;
    return { json: { counter: counter({ point: point({ state: 'paused' }), serving }) } };
  });
  await show('lines/Counter');
  await expect(page.getByRole('region', { name: 'Ravi' })).toBeVisible();
  await page.keyboard.press('F9');
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog', { name: 'Send Ravi on' })).toBeVisible();
  expect(asked.filter(({ path }) => /finish|call-next/u.test(path))).toEqual([]);
});

test('staff at a counter mark a patient who missed the call as back, and this patient goes next [LINE-2]', async ({
  page,
  show,
}) => {
  const called = { calls: 1, calledAt: new Date().toISOString(), backAt: null };
  const away = waits({ id: 'e2', hold: called });
  let isBack = false;
  const asked = await answerBy(page, ({ path }) => {
    if (path === '/queues/e2/here') {
      isBack = true;
      return { json: { queue: { ...away, hold: { ...called, backAt: called.calledAt } } } };
    }
    if (!path.startsWith('/hospital/points')) return undefined;
    const hold = { ...called, backAt: isBack ? called.calledAt : null };
    const waiting = [{ ...away, hold }];
    return { json: { counter: counter({ point: point({ state: 'open' }), waiting }) } };
  });
  await show('lines/Counter');
  const row = page.getByRole('listitem').filter({ hasText: 'Called but not here' });
  await expectSoundBriefly(page);
  await row.getByRole('button', { name: 'Mark as back' }).click();
  await expect(page.getByText('Ravi is here and goes next.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Back, goes next' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Call next' })).toBeEnabled();
  expect(asked.filter(({ path }) => path === '/queues/e2/here')).toHaveLength(1);
});

test('the list of lines for forwarding a patient has no headings if no line usually follows [LINE-3]', async ({
  page,
  show,
}) => {
  const serving = waits({ id: 'e1', status: 'in_progress', startedAt: new Date().toISOString() });
  const stop = { department: null, service: 'pharmacy', status: 'Available', waiting: 3 } as const;
  await answerBy(page, ({ path }) => {
    if (path.endsWith('/next-stops')) {
      const alike = { ...stop, why: 'other', isOpen: true };
      return {
        json: {
          stops: [
            { ...alike, lineId: 'l2', name: 'Pharmacy' },
            { ...alike, lineId: 'l3', name: 'X-ray' },
          ],
        },
      };
    }
    if (!path.startsWith('/hospital/points')) return undefined;
    return { json: { counter: counter({ point: point({ state: 'open' }), serving }) } };
  });
  await show('lines/Counter');
  await expect(page.getByRole('region', { name: 'Ravi' })).toBeVisible();
  await page.keyboard.press('F2');
  const window = page.getByRole('dialog', { name: 'Send Ravi on' });
  await expect(window.getByRole('button', { name: 'X-ray' })).toBeVisible();
  await expect(window.getByText('All others')).toHaveCount(0);
});

test('staff plan a visit with one tap for each step, reorder it by touch and by key, and never overwrite a colleague’s plan [LINE-3, LINE-4]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 /u);
  const serving = waits({ id: 'e1', status: 'in_progress', startedAt: new Date().toISOString() });
  const stop = { department: null, service: 'pharmacy', status: 'Available', waiting: 3 } as const;
  const names = new Map([
    ['l0', 'Registration'],
    ['l1', 'Laboratory'],
    ['l2', 'Pharmacy'],
    ['l3', 'X-ray'],
  ]);
  let planned: string[] = [];
  const stopOf = (lineId: string, given: object) => ({
    entryId: null,
    lineId,
    name: names.get(lineId) ?? '',
    department: null,
    service: 'laboratory',
    room: null,
    status: null,
    isReturn: lineId === 'l1',
    since: null,
    startedAt: null,
    endedAt: null,
    position: 0,
    waitRange: null,
    ...given,
  });
  const journey = () => ({
    visitId: 'e0',
    token: 'B-100',
    hospital: { id: 'h1', name: 'City', timeZone: 'Asia/Kolkata' },
    startedAt: '2026-03-12T04:00:00.000Z',
    endedAt: null,
    left: null,
    stops: [
      stopOf('l0', {
        entryId: 'e0',
        status: 'completed',
        since: '2026-03-12T04:00:00.000Z',
        endedAt: '2026-03-12T04:30:00.000Z',
      }),
      stopOf('l1', {
        entryId: 'e1',
        isReturn: false,
        status: 'in_progress',
        room: 'Counter 1',
        startedAt: '2026-03-12T05:00:00.000Z',
      }),
      ...planned.map((lineId) => stopOf(lineId, {})),
    ],
  });
  let isMeanwhile = false;
  const asked = await answerBy(page, ({ method, path, body }) => {
    if (path.includes('/next-stops')) {
      const usual = path.endsWith('after=l2') ? 'l3' : 'l2';
      return {
        json: {
          stops: ['l2', 'l3'].map((lineId) => ({
            ...stop,
            lineId,
            name: names.get(lineId),
            why: lineId === usual ? 'usual' : 'other',
            // Line l3 is closed now. The patient can still plan it, because it may be open later.
            isOpen: lineId !== 'l3',
          })),
        },
      };
    }
    if (path.endsWith('/journey')) return { json: { journey: journey() } };
    if (path.endsWith('/planned-stops') && method === 'PUT') {
      if (isMeanwhile) {
        planned = ['l0'];
        return refusedAs('changed_meanwhile');
      }
      planned = (body as { lineIds: string[] }).lineIds;
      return { json: { journey: journey() } };
    }
    if (path.startsWith('/hospital/points')) {
      return { json: { counter: counter({ point: point({ state: 'open' }), serving }) } };
    }
    return undefined;
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await show('lines/Counter');
  await expect(page.getByRole('region', { name: 'Ravi' })).toBeVisible();
  await page.keyboard.press('F4');
  const window = page.getByRole('dialog', { name: 'The visit of Ravi' });
  const stops = window.getByRole('region', { name: 'Stops of the visit with token B-100' });
  const rows = stops.getByRole('listitem');
  await expect(rows).toHaveText([
    /Past: Registration.*Done at 10:00/u,
    /Now: Laboratory.*At Counter 1 since 10:30/u,
  ]);
  const adding = window.getByRole('region', { name: 'Add a stop' });
  await adding.getByRole('region', { name: 'Usually next' }).getByRole('button').click();
  await expect(stops.getByRole('status')).toHaveText('Pharmacy is planned.');
  await expect(rows.nth(2)).toHaveText(/Planned: Pharmacy/u);
  await adding.getByRole('button', { name: /^X-ray/u }).click();
  await adding.getByRole('button', { name: 'Back to Laboratory' }).click();
  await expect(rows).toHaveText([
    /Registration/u,
    /Laboratory/u,
    /Pharmacy/u,
    /X-ray/u,
    /Planned: Laboratory.*comes back/u,
  ]);
  await expectSound(page);

  // The test changes the order of the planned steps using only the keyboard.
  await stops.getByRole('button', { name: 'X-ray earlier' }).focus();
  await page.keyboard.press('Enter');
  await expect(stops.getByRole('status')).toHaveText('X-ray is planned stop 1.');
  await expect(stops.getByRole('button', { name: 'X-ray later' })).toBeVisible();
  await stops.getByRole('button', { name: 'Remove Pharmacy' }).focus();
  await page.keyboard.press('Enter');
  await expect(stops.getByRole('status')).toHaveText('Pharmacy is no longer planned.');
  await expect(stops.getByRole('heading')).toBeFocused();
  const kept = asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(kept).toEqual([
    { lineIds: ['l2'], seen: { lineIds: [] } },
    { lineIds: ['l2', 'l3'], seen: { lineIds: ['l2'] } },
    { lineIds: ['l2', 'l3', 'l1'], seen: { lineIds: ['l2', 'l3'] } },
    { lineIds: ['l3', 'l2', 'l1'], seen: { lineIds: ['l2', 'l3', 'l1'] } },
    { lineIds: ['l3', 'l1'], seen: { lineIds: ['l3', 'l2', 'l1'] } },
  ]);

  isMeanwhile = true;
  await stops.getByRole('button', { name: 'Remove X-ray' }).click();
  await expect(stops.getByRole('alert')).toBeVisible();
  await expect(rows.nth(2)).toHaveText(/Planned: Registration/u);
  await window.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(window).toHaveCount(0);

  // The dialog to plan the patient's further steps opens with one tap from the forwarding dialog,
  // and is fully translated.
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: 'Plan the visit' }).click();
  await expect(window).toBeVisible();
  await show('lines/Counter', 'hi');
  // The keyboard shortcut works once the counter component has mounted. The page does not show
  // that, so the test presses the key until it works.
  await expect(async () => {
    await page.keyboard.press('F4');
    await windowOn(page).getByRole('listitem').first().waitFor({ timeout: 3000 });
  }).toPass();
  await expectHindiOnly(page, new Set([...theirNames, ...names.values(), 'Ravi', 'B-100']));
  await expectSoundBriefly(page);
});

test('if a visit cannot be loaded or is over, the planning dialog explains why no further steps can be planned [LINE-4]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^40[34] /u);
  const serving = waits({ id: 'e1', status: 'in_progress', startedAt: new Date().toISOString() });
  let isThere = false;
  await answerBy(page, ({ path }) => {
    if (path.endsWith('/journey')) {
      if (!isThere)
        return { status: 403, json: { error: 'No.', details: 'No.', code: 'forbidden' } };
      const over = {
        visitId: 'e1',
        token: null,
        hospital: { id: 'h1', name: 'City', timeZone: 'Asia/Kolkata' },
        startedAt: '2026-03-12T04:00:00.000Z',
        endedAt: '2026-03-12T05:00:00.000Z',
        left: null,
        stops: [],
      };
      return { json: { journey: over } };
    }
    if (path.startsWith('/hospital/points')) {
      return { json: { counter: counter({ point: point({ state: 'open' }), serving }) } };
    }
    return undefined;
  });
  await show('lines/Counter');
  await expect(page.getByRole('region', { name: 'Ravi' })).toBeVisible();
  await page.getByRole('button', { name: 'Visit' }).click();
  const window = page.getByRole('dialog', { name: 'The visit of Ravi' });
  await expect(window.getByRole('alert')).toContainText('The visit could not be loaded');
  isThere = true;
  await window.getByRole('button', { name: 'Try Again' }).click();
  await expect(window.getByText('This visit is over')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Add a stop' })).toHaveCount(0);
});
