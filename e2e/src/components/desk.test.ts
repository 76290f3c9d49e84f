/**
 * Tests of single components of the queue desk: what they show to each role, and what they send to
 * the server.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import type { Locator, Page } from '@playwright/test';
import { expectHindiOnly, longIn } from '../support/language.ts';
import { listenTo } from '../desk/loudspeaker.ts';
import { expectSound, expectSoundBriefly, pagesOf } from '../support/looks.ts';
import { answerBy, answerFor, expect, test } from './playground.ts';

const theirNames = new Set([
  'Lalita Singh',
  'Dr. Jayanti Rao',
  'Palash Clinic',
  'lalita@example.org',
  'C-017',
]);
/** The dialogs of the staff's desk page. Each of them acts on the test's queue entry e1. */
const windows = [
  {
    button: 'reject',
    role: 'alertdialog',
    title: 'Reject Queue Request',
    confirm: 'Reject Request',
    asksForText: true,
    sends: { method: 'POST', path: '/queues/e1/reject', body: { reason: 'Come tomorrow.' } },
    rows: '[ADM-6, VAL-4]',
  },
  {
    button: 'note',
    role: 'dialog',
    title: 'Add Notes',
    confirm: 'Add Notes',
    asksForText: true,
    sends: { method: 'POST', path: '/queues/e1/notes', body: { notes: 'Come tomorrow.' } },
    rows: '[ADM-5, STAFF-4, VAL-4]',
  },
  {
    button: 'remove',
    role: 'alertdialog',
    title: 'Remove Lalita Singh',
    confirm: 'Remove',
    asksForText: false,
    sends: { method: 'DELETE', path: '/queues/e1/remove' },
    rows: '[ADM-5, STAFF-4]',
  },
  {
    button: 'no_show',
    role: 'alertdialog',
    title: /Lalita Singh/u,
    confirm: 'No show',
    asksForText: false,
    sends: { method: 'PUT', path: '/queues/e1', body: { status: 'no_show' } },
    rows: '[ADM-5, STAFF-4]',
  },
] as const;

for (const { button, role, title, confirm, asksForText, sends, rows } of windows) {
  test(`the dialog of ${button} is accessible, keeps its button disabled while the field is empty, closes with Escape, and sends the text once ${rows}`, async ({
    page,
    show,
    trouble,
  }) => {
    trouble.allow(/^404 /u);
    const asked = await answerFor(page, {});
    await show('desk/Windows');
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.click();
    const window = page.getByRole(role, { name: title });
    await expect(window).toBeVisible();
    const confirming = window.getByRole('button', { name: confirm, exact: true });
    if (asksForText) {
      await expect(window.getByRole('textbox')).toBeFocused();
      await window.getByRole('textbox').fill('   ');
      await expect(confirming).toBeDisabled();
    }
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(window).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(asked).toEqual([]);

    await opener.press('Enter');
    if (asksForText) await window.getByRole('textbox').fill(' Come tomorrow. ');
    await confirming.click();
    await expect.poll(() => writes(asked)).toHaveLength(1);
    expect(writes(asked)[0]).toMatchObject(sends);
  });
}

function writes(asked: readonly { method: string }[]) {
  return asked.filter(({ method }) => method !== 'GET');
}

test('when the server refuses a form, the form keeps the typed text and shows the reason [ADM-6, ERR-8]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 POST/u);
  trouble.allow(/^404 GET/u);
  await answerFor(page, {
    '/queues/e1/reject': {
      status: 409,
      json: { error: 'No.', details: 'No.', code: 'illegal_transition' },
    },
  });
  await show('desk/Windows');
  await page.getByRole('button', { name: 'reject', exact: true }).click();
  const window = page.getByRole('alertdialog');
  await window.getByRole('textbox').fill('Come tomorrow.');
  await window.getByRole('button', { name: 'Reject Request' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Failed to reject queue request')).toBeVisible();
  await expect(toasts.getByText(/someone changed this entry before you/u)).toBeVisible();
  await expect(window.getByRole('textbox')).toHaveValue('Come tomorrow.');
});

test('the dialog of keyboard shortcuts is accessible, lists the active shortcuts, can turn them off, and closes with Escape [ADM-3]', async ({
  page,
  show,
  calls,
}) => {
  await show('desk/Shortcuts');
  await page.getByRole('button', { name: 'keys' }).click();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.locator('kbd')).toHaveText(['a', 'r']);
  await expect(sheet).toContainText('searches patients, doctors, lines and actions');
  await expectSound(page);
  await sheet.getByRole('switch').press('Space');
  await expect(sheet.getByRole('switch')).not.toBeChecked();
  expect(await calls()).toEqual(['keys false']);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

for (const scene of ['Pending', 'Waiting', 'First', 'Away', 'Compact', 'CompactPending']) {
  test(`a patient’s row at the desk (${scene}) is accessible on a phone and a desktop, in light and dark mode, and contains no English in Hindi [ADM-5, ADM-6, STAFF-3]`, async ({
    page,
    show,
  }) => {
    await show(`desk/${scene}`);
    await expectSound(page);
    await show(`desk/${scene}`, 'hi');
    await expect(page.getByRole('article')).toBeVisible();
    await expectHindiOnly(page, theirNames);
    await expectSoundBriefly(page);
  });
}

test('a request for a place shows the patient, contact, reason and urgency, and the desk’s approval or rejection is sent once [ADM-6]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  const asked = await answerFor(page, {});
  await show('desk/Pending');
  const card = page.getByRole('article', { name: 'Lalita Singh' });
  for (const text of ['lalita@example.org', 'Dr. Jayanti Rao', 'Palash Clinic', 'खाँसी', 'HIGH']) {
    await expect(card.getByText(text)).toBeVisible();
  }
  await card.getByRole('button', { name: 'Approve' }).dblclick();
  await expect.poll(() => writes(asked)).toHaveLength(1);
  expect(writes(asked)[0]).toMatchObject({ method: 'POST', path: '/queues/e1/approve' });
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Reject Queue Request' })).toBeVisible();
});

test('an unconfirmed phone number is marked beside the number, in every language and for a screen reader [ADM-6, SEC-9] @long', async ({
  page,
  show,
}) => {
  await show('desk/Pending');
  const card = page.getByRole('article', { name: 'Lalita Singh' });
  await expect(card.getByRole('link', { name: /98123/u })).toBeVisible();
  await expect(card.getByText('not verified')).toHaveCount(0);
  await show('desk/UnprovedPhone');
  await page.setViewportSize({ width: 360, height: 740 });
  const line = card
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /98123/u }) });
  await expect(line).toContainText('not verified');
  await expectSound(page);
  for (const language of languages) {
    await show('desk/UnprovedPhone', language);
    const link = page.locator('a[href^="tel:"]');
    const beside = page.getByRole('listitem').filter({ has: link });
    await expect(beside).toHaveText(/[\p{L}\p{M}]{4}/u);
    if (language === 'hi') await expectHindiOnly(page, theirNames);
    if (language === 'ur') await expectSoundBriefly(page);
  }
});

/** The names of all buttons in the patient's row on the desk page, in order. */
async function actions(page: Page): Promise<string[]> {
  const buttons = await page.getByRole('article').getByRole('button').all();
  const names = await Promise.all(
    buttons.map(
      async (button) => (await button.getAttribute('aria-label')) ?? (await button.innerText()),
    ),
  );
  return names.map((name) => name.trim());
}

const always = ['Add notes', 'Remove'];

test('a waiting patient’s row at the desk shows the position, the wait, the note and every action below the doctor’s name [ADM-5, STAFF-4, DESK-3]', async ({
  page,
  show,
}) => {
  await show('desk/Waiting');
  const row = page.getByRole('article', { name: 'Lalita Singh' });
  for (const text of ['व्हीलचेयर', 'खाँसी']) {
    await expect(row.getByText(text)).toBeVisible();
  }
  await expect(row.getByText('Dr. Jayanti Rao')).toHaveCount(0);
  await expect(row.getByText(/^Between \d.+ and \d/u)).toBeVisible();
  expect(await actions(page)).toEqual(
    expect.arrayContaining(['Move up', 'Move down', 'No show', ...always]),
  );
});

test.describe('the desk page on a phone with a touch screen', () => {
  test.use({ viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true });
  test('on a touch screen the desk’s actions have text labels, because a touch screen cannot show labels on hover [DESK-3]', async ({
    page,
    show,
  }) => {
    await show('desk/Waiting');
    for (const word of ['Move up', 'Move to another doctor', 'Add notes', 'Remove']) {
      const box = await page.getByText(word, { exact: true }).boundingBox();
      expect(box?.width, word).toBeGreaterThan(20);
    }
    await expectSoundBriefly(page);
  });
});

test('when the code of a dialog cannot be loaded, the desk says so and stays usable, and pressing the button again opens the dialog [ARR-4]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error|POST .*ticket/u);
  await show('desk/Waiting');
  const ticket = page.getByRole('button', { name: 'Ticket' });
  const code = /ticket-dialog/u;
  await page.route(code, (route) => route.abort());
  await ticket.click();
  await expect(page.getByText('Check your connection and try again.').first()).toBeVisible();
  await expect(ticket).toBeVisible();
  await page.unroute(code);
  await ticket.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/**
 * Paper sizes of printers at a desk. For a paper roll, printer drivers report a sheet with a height
 * such as 200 mm.
 */
const papers = [
  { name: 'A6', width: '105mm', height: '148mm' },
  { name: 'A5', width: '148mm', height: '210mm' },
  { name: 'A4', width: '210mm', height: '297mm' },
  { name: 'a roll of 80 mm', width: '80mm', height: '200mm' },
  { name: 'a roll of 58 mm', width: '58mm', height: '200mm' },
  { name: 'a short piece of that roll', width: '58mm', height: '120mm' },
];

for (const language of languages) {
  test(`a ticket with the longest names fits on one page of every paper size, in ${language} [ARR-4]${longIn(language)}`, async ({
    page,
    show,
  }) => {
    const url = `https://a-long-name-of-a-hospital.baari.example/t/${'x'.repeat(32)}`;
    const answer = { ticket: { url, token: 'AB-1017' } };
    await answerFor(page, { '/queues/e1/ticket': { status: 201, json: answer } });
    await show('desk/LongTicket', language);
    await expect(page.locator('.print-sheet svg')).toBeAttached();
    const pages: Record<string, number> = {};
    pages['as the style says'] = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    for (const { name, width, height } of papers) {
      pages[name] = pagesOf(await page.pdf({ width, height }));
    }
    expect(Object.entries(pages).filter(([, count]) => count !== 1)).toEqual([]);
  });
}

test('when the desk is printed, a patient’s row contains all facts and no buttons [DESK-3]', async ({
  page,
  show,
}) => {
  await show('desk/Waiting');
  await expect(page.getByRole('button', { name: 'Ticket' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Lalita Singh').first()).toBeVisible();
  // Printing hides every button except the urgency badge, which is a button because it has a
  // tooltip.
  await expect(page.getByRole('button').filter({ hasNotText: 'HIGH' })).toHaveCount(0);
});

test('when a dialog is open, the browser prints the whole dialog and not the page behind the dialog [DESK-3]', async ({
  page,
  show,
}) => {
  await show('desk/Windows');
  await page.getByRole('button', { name: 'note' }).click();
  const title = page.getByRole('heading', { name: 'Add Notes' });
  await expect(title).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(title).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  const fixed = await title.evaluate((element) => {
    const around: string[] = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const { position, overflowY } = getComputedStyle(at);
      if (position === 'fixed' || overflowY === 'hidden') around.push(at.className || at.tagName);
    }
    return around;
  });
  expect(fixed, 'text repeated on each sheet, or cut off').toEqual([]);
});

test('if a part of the desk fails to load, the desk stays usable and loads that part later [DESK-3]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error/u);
  const code = /\/answers-[\w-]+\.js/u;
  const isCode = (asked: { url: () => string }) => code.test(asked.url());
  const refused = page.waitForEvent('requestfailed', isCode);
  await page.route(code, (route) => route.abort());
  await show('desk/Waiting');
  await refused;
  await page.unroute(code);
  const came = await page.waitForEvent('requestfinished', isCode);
  expect((await came.response())?.ok()).toBe(true);
  await expect(page.getByRole('button', { name: 'Ticket' })).toBeVisible();
});

test('the first patient can be called or marked as not here but cannot be moved up, and cannot be called while another patient is with the doctor [ADM-5, CONS-2]', async ({
  page,
  show,
}) => {
  await show('desk/First');
  const first = await actions(page);
  expect(first).toEqual(expect.arrayContaining(['Start', 'Not here', 'Move down', ...always]));
  expect(first).not.toContain('Move up');
  await show('desk/FirstWhileAnotherIsInside');
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();
  expect(await actions(page)).not.toContain('Move down');
});

test('a patient who missed a call is marked, and can be marked as back or called again [PAT-11, ADM-5]', async ({
  page,
  show,
}) => {
  await show('desk/Away');
  const away = await actions(page);
  expect(away).toEqual(expect.arrayContaining(['Mark as back', 'Call again', ...always]));
  expect(away).not.toContain('Move down');
});

test('a receptionist cannot call patients in, and a doctor cannot mark another doctor’s patient as not here [ROLE-3, ROLE-4]', async ({
  page,
  show,
}) => {
  await show('desk/SeenByAReceptionist');
  const receptionist = await actions(page);
  expect(receptionist).toEqual(expect.arrayContaining(['Move down', 'No show', ...always]));
  expect(receptionist).not.toContain('Start');
  await show('desk/SeenByAnotherDoctor');
  const other = await actions(page);
  expect(other).toEqual(expect.arrayContaining(['Move down', ...always]));
  for (const action of ['Start', 'Not here', 'No show']) expect(other).not.toContain(action);
});

test('the dialog to add a doctor is accessible, keeps its button disabled until complete, offers the listed specialties, and closes with Escape [ADM-2, VAL-3, ENT-5]', async ({
  page,
  show,
  calls,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  await answerFor(page, {});
  await show('doctors/AddDoctor');
  await page.getByRole('button', { name: 'open' }).click();
  const form = page.getByRole('dialog', { name: 'Add Doctor' });
  await expect(form).toBeVisible();
  for (const specialty of specialties) {
    const option = form.getByLabel('Specialty').locator(`option[value="${specialty}"]`);
    await expect(option).toHaveCount(1);
  }
  await form.getByRole('textbox').first().fill('   ');
  await expect(form.getByRole('button', { name: 'Add Doctor' })).toBeDisabled();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  expect(await calls()).toEqual(['closed']);
});

test('in compact view a patient’s row at the desk is 36 pixels high, and opening the row shows all facts and labelled actions [DESK-3]', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show('desk/Compact');
  const row = page.getByRole('article', { name: 'Lalita Singh' });
  const closed = await row.boundingBox();
  expect(closed?.height).toBe(38); // 36 pixels plus its borders
  await expect(row.getByText('lalita@example.org')).toHaveCount(0);
  await row.getByRole('button', { name: 'Lalita Singh', exact: true }).press('Enter');
  // The patient's row on the desk page shows note and symptoms too, as far as there is space.
  for (const text of ['व्हीलचेयर', 'खाँसी', 'lalita@example.org', /^\+91 ?98123 ?45678$/u]) {
    await expect(row.getByText(text).last()).toBeVisible();
  }
  for (const name of ['Move up', 'Send to the end', 'Add notes', 'No show', 'Remove']) {
    const words = row.getByRole('button', { name }).locator('span');
    expect((await words.boundingBox())?.width ?? 0, name).toBeGreaterThan(20);
  }
  await expectSound(page);
});

test('a doctor with days off is not shown as on a break, and returns to work with one press [DOC-1, DOC-2]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  const asked = await answerFor(page, {});
  await show('doctors/Away');
  await expect(page.getByText(/^On a break until \d.*Patients see this/u)).toHaveCount(1);
  await expect(page.getByText(/^Offline until [A-Z][a-z]+,? \d.*Patients see this/u)).toBeVisible();
  await page.getByRole('button', { name: 'Available now' }).click();
  await expect
    .poll(() => asked.map(({ path, body }) => ({ path, body })))
    .toContainEqual({
      path: '/hospital/doctors/b/status',
      body: { status: 'available' },
    });
});

test('a doctor who becomes Available while the hospital is closed reads when it opens, and must confirm or cancel the new status [DST-1, DOC-2]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  const asked = await answerFor(page, {});
  const saves = () => asked.filter(({ path }) => path === '/hospital/doctors/c/status');
  await page.setViewportSize({ width: 360, height: 740 });
  await show('doctors/OutsideHours');
  const available = page.getByRole('radio', { name: 'Available' });
  await page.getByText('Available', { exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'The hospital is closed' });
  await expect(question).toContainText(
    /^The hospital is closed.*closed now and opens .+\d.* Set Dr\. Rao to Available anyway\?/u,
  );
  await expectSound(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(available).not.toBeChecked();
  expect(saves()).toEqual([]);
  await page.getByText('Available', { exact: true }).click();
  await question.getByRole('button', { name: 'Set to Available' }).click();
  await expect.poll(() => saves().map(({ body }) => body)).toEqual([{ status: 'available' }]);
});

test('the hint in the search field of the command palette says what it finds, and fits the smallest phone in every language [DESK-6, ENT-9] @long', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of languages) {
    await show('desk/EmptyPalette', language);
    const field = page.getByRole('combobox');
    await expect(field).toHaveAttribute('placeholder', /.+/u);
    const left = await roomLeft(field);
    expect(left, language).toBeGreaterThanOrEqual(0);
  }
});

/** How many pixels of an empty input field are free after its placeholder text. */
function roomLeft(field: Locator): Promise<number> {
  return field.evaluate(async (input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('No field.');
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const words = document.createElement('span');
    words.textContent = input.placeholder;
    Object.assign(words.style, { font, position: 'absolute', whiteSpace: 'nowrap' });
    input.parentElement?.append(words);
    // Without waiting for the web font, the test may measure the text in the fallback font.
    // The fallback is a font of the machine, which may lack it.
    await document.fonts.load(font.replace('"Inter Fallback", ', ''), input.placeholder);
    const { width } = words.getBoundingClientRect();
    words.remove();
    return (
      input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
    );
  });
}

test('an alert about an emergency sign stays visible while scrolling, sounds once, marks the tab title and the patient’s row, and offers help with one press [ASSESS-2]', async ({
  page,
  show,
  calls,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  const asked = await answerFor(page, {});
  const notes = await listenTo(page);
  await show('desk/Alerted');
  const title = await page.title();
  await page.getByRole('button', { name: 'raise', exact: true }).click();
  const band = page.getByRole('alert').filter({ hasText: 'reported an emergency sign' });
  await page.mouse.wheel(0, 5000);
  await expect(band).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle(`⚠ 1 alert · ${title}`);
  await expect.poll(notes).toBe(4);
  await page.getByRole('button', { name: 'raise', exact: true }).click();
  await expect(band).toContainText('Chest pain');
  expect(await notes()).toBe(4);

  await expectSoundBriefly(page);
  await expect(
    band.getByRole('link', { name: 'Call Lalita Singh: +91 98123 45678' }),
  ).toHaveAttribute('href', 'tel:+919812345678');
  await band.getByRole('button', { name: 'Show in queue: Lalita Singh' }).click();
  expect(await calls()).toEqual(['show e1']);
  await band.getByRole('button', { name: 'Raise urgency: Lalita Singh' }).click();
  await band.getByRole('button', { name: 'Put first in line: Lalita Singh' }).click();
  await expect.poll(() => writes(asked)).toHaveLength(2);
  expect(writes(asked)).toEqual([
    {
      method: 'POST',
      path: '/queues/e1/urgency',
      body: { urgency: 'high', reason: 'Emergency signs' },
    },
    { method: 'POST', path: '/queues/e1/move', body: { position: 1, reason: 'urgent' } },
  ]);
  const row = page.getByRole('article', { name: 'Lalita Singh' });
  await expect(row.getByText('Emergency signs').first()).toBeAttached();
});

function colleague(id: string, name: string, more: object) {
  return {
    id,
    name,
    specialty: 'Cardiology',
    department: 'Cardiology',
    status: 'Available',
    breakUntil: null,
    hospital_id: 'h1',
    timeZone: 'Asia/Kolkata',
    created_at: '2026-01-01T00:00:00.000Z',
    rating: 4.5,
    ratingCount: 0,
    experience: 5,
    image: null,
    currentQueue: 0,
    totalPatients: 0,
    averageWaitTime: 0,
    lineIfJoinedNow: null,
    waitIfJoinedNow: null,
    promises: null,
    email: 'd@example.org',
    phone: '+919812345678',
    hasAccount: true,
    visitMinutes: null,
    ...more,
  };
}

test('the dialog to move a patient shows each doctor’s status, specialty and queue, and disables doctors who cannot take the patient [DAY-3]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  const doctors = [
    colleague('d1', 'Dr. Jayanti Rao', {}),
    colleague('d2', 'Dr. Away', { status: 'Offline' }),
    colleague('d3', 'Dr. Cutter', {
      status: 'Busy',
      specialty: 'Surgery',
      department: 'Surgery',
      hasAccount: false,
      currentQueue: 3,
    }),
  ];
  await answerFor(page, { '/hospital/doctors': { json: { doctors, next: null } } });
  await show('desk/Windows');
  await page.getByRole('button', { name: 'transfer', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Another doctor for Lalita Singh' });
  const free = window.getByRole('radio', { name: /^First free doctor of Cardiology/u });
  await expect(free).toBeDisabled();
  await expect(window.getByText('No other doctor of this department is Available')).toBeVisible();
  await expect(window.getByRole('radio', { name: /^Dr\. Away.*Offline/u })).toBeDisabled();
  const busy = window.getByRole('radio', { name: /^Dr\. Cutter.*Busy.*Surgery.*3 in queue/u });
  await expect(window.getByText('has not signed in yet')).toBeVisible();
  const move = window.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toBeDisabled();
  await busy.check();
  await expect(move).toBeEnabled();
  await expectSound(page);
});

test('in compact view on a phone, a request shows the patient, the reason, the urgency and the phone number in groups of digits [DESK-3, ADM-6]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  await answerFor(page, {});
  // With a fake clock, code chunks that load later never arrive, so the test sees the page without
  // them.
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 800 });
  await show('desk/CompactPending');
  const row = page.getByRole('article', { name: 'Lalita Singh' });
  for (const text of ['Dr. Jayanti Rao', 'खाँसी', 'HIGH']) {
    await expect(row.getByText(text)).toBeVisible();
  }
  await row.getByRole('button', { name: 'Lalita Singh' }).click();
  await expect(row.getByRole('link', { name: '+91 98123 45678' })).toBeVisible();
});

test('pressing Escape in the form for a walk-in patient asks before discarding typed text [ARR-2]', async ({
  page,
  show,
  calls,
  trouble,
}) => {
  trouble.allow(/^404 /u);
  await answerFor(page, {});
  await show('desk/Receive');
  const window = page.getByRole('dialog', { name: 'Add a walk-in' });
  await window.getByLabel('Full name').fill('Asha Rao');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(window.getByLabel('Full name')).toHaveValue('Asha Rao');
  expect(await calls()).toEqual([]);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(calls).toEqual(['closed']);
});

test('if the network fails while the desk adds a walk-in, the form says so and keeps the typed text [ARR-2, ERR-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error|^404 /u);
  const asked = await answerFor(page, {});
  await show('desk/Receive');
  const window = page.getByRole('dialog', { name: 'Add a walk-in' });
  await window.getByLabel('Full name').fill('Asha Rao');
  // The form's validation loads when it is first needed.
  const validation = /receive-form-/u;
  await page.route(validation, (route) => route.abort());
  const add = window.getByRole('button', { name: 'Add to the queue' });
  await add.click();
  const failure = window.getByText('Network error. Check your connection and try again.');
  await expect(failure).toBeVisible();
  await expect(window.getByLabel('Full name')).toHaveValue('Asha Rao');
  // Similar names are looked up while somebody types.
  const writes = asked.filter(({ method, path }) => method === 'POST' && !path.endsWith('/alike'));
  expect(writes).toEqual([]);
  await page.unroute(validation);
  await add.click();
  await expect(failure).toHaveCount(0);
});

/** The data of a hospital that is open until 18:00 and has two waiting patients. */
function dayOf(closing: object | null, isEarly = true) {
  const waiting = closing === null ? 2 : 0;
  return {
    dayEnd: {
      endsAt: null,
      nextAt: null,
      timeZone: 'Asia/Kolkata',
      isEarly,
      openUntil: isEarly ? '2026-03-12T12:30:00.000Z' : null,
      closing,
      asOf: '2026-03-12T05:00:00.000Z',
      doctors: [
        {
          id: 'd1',
          name: 'Dr. Jayanti Rao',
          status: closing === null ? 'Available' : 'Offline',
          waiting,
          pending: 0,
          inside: null,
        },
      ],
      lines: [],
    },
  };
}

test('a receptionist who closes the day early must type the number of affected patients, and can reopen the day [DAY-1]', async ({
  page,
  show,
}) => {
  const closing = {
    id: 'c1',
    closedAt: '2026-03-12T05:00:00.000Z',
    byName: 'Meera Joshi',
    patients: 2,
    undoUntil: '2036-03-12T05:10:00.000Z',
  };
  const asked = await answerFor(page, {
    '/hospital/day-end': { json: dayOf(null) },
    '/hospital/day-end/close': { json: { closed: 2, left: 0, ...dayOf(closing) } },
    '/hospital/day-end/undo': { json: { reopened: 2, elsewhere: 0, ...dayOf(null) } },
  });
  await show('desk/CloseDay');
  const dialog = page.getByRole('dialog', { name: 'Close the day' });
  await expect(dialog).toContainText('open until 6:00');
  await expect(dialog).toContainText('2 patients would lose their place.');
  const close = dialog.getByRole('button', { name: 'Close 2 places and set the doctors Offline' });
  await expect(close).toBeDisabled();
  const count = dialog.getByLabel('Type how many patients lose their place');
  await count.fill('1');
  await expect(close).toBeDisabled();
  await count.fill('2');
  await expectSound(page);
  await close.click();
  await dialog.getByRole('button', { name: 'Reopen the day' }).click();
  await expect(
    page.getByText('The day is open again. 2 patients have their place back'),
  ).toBeVisible();
  expect(writes(asked)).toMatchObject([
    { path: '/hospital/day-end/close', body: { patients: 2 } },
    { path: '/hospital/day-end/undo', body: { closingId: 'c1' } },
  ]);
});

test('when a called patient later reports having left, the desk sees this report beside a button to mark the no-show [PAT-11, QST-6]', async ({
  page,
  show,
}) => {
  await show('desk/SaysGone');
  const inside = page.getByRole('article');
  await expect(inside).toContainText('The patient reported at 12:30');
  await expect(inside).toContainText('I am no longer there.');
  await expect(inside.getByRole('button', { name: 'No show' })).toBeVisible();
  await expectSoundBriefly(page);
});

test('staff find one patient’s reports by name, and the page’s address contains only the id [ADM-7, RPT-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^(404|500) /u);
  await page.setViewportSize({ width: 360, height: 740 });
  const id = '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f';
  const found = { phone: '+919812345678', through: null, lastSeenAt: new Date(0).toISOString() };
  let mayFind = false;
  await answerBy(page, ({ path, body }) => {
    if (path === '/hospital/reports') return { json: { reports: [], hasMore: false } };
    if (path !== '/hospital/reports/patients/find') return undefined;
    if (!mayFind) return { status: 500, json: { error: 'No.', details: 'No.', code: 'internal' } };
    const isHers = JSON.stringify(body).includes('Lal');
    return { json: { patients: isHers ? [{ ...found, id, name: 'Lalita Singh' }] : [] } };
  });
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/hospital/reports') asked.push(searchParams);
  });
  await show('desk/Reports');
  const search = page.getByRole('searchbox', { name: 'Find a patient by name or token' });
  await search.fill('Lal');
  await expect(page.getByText('The patients could not be searched').first()).toBeVisible({
    timeout: 20_000,
  });
  mayFind = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Lalita Singh/u })).toBeVisible();
  await search.fill('Zz');
  await expect(page.getByText('No patient with this name has been in a queue here.')).toBeVisible();
  await search.fill('Lal');
  const hers = page.getByRole('button', { name: /^Lalita Singh/u });
  await hers.focus();
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reports of Lalita Singh')).toBeVisible();
  const all = page.getByRole('button', { name: 'Show all patients' });
  await expect(all).toBeFocused();
  await expectSound(page);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('patient')).toBe(id);
  expect(page.url()).not.toMatch(/Lal/u);
  await expect.poll(() => asked.at(-1)?.get('patientId')).toBe(id);
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect.poll(() => new URL(page.url()).searchParams.get('patient')).toBeNull();
  await search.fill('Lal');
  await search.press('Enter');
  await expect(page.getByText('Reports of Lalita Singh')).toBeVisible();
});
