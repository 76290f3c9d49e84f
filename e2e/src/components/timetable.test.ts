/**
 * Tests of a doctor's timetable, the month of free and full days, and the times of a booking: what
 * they show and what they send.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { MonthDay, PreviewDay, TimetableSession } from '@baari/contract/hospital/timetable.ts';
import type { Page } from '@playwright/test';
import { longIn } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { windowOn } from '../support/windows.ts';
import { answerUsually, type Asked, expect, refused, test } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_TIMETABLES'];

/** The current date in these tests, which is a Monday. */
const today = '2026-11-30';
const timeZone = 'Asia/Kolkata';
const always = { validFrom: null, validUntil: null } as const;

const morning: TimetableSession = {
  kind: 'booked',
  weekdays: ['monday', 'wednesday'],
  date: null,
  from: '09:00',
  to: '13:00',
  ...always,
  slotMinutes: 10,
  places: 3,
  bufferMinutes: 0,
  walkInPercent: 0,
};
const evening: TimetableSession = {
  ...morning,
  weekdays: ['friday'],
  from: '17:00',
  to: '21:00',
  slotMinutes: 20,
  places: 1,
};
const open: TimetableSession = {
  kind: 'open',
  weekdays: ['tuesday'],
  date: null,
  from: '10:00',
  to: '12:00',
  ...always,
};
const closed: TimetableSession = {
  kind: 'closed',
  weekdays: [],
  date: '2026-12-02',
  from: '11:00',
  to: '23:59',
  ...always,
};
const later: TimetableSession = { ...evening, weekdays: ['sunday'], validFrom: '2027-01-01' };
const sessions = [morning, evening, open, closed, later];

function timetableOf(list: readonly TimetableSession[]) {
  return { json: { timetable: { doctorId: 'd1', timeZone, today, sessions: list } } };
}

const previewDays: PreviewDay[] = [
  {
    date: today,
    isOff: false,
    places: 72,
    slots: Array.from({ length: 24 }, (_, index) => ({
      time: `09:${String(index).padStart(2, '0')}`,
      minutes: 10,
      places: 3,
    })),
    openHours: [],
  },
  {
    date: '2026-12-01',
    isOff: false,
    places: 0,
    slots: [],
    openHours: [{ from: '10:00', to: '12:00' }],
  },
  { date: '2026-12-02', isOff: true, places: 0, slots: [], openHours: [] },
];

const excluded = {
  id: 'a1',
  startsAt: '2026-12-02T04:30:00.000Z',
  patient: { id: 'p1', name: 'Lalita Singh' },
};

/** Answers the page's API calls in place of the server; `change` overrides single responses. */
async function serve(
  page: Page,
  change: (asked: Asked) => { status?: number; json: object } | undefined = () => undefined,
  list: readonly TimetableSession[] = sessions,
): Promise<Asked[]> {
  return answerUsually(page, usual, change);

  function usual(asked: Asked) {
    switch (asked.path) {
      case '/hospital/doctors/d1/timetable':
        return timetableOf(list);
      case '/doctors/d1/schedule':
        return { json: { schedule: { doctorId: 'd1', timeZone, today, daysOff: [] } } };
      case '/hospital/doctors/d1/timetable/preview':
        return { json: { timeZone, days: previewDays, outside: [], hasMore: false } };
      case '/hospital/doctors/d1/timetable/month':
        return { json: monthOf() };
      case '/hospital/doctors/d2/timetable':
        return timetableOf([evening]);
      case '/hospital/doctors/d2/timetable/month':
        return { json: monthOfSecond };
      case '/doctors/d1/slots':
        return { json: slotsOn(today) };
      case '/hospital/doctors':
        return { json: { doctors: colleagues, next: null } };
      case '/hospital/lines':
        return { json: { lines: [] } };
      default:
        return undefined;
    }
  }
}

const colleagues = ['d1', 'd2'].map((id) => ({
  id,
  name: id === 'd1' ? 'Dr. Jayanti Rao' : 'Dr. Omkar Jadhav',
}));

function monthOf() {
  const days: MonthDay[] = Array.from({ length: 30 }, (_, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    isOff: index === 26,
    places: 24,
    free: [0, 24, 12, 3][index % 4] ?? 0,
    booked: [24, 0, 12, 21][index % 4] ?? 0,
  }));
  return { timeZone, today: '2026-11-10', lastDay: '2027-01-09', asOf: today, days };
}

const monthOfSecond = {
  ...monthOf(),
  today: '2026-12-01',
  days: [{ date: '2026-12-05', isOff: false, places: 2, free: 1, booked: 1 } satisfies MonthDay],
};

function slotsOn(date: string) {
  const offered = ['11:40', '16:50', '17:00', '17:40'];
  return {
    date,
    today,
    lastDay: '2027-01-29',
    timeZone,
    slots: offered.map((time, index) => ({
      time,
      startsAt: new Date(`${date}T${time}:00+05:30`).toISOString(),
      minutes: 20,
      places: index < 2 ? 1 : 10,
      free: index === 1 ? 0 : index === 3 ? 3 : 1,
      isFree: index !== 1,
    })),
    openHours: [{ from: '10:00', to: '11:30' }],
    nextFreeDay: null,
  };
}

/** Answers which times are free on the asked day, by default today. */
async function serveSlots(page: Page, of: (date: string) => object): Promise<void> {
  await page.route(/\/api\/doctors\/d1\/slots/u, (route) => {
    const date = new URL(route.request().url()).searchParams.get('date') ?? today;
    return route.fulfill({ json: of(date) });
  });
}

test('a timetable describes each session of the week in words, and lists sessions of other weeks below [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  await serve(page);
  await show('timetables/Week');
  const days = page.getByRole('region', { name: 'Timetable' }).getByRole('list').first();
  const monday = days.getByRole('listitem').filter({ hasText: 'Monday' });
  await expect(monday).toContainText('Booked');
  await expect(monday).toContainText('9:00 am – 1:00 pm');
  await expect(monday).toContainText('24 times');
  const wednesday = days.getByRole('listitem').filter({ hasText: 'Wednesday' });
  await expect(wednesday).toContainText('Closed');
  await expect(wednesday).toContainText('This day only');
  await expect(page.getByText('Sunday · 5:00 pm – 9:00 pm')).toContainText('from 1 Jan 2027');
  await expectSound(page);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('Week of 7 Dec 2026')).toBeVisible();
  await expect(wednesday).not.toContainText('Closed');
  await page.getByRole('button', { name: 'Show this week' }).click();
  await expect(page.getByText('This week', { exact: true })).toBeVisible();
});

test('a doctor without a timetable has the default times, and a timetable that failed to load can be loaded again [APPT-1, ERR-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/500/u);
  let isBroken = true;
  await serve(page, () => (isBroken ? refused('internal', 500) : undefined), []);
  await show('timetables/Week');
  await expect(page.getByRole('alert')).toContainText('The timetable could not be loaded');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/Patients book half-hours at 9, 10, 11/u)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a timetable' })).toBeVisible();
  await expectSoundBriefly(page);
});

test('a shared line without a timetable cannot be booked, and patients see the line’s hours and bookable times under the line’s name [APPT-1, LINE-6]', async ({
  page,
  show,
}) => {
  const startsAt = `${today}T12:10:00.000Z`;
  const nextSlots = {
    timeZone: 'Asia/Kolkata',
    nextSlots: [],
    nextLineSlots: [{ lineId: 'l1', date: today, time: '17:40', startsAt }],
    next: null,
  };
  const asked = await serve(
    page,
    ({ path }) => {
      if (path === '/hospital/doctors/l1/timetable') return timetableOf([]);
      if (path === '/doctors/l1/slots') return { json: slotsOn(today) };
      if (path === '/appointments') return refused('line_closed', 409);
      if (path === '/hospitals/h1/next-slots') return { json: nextSlots };
      return path === '/people' ? { json: { people: [] } } : undefined;
    },
    [],
  );
  await show('timetables/LineWeek');
  await expect(
    page.getByText('No timetable. Nobody can book a time of this line.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Without an appointment: 8:00 am–10:30 am')).toBeVisible();
  await expect(page.getByText(/^Next free appointment: .*5:40 pm/u)).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Book Appointment X-ray' }).click();
  const dialog = windowOn(page);
  await expect(dialog).toContainText('X-ray');
  await expect(dialog).not.toContainText(/doctor/iu);
  await dialog.getByLabel('Date').fill(today);
  await dialog.getByText('5:40 pm').click();
  await expectSoundBriefly(page);
  expect(asked.some(({ path }) => path === '/doctors/l1/slots')).toBe(true);
});

test('while an administrator adds a session to a timetable, the form says what the session offers and shows errors at their fields [APPT-1, VAL-4]', async ({
  page,
  show,
}) => {
  const asked = await serve(page, undefined, [evening]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page.getByRole('button', { name: 'Add session', exact: true }).click();
  const dialog = windowOn(page);
  await expect(dialog.getByText('Offers 24 times a day: 9:00 am to 12:50 pm.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(dialog.getByRole('group', { name: 'Weekdays' })).toContainText('Choose weekdays');
  await dialog.getByRole('checkbox', { name: 'Friday' }).check();
  await dialog.getByLabel('Patients at the same time').fill('51');
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(dialog.getByLabel('Patients at the same time')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectSoundBriefly(page);
  await dialog.getByLabel('Patients at the same time').fill('2');
  await dialog.getByLabel('Share kept for walk-ins, in %').fill('25');
  await expect(dialog.getByText('48 places in all, 12 kept for walk-ins.')).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill('18:00');
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(
    dialog.getByText('This session overlaps another one on the same day.'),
  ).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill('13:00');
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  await expect(page.getByText('The timetable is saved')).toBeVisible();
  const saved = asked.find(({ method }) => method === 'PUT');
  expect(saved?.body).toEqual({
    sessions: [evening, { ...morning, weekdays: ['friday'], places: 2, walkInPercent: 25 }],
    seen: { sessions: [evening] },
  });
  await expect(page.getByRole('button', { name: 'Edit timetable' })).toBeFocused();
});

test('an administrator copies a day to other days and removes a session, using only the keyboard [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page, undefined, [morning, open]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).press('Enter');
  await page.getByRole('button', { name: 'Copy Monday to other days' }).press('Enter');
  const dialog = windowOn(page);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Tuesday' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Sunday' }).press('Space');
  await expectSoundBriefly(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page
    .getByRole('button', { name: /^Edit session: Booked/u })
    .first()
    .press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Walk-in/u }).check();
  await expect(dialog.getByLabel('Minutes for each patient')).toBeHidden();
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Save timetable' }).press('Enter');
  await expect(page.getByText('The timetable is saved')).toBeVisible();
  const saved = asked.find(({ method }) => method === 'PUT');
  const { from, to } = morning;
  expect(saved?.body).toMatchObject({
    sessions: [{ kind: 'open', from, to, weekdays: ['monday', 'tuesday', 'wednesday', 'sunday'] }],
  });
});

test('copied weekly sessions may overlap a session for one date, which replaces the weekly hours on that date [APPT-1]', async ({
  page,
  show,
}) => {
  const once: TimetableSession = { ...morning, weekdays: [], date: '2026-12-04', from: '10:00' };
  await serve(page, undefined, [once, morning]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click();
  await windowOn(page).getByRole('checkbox', { name: 'Friday' }).check();
  await windowOn(page).getByRole('button', { name: 'Copy', exact: true }).click();
  const days = page.getByRole('region', { name: 'Timetable' }).getByRole('list').first();
  const friday = days.getByRole('listitem').filter({ hasText: 'Friday' });
  await expect(friday).toContainText('6 times');
  await expect(friday).toContainText('This day only');
  await expect(friday).toContainText('18 times');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save timetable' })).toBeEnabled();
  await expectSoundBriefly(page);
  await friday.getByRole('button', { name: /This day only/u }).click();
  await expect(windowOn(page).getByText('On this date the session replaces')).toBeVisible();
});

test('two sessions for one date that overlap are refused at the field, before anything is sent [APPT-1, VAL-4]', async ({
  page,
  show,
}) => {
  const once: TimetableSession = { ...morning, weekdays: [], date: '2026-12-04', from: '10:00' };
  await serve(page, undefined, [once]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page.getByRole('button', { name: 'Add session', exact: true }).click();
  const dialog = windowOn(page);
  await dialog.getByText('On one date').click();
  await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
  await dialog.getByRole('button', { name: 'Add session' }).click();
  await expect(dialog.getByText('This session overlaps another one')).toBeVisible();
});

test('in a doctor’s timetable a day off covers its whole day, and no session offers a time on a day off [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  const off = { id: 'o1', firstDay: '2026-11-30', lastDay: '2026-12-01' };
  await serve(page, ({ path }) =>
    path === '/doctors/d1/schedule'
      ? { json: { schedule: { doctorId: 'd1', timeZone, today, daysOff: [off] } } }
      : undefined,
  );
  await show('timetables/Week');
  const days = page.getByRole('region', { name: 'Timetable' }).getByRole('list').first();
  const monday = days.getByRole('listitem').filter({ hasText: 'Monday' });
  await expect(monday).toContainText('Day off');
  await expect(monday).toContainText('No times');
  await expect(days.getByRole('listitem').filter({ hasText: 'Tuesday' })).toContainText('Day off');
  const wednesday = days.getByRole('listitem').filter({ hasText: 'Wednesday' });
  await expect(wednesday).not.toContainText('Day off');
  await expectSound(page);
});

test('an administrator copies another doctor’s timetable into the editor, and Baari saves the copy only when the administrator saves [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page, undefined, [morning]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page.getByRole('button', { name: 'Copy from another doctor' }).click();
  const dialog = windowOn(page);
  await expect(dialog.getByRole('option', { name: 'Dr. Jayanti Rao' })).toHaveCount(0);
  await dialog.getByLabel('Doctor').selectOption('d2');
  await expect(dialog.getByText('Friday · 5:00 pm – 9:00 pm')).toBeVisible();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Edit session/u })).toContainText('5:00 pm');
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('the preview of a timetable shows what each day offers and which existing bookings no longer fit [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  await serve(page, ({ path }) =>
    path.endsWith('/preview')
      ? { json: { timeZone, days: previewDays, outside: [excluded], hasMore: false } }
      : undefined,
  );
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  const preview = page.getByRole('region', { name: 'The next 14 days with this timetable' });
  const line = (day: string) => preview.getByRole('listitem').filter({ hasText: day });
  await expect(line('Monday, 30 Nov 2026')).toContainText('24 times · 72 places');
  await expect(line('Tuesday')).toContainText('walk-in 10:00 am – 12:00 pm');
  await expect(line('Wednesday')).toContainText('Day off');
  await expect(preview.getByRole('note')).toContainText('1 booking no longer fits');
  await expect(preview.getByRole('note')).toContainText('2 Dec 2026, 10:00 am · Lalita Singh');
  await expectSound(page);
});

test('if a colleague saved the timetable meanwhile, the editor shows both versions and saves the version that the administrator chooses [APPT-1, DOC-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/409/u);
  let saves = 0;
  let stored: readonly TimetableSession[] = [morning];
  const asked = await serve(page, ({ method, path }) => {
    if (path !== '/hospital/doctors/d1/timetable') return undefined;
    if (method === 'GET') return timetableOf(stored);
    saves += 1;
    if (saves > 1) return timetableOf([]);
    stored = [evening];
    return refused('changed_meanwhile', 409);
  });
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page
    .getByRole('button', { name: /^Edit session/u })
    .first()
    .click();
  await windowOn(page).getByRole('button', { name: 'Remove session' }).click();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  const conflict = page.getByRole('group', { name: 'Timetable', exact: true });
  await expect(conflict).toContainText('No sessions');
  await expect(conflict).toContainText('Friday · 5:00 pm – 9:00 pm');
  await expectSoundBriefly(page);
  await conflict.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  await expect(page.getByText('The timetable is saved')).toBeVisible();
  expect(asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    sessions: [evening],
    seen: { sessions: [evening] },
  });
});

test('the month overview says in words how full each day is, and selecting a day opens that day’s appointments [APPT-1]', async ({
  page,
  show,
}) => {
  await serve(page);
  await show('timetables/Month');
  const month = page.getByRole('table', { name: 'Free places of each day, Nov 2026' });
  const cell = (words: string) => month.getByRole('link', { name: words, exact: true });
  await expect(cell('11 Nov 2026: 12 of 24 places free. 12 bookings')).toContainText('12');
  await expect(cell('13 Nov 2026: Full. 24 bookings')).toContainText('Full');
  await expect(cell('27 Nov 2026: Day off')).toContainText('Off');
  await expect(cell('5 Nov 2026: 24 bookings')).toHaveAttribute('href', /\/day\/2026-11-05$/u);
  await expect(month.getByRole('columnheader').first()).toHaveText(/Monday$/u);
  await expectSound(page);
});

test('the desk loads the month overview only for a doctor whom the desk has chosen [APPT-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page);
  await show('timetables/DeskMonths');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByText('How full a doctor’s month is').click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByLabel('Doctor').selectOption('d2');
  await expect(page.getByText('5 Dec 2026: 1 of 2 places free. 1 booking')).toBeAttached();
  await expectSoundBriefly(page);
});

test('the times in the booking form are grouped by part of the day, and show the free places if a time has several [APPT-1, PAT-8]', async ({
  page,
  show,
  calls,
}) => {
  await serve(page);
  await show('timetables/Times');
  await page.getByLabel('Date').fill(today);
  const part = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(part('Morning').getByRole('radio', { name: '11:40 am Free' })).toBeEnabled();
  await expect(part('Afternoon').getByRole('radio', { name: '4:50 pm Taken' })).toBeDisabled();
  await expect(part('Evening').getByRole('radio')).toHaveCount(2);
  await expect(part('Evening')).toContainText('3 of 10 places free');
  await expect(part('Morning')).not.toContainText('of 1 place');
  await expect(page.getByText('Without an appointment: 10:00 am–11:30 am')).toBeVisible();
  await expectSound(page);
  // The arrow keys move the selection from the morning's times to those of the next part of the
  // day.
  await part('Morning').getByRole('radio').press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(calls).toEqual([`booked ${today} 17:40`]);
});

test('the booking form begins with the next free times of two days, and one tap chooses day and time [PAT-8, APPT-1]', async ({
  page,
  show,
  calls,
}) => {
  await serve(page);
  await serveSlots(page, (date) => ({ ...slotsOn(date), slots: [] }));
  await page.setViewportSize({ width: 360, height: 740 });
  await show('timetables/Times');
  await expect(page.getByText('nothing free in the coming weeks')).toBeVisible();
  await serveSlots(page, slotsOn);
  await show('timetables/Times');
  const soon = page.getByRole('region', { name: 'Next free times' });
  await expect(soon.getByRole('list')).toHaveCount(2);
  await expect(soon.getByRole('button', { name: 'Today, 4:50 pm' })).toHaveCount(0);
  await expectSoundBriefly(page);
  await soon.getByRole('button', { name: 'Tomorrow, 5:00 pm' }).click();
  await expect(soon).toBeHidden();
  await expect(page.getByLabel('Date')).toHaveValue('2026-12-01');
  await expect(page.getByLabel('Date')).toBeFocused();
  await expect(page.getByRole('radio', { name: /^5:00 pm/u })).toBeChecked();
  await page.getByRole('button', { name: 'book' }).click();
  await expect.poll(calls).toEqual(['booked 2026-12-01 17:00']);
});

test('a full day offers the next day with a free time, and a button opens that day [APPT-1, PAT-8]', async ({
  page,
  show,
}) => {
  const next = '2026-12-01';
  await serve(page);
  await serveSlots(page, (date) => {
    const day = slotsOn(date);
    const full = day.slots.map((slot) => ({ ...slot, free: 0, isFree: false }));
    return date === today ? { ...day, slots: full, nextFreeDay: next } : day;
  });
  await show('timetables/Times');
  await page.getByLabel('Date').fill(today);
  const goes = page.getByRole('button', { name: /^Next free day: Tuesday,? 1 December 2026$/u });
  await expect(page.getByText('All times on this day are taken.')).toBeVisible();
  await expect(goes).toBeVisible();
  await expectSoundBriefly(page);
  await goes.click();
  await expect(page.getByLabel('Date')).toHaveValue(next);
  await expect(page.getByLabel('Date')).toBeFocused();
  await expect(page.getByRole('radio', { name: /^5:40 pm/u })).toBeEnabled();
});

test('the kind of visit decides which times are free, and after changing it the patient must choose a time again [APPT-1, PAT-8]', async ({
  page,
  show,
  calls,
}) => {
  let isLong = false;
  await serve(page, ({ path }) => {
    if (path !== '/doctors/d1/slots') return undefined;
    const day = slotsOn(today);
    const slots = day.slots
      .slice(0, isLong ? 3 : 4)
      .map((slot) => ({ ...slot, minutes: isLong ? 40 : 20 }));
    const openHours = [{ from: '10:00', to: '11:30', places: 20 }];
    return { json: { ...day, slots, openHours, variesByKind: true } };
  });
  await show('timetables/TimesByKind');
  await page.getByLabel('Date').fill(today);
  const kind = page.getByLabel('First visit or follow-up');
  await expect(page.getByText('Decides how long the visit takes')).toBeVisible();
  await expect(page.getByText('This visit takes 20 minutes.')).toBeVisible();
  await page.getByRole('radio', { name: /^5:40 pm/u }).check();
  isLong = true;
  const forKind = page.waitForRequest(/\/slots\?.*visitKind=new/u);
  await kind.selectOption('First visit for this');
  await forKind;
  await expect(page.getByText('This visit takes 40 minutes.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^5:40 pm/u })).toHaveCount(0);
  await expect(page.getByText(/10:00 am–11:30 am \(at most 20 patients\)/u)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'book' }).click();
  await expect(page.getByRole('group', { name: 'Time', exact: true })).toContainText('required');
  await page.getByRole('radio', { name: /^11:40 am/u }).check();
  await page.getByRole('button', { name: 'book' }).click();
  await expect.poll(calls).toEqual([`booked ${today} 11:40 new`]);
});

test('if all places of a time are reserved for the desk, patients see it as taken, and the desk can book it [APPT-1, PAT-8]', async ({
  page,
  show,
  calls,
}) => {
  await serve(page, ({ path }) => {
    if (path !== '/doctors/d1/slots') return undefined;
    const day = slotsOn(today);
    const slots = day.slots.map((slot, index) =>
      index === 0 ? { ...slot, places: 2, free: 0, isFree: false, reserved: 2 } : slot,
    );
    return { json: { ...day, slots } };
  });
  await show('timetables/Times');
  await page.getByLabel('Date').fill(today);
  await expect(page.getByRole('radio', { name: '11:40 am Taken' })).toBeDisabled();
  await show('timetables/DeskTimes');
  await page.getByLabel('Date').fill(today);
  await page.getByRole('radio', { name: '11:40 am 2 kept, 0 for everyone' }).check();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'book' }).click();
  await expect.poll(calls).toEqual([`booked ${today} 11:40`]);
});

test('in the timetable editor an administrator sets minutes for each kind of visit, places of a walk-in session and places reserved for the desk [APPT-1, QST-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page, undefined, [evening, open]);
  await show('timetables/Week');
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await page.getByRole('button', { name: /^Edit session: Booked/u }).click();
  const dialog = windowOn(page);
  await dialog.getByLabel('Minutes for a first visit').fill('300');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByLabel('Minutes for a first visit')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog.getByLabel('Minutes for a first visit').fill('40');
  await expect(dialog.getByText('A first visit fits at 11 times.')).toBeVisible();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: /^Edit session: Walk-in/u }).click();
  await dialog.getByLabel('First places kept for the desk').fill('3');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByLabel('First places kept for the desk')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog.getByLabel('Most patients in this session').fill('20');
  await expect(dialog.getByText(/At most 20 patients come without a time\./u)).toBeVisible();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const walkIn = page.getByRole('button', { name: /^Edit session: Walk-in/u });
  await expect(walkIn).toContainText('at most 20 patients');
  await expect(walkIn).toContainText('first 3 places for the desk');
  await page.getByRole('button', { name: 'Save timetable' }).click();
  await expect(page.getByText('The timetable is saved')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    sessions: [
      { ...evening, lengths: { new: 40 } },
      { ...open, places: 20, reservedPlaces: 3 },
    ],
    seen: { sessions: [evening, open] },
  });
});

for (const scene of ['Week', 'Month', 'Times']) {
  for (const language of languages) {
    test(`${scene} of a timetable fits on a screen 360 pixels wide in ${language} [APPT-1, PAT-8]${longIn(language)}`, async ({
      page,
      show,
    }) => {
      await serve(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await show(`timetables/${scene}`, language);
      if (scene === 'Times') await page.locator('input[type=date]').fill(today);
      if (scene === 'Week') await page.getByRole('region').getByRole('button').first().click();
      await page.waitForLoadState('networkidle');
      if (picturesIn !== undefined) {
        for (const [width, scheme] of [
          [390, 'light'],
          [1280, 'light'],
          [390, 'dark'],
          [1280, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme: scheme });
          const path = `${picturesIn}/${scene}-${language}-${width}-${scheme}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
      await expectSoundBriefly(page);
    });
  }
}
