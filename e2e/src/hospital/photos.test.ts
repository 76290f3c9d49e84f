/**
 * Tests of a doctor's photo: added, seen by patients and colleagues, removed [ENT-4, DOC-4, ADM-2].
 */
import { listColleagues } from '@baari/contract/doctor/doctor.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { makePatient, makePlace, signIn } from '../support/people.ts';

/** A red picture of 800 by 1200 pixels, with the EXIF orientation of a camera. */
async function makePicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 1200;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing.');
    context.fillStyle = '#a33';
    context.fillRect(0, 0, 800, 1200);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

test('an administrator adds a doctor’s photo, a patient sees it, and after its removal the initials show again [ENT-4, ADM-2] @gate', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ketaki Clinic', 'Dr. Esha Roy');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'Dr. Esha Roy' });
  await card.getByRole('button', { name: 'Edit doctor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Doctor' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Add a photo' }).click(),
  ]);
  await chooser.setFiles({
    name: 'esha.png',
    mimeType: 'image/png',
    buffer: await makePicture(page),
  });
  await expect(dialog.locator('img')).toBeVisible();
  await expectSoundBriefly(page);
  const { image } = (await call(place.admin, listColleagues)).doctors[0] ?? {};
  const read = await context.request.get(`${server.origin}${image ?? ''}`);
  expect(read.headers()['content-type']).toBe('image/jpeg');

  const patient = await (await newBrowser(await makePatient(server.origin, 'Om Kale'))).newPage();
  await patient.goto(`/patient/hospital/${place.hospital.id}/doctor/${place.doctor.id}`);
  const photo = patient.locator(`img[src="${image ?? ''}"]`);
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);

  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await expect(dialog.locator('img')).toHaveCount(0);
  await expect(dialog.getByText('ER', { exact: true })).toBeVisible();
});

test('a file that is not a picture cannot be uploaded as a doctor’s photo and shows an error [ENT-4]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Nilgiri Clinic', 'Dr. Ira Bose');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Doctor' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Add a photo' }).click(),
  ]);
  await chooser.setFiles({
    name: 'letter.png',
    mimeType: 'image/png',
    buffer: Buffer.from('Dear'),
  });
  await expect(dialog.getByText('This file could not be read as a picture.')).toBeVisible();
});
