/**
 * Tests of bookings that can no longer take place: what the plan shows, what the desk decides, and
 * what the page sends.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { PlannedMove } from '@baari/contract/visit/rebooking.ts';
import type { Page } from '@playwright/test';
import { longIn } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { windowOn } from '../support/windows.ts';
import { type Asked, answerBy, expect, test } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_TIMETABLES'];
const timeZone = 'Asia/Kolkata';

function planned(
  id: string,
  name: string,
  change: Partial<PlannedMove> & { readonly hasAccount?: boolean } = {},
): PlannedMove {
  const { hasAccount = true, ...rest } = change;
  return {
    cause: 'day_off',
    to: {
      doctor: { id: 'd1', name: 'Dr. Jayanti Rao' },
      date: '2026-12-02',
      time: '10:00',
      startsAt: '2026-12-02T04:30:00.000Z',
    },
    appointment: {
      id,
      status: 'booked',
      date: '2026-12-01',
      time: '10:00',
      startsAt: '2026-12-01T04:30:00.000Z',
      visitKind: null,
      isOutsideHours: true,
      bookedAt: '2026-11-01T04:30:00.000Z',
      canCheckIn: false,
      checkInFrom: '2026-12-01T03:30:00.000Z',
      cancelledBy: null,
      cancelReason: null,
      confirmation: 'not_asked',
      patient: {
        id: `patient ${id}`,
        name,
        phone: null,
        through: null,
        hasAccount,
        isContactProved: true,
        isPhoneProved: true,
      },
      doctor: {
        id: 'd1',
        name: 'Dr. Jayanti Rao',
        specialty: '',
        department: 'Cardiology',
        service: null,
      },
      hospital: { id: 'h', name: 'City Hospital', timeZone, standing: 'confirmed' },
    },
    ...rest,
  };
}

const moves = [
  planned('a', 'Lalita Singh'),
  planned('b', 'Mohan Venkataraman Iyer', { cause: 'places' }),
  planned('c', 'Kamla Devi', { to: null, hasAccount: false }),
];
const slot = {
  time: '11:00',
  startsAt: '2026-12-03T05:30:00.000Z',
  minutes: 30,
  places: 1,
  free: 1,
  isFree: true,
};

async function serve(
  page: Page,
  answer: (asked: Asked) => { status?: number; json: object } | undefined = () => undefined,
): Promise<Asked[]> {
  return answerBy(page, (asked) => {
    const given = answer(asked);
    if (given !== undefined) return given;
    switch (asked.path) {
      case '/hospital/appointments/rebooking/plan':
        return { json: { moves, hasMore: false } };
      case '/hospital/appointments/rebooking':
        return {
          json: {
            bookings: moves.slice(0, 2).map(({ appointment }) => ({ appointment, refusal: null })),
          },
        };
      case '/hospital/doctors':
        return {
          json: {
            doctors: [{ id: 'd1', name: 'Dr. Jayanti Rao', department: 'Cardiology' }],
            next: null,
          },
        };
      case '/doctors/d1/slots':
        return {
          json: {
            date: '2026-12-03',
            today: '2026-11-30',
            lastDay: '2027-01-29',
            timeZone,
            slots: [slot],
            openHours: [],
            nextFreeDay: null,
          },
        };
      default:
        return undefined;
    }
  });
}

async function open(page: Page) {
  await page.getByRole('button').first().click();
  const dialog = windowOn(page);
  await dialog.getByText('Lalita Singh', { exact: true }).waitFor();
  return dialog;
}

test('the desk changes the new times of single patients in a rebooking plan, and the server receives exactly these changes [APPT-1, DOC-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page);
  await show('timetables/Rebooking');
  const dialog = await open(page);
  const rowOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('Lalita Singh')).toContainText('Day off');
  await expect(rowOf('Mohan')).toContainText('Fewer places at this time');
  await expect(rowOf('Kamla Devi')).toContainText('No free time found');
  await expect(rowOf('Kamla Devi')).toContainText('please call');
  await expect(dialog.getByRole('button', { name: 'Move 2 bookings' })).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('What happens to the booking of Mohan').selectOption('cancel');
  await expect(dialog.getByRole('button', { name: 'Move 1, cancel 1' })).toBeVisible();
  await rowOf('Lalita Singh').getByRole('button', { name: 'Change time' }).click();
  await rowOf('Lalita Singh').getByLabel('Date').fill('2026-12-03');
  await rowOf('Lalita Singh').getByLabel('Time', { exact: true }).selectOption('11:00');
  await expect(rowOf('Lalita Singh')).toContainText('3 Dec 2026');
  await dialog.getByLabel(/^Message to all of them/u).fill('We are sorry.');
  await dialog.getByRole('button', { name: 'Move 1, cancel 1' }).click();
  await expect(dialog).toBeHidden();
  const sent = asked.find(({ path }) => path === '/hospital/appointments/rebooking');
  const seen = { doctorId: 'd1', date: '2026-12-01', time: '10:00' };
  expect(sent?.body).toEqual({
    bookings: [
      { id: 'a', seen, to: { doctorId: 'd1', date: '2026-12-03', time: '11:00' } },
      { id: 'b', seen, to: null },
    ],
    message: 'We are sorry.',
  });
});

test('bookings that changed since the rebooking plan are named with the reason, and the desk gets a new plan [APPT-1]', async ({
  page,
  show,
}) => {
  const asked = await serve(page, ({ path }) =>
    path === '/hospital/appointments/rebooking'
      ? {
          json: {
            bookings: moves.slice(0, 2).map(({ appointment }, index) => ({
              appointment,
              refusal: index === 0 ? 'slot_taken' : null,
            })),
          },
        }
      : undefined,
  );
  await show('timetables/Rebooking');
  const dialog = await open(page);
  const plans = () => asked.filter(({ path }) => path.endsWith('/plan'));
  await dialog.getByRole('button', { name: 'Move 2 bookings' }).click();
  const left = dialog.getByRole('note').filter({ hasText: '1 booking was left as it is' });
  await expect(left).toContainText('Lalita Singh');
  await expect.poll(() => plans().length).toBe(2);
  await dialog.getByText('Colleagues of the same department').click();
  await expect.poll(() => plans().at(-1)?.body).toEqual({ doctorId: 'd1', doctors: 'colleagues' });
});

for (const language of languages) {
  test(`the rebooking plan is accessible and fits a phone in every language (${language}) [APPT-1, ENT-9]${longIn(language)}`, async ({
    page,
    show,
  }) => {
    await serve(page);
    await show('timetables/Rebooking', language);
    await open(page);
    if (picturesIn !== undefined) {
      for (const [width, scheme] of [
        [390, 'light'],
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: `${picturesIn}/plan-${language}-${width}-${scheme}.png` });
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await expectSoundBriefly(page);
  });
}
