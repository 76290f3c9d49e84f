/**
 * Tests a freed time that is held for a patient who asked for an earlier time. The patient gets an
 * offer, accepts by a link, and every screen shows the change.
 */
import { roundTheClock } from '@baari/contract/constants.ts';
import { getProfile, saveProfile } from '@baari/contract/patient/profile.ts';
import {
  bookAppointment,
  cancelForPatient,
  getDoctorSlots,
} from '@baari/contract/visit/appointment.ts';
import { listOwnEarlier, wishEarlier } from '@baari/contract/visit/earlier.ts';
import { zoneWhereItIs } from '../../../server/src/testing/test-zones.ts';
import { type Account, call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { pathMailedTo } from '../support/outbox.ts';
import { keepHours, makePatient, makePlace, type Place, signIn } from '../support/people.ts';

/**
 * Makes a hospital in a time zone where it is about 10:00 now, because no offers are sent at night.
 */
async function makeOpenPlace(origin: string, name: string, doctor: string): Promise<Place> {
  const place = await makePlace(origin, name, doctor);
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(10, new Date()));
  return place;
}

async function dayAt(place: Place, days: number): Promise<string> {
  const { today } = await call(place.admin, getDoctorSlots, { id: place.doctor.id });
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

async function bookAt(patient: Account, place: Place, date: string, time: string) {
  const body = { doctorId: place.doctor.id, date, time };
  return (await call(patient, bookAppointment, { body })).appointment;
}

async function givePhone(patient: Account, phone: string): Promise<void> {
  const { profile } = await call(patient, getProfile);
  const { language, theme } = profile.preferences;
  const { id: _, email: _email, erasureRequestedAt: _at, version: _version, ...fields } = profile;
  await call(patient, saveProfile, {
    body: {
      ...fields,
      phone,
      preferences: { language: language ?? 'en', theme: theme ?? 'system' },
    },
  });
}

test('when the desk cancels a booking, a patient accepts the freed earlier time through a link, and every screen shows the change [APPT-1, PAT-8] @gate', async ({
  page,
  context,
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^403 POST \/api\/earlier\/link\/accept$/u);
  const place = await makeOpenPlace(server.origin, 'Parijat Clinic', 'Dr. Vidya Rao');
  const soon = await dayAt(place, 1);
  const other = await makePatient(server.origin, 'Riya Sethi');
  await bookAt(other, place, soon, '10:00');
  const asked = await makePatient(server.origin, 'Farhan Qureshi');
  await givePhone(asked, '+919876504321');
  await bookAt(asked, place, await dayAt(place, 4), '11:00');

  const phone = await (await newBrowser(asked)).newPage();
  await phone.goto('/patient/queue');
  await phone.getByRole('button', { name: /^Tell me if an earlier time comes free/u }).click();
  await phone.getByRole('button', { name: 'Ask me', exact: true }).click();
  await expect(phone.getByText('We will ask you if an earlier time comes free.')).toBeVisible();

  await signIn(context, place.admin);
  await page.goto(`/hospital/dashboard?view=appointments&date=${soon}`);
  const ofDoctor = page.getByRole('region', { name: 'Dr. Vidya Rao' });
  await ofDoctor.getByRole('button', { name: /^Cancel the appointment of Riya/u }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Cancel the appointment', exact: true })
    .click();
  await expect(ofDoctor.getByText('Cancelled', { exact: true })).toBeVisible();
  const held = page.getByRole('region', { name: 'Held places' });
  await expect(async () => {
    await page.reload();
    await page.getByText('Earlier times', { exact: true }).click();
    await expect(held).toContainText('Farhan Qureshi is asked until', { timeout: 1000 });
  }).toPass();
  await expectSoundBriefly(page);

  await phone.reload();
  await expect(
    phone.getByRole('region', { name: 'An earlier time is free for you' }),
  ).toContainText('Held for you until');
  const stranger = await (await newBrowser()).newPage();
  await stranger.setViewportSize({ width: 360, height: 740 });
  await stranger.goto(await pathMailedTo(server.origin, asked.email, /\/earlier#[\w-]+/u));
  await expect(stranger.getByText('Parijat Clinic holds this time for you.')).toBeVisible();
  await expect(stranger.getByText('Farhan')).toHaveCount(0);
  const digits = stranger.getByLabel('Last four digits of your phone number');
  await digits.fill('0000');
  await digits.press('Enter');
  await expect(stranger.getByText('These digits do not match this offer')).toBeVisible();
  await expectSoundBriefly(stranger);
  await digits.fill('4321');
  await stranger.getByRole('button', { name: 'Take it' }).click();
  await expect(stranger.getByText('The free time is booked for you')).toBeVisible();

  await phone.reload();
  const mine = phone.getByRole('region', { name: 'My Appointments' });
  await expect(mine.getByRole('listitem')).toHaveCount(1);
  await expect(mine.getByRole('time')).toContainText(/10:00 am/iu);
  await page.reload();
  await expect(ofDoctor.getByRole('listitem').filter({ hasText: 'Farhan Qureshi' })).toContainText(
    /10:00 am/iu,
  );
});

test('when a patient accepts an offer of an earlier time on one device, another device shows that the time is booked [APPT-1]', async ({
  context,
  page,
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/earlier\/offers\/[\w-]+\/decline$/u);
  const place = await makeOpenPlace(server.origin, 'Kusum Clinic', 'Dr. Nirmal Das');
  const other = await makePatient(server.origin, 'Tara Bose');
  const freed = await bookAt(other, place, await dayAt(place, 2), '10:00');
  const asked = await makePatient(server.origin, 'Gulab Rathi');
  const own = await bookAt(asked, place, await dayAt(place, 6), '11:00');
  await call(asked, wishEarlier, {
    body: {
      for: { kind: 'appointment', id: own.id },
      terms: {
        scope: 'doctor',
        weekdays: [],
        dayParts: [],
        leastNoticeMinutes: 120,
        until: null,
      },
    },
  });
  await call(place.admin, cancelForPatient, { id: freed.id, body: {} });
  await expect(async () => {
    expect((await call(asked, listOwnEarlier)).offers).toHaveLength(1);
  }).toPass();
  await signIn(context, asked);
  const tablet = await (await newBrowser(asked)).newPage();
  for (const device of [page, tablet]) {
    await device.goto('/patient/queue');
    await expect(device.getByRole('button', { name: 'Take it' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('The free time is booked for you')).toBeVisible();
  await tablet.getByRole('button', { name: 'No, thanks' }).click();
  await expect(tablet.getByText('The free time is booked for you')).toBeVisible();
  await expectSoundBriefly(tablet);
  for (const device of [page, tablet]) {
    const mine = device.getByRole('region', { name: 'My Appointments' });
    await expect(mine.getByRole('time')).toContainText(/10:00 am/iu);
  }
});
