/** Tests of leaving a staff form that has unsaved changes. */
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { changeMemberRole } from '@baari/contract/account/team.ts';
import type { Page } from '@playwright/test';
import { call, openSession } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { type DemoName, demoAccount, makePlace, makeStaff, signIn } from './support/people.ts';

interface StaffForm {
  readonly name: string;
  readonly who: DemoName;
  readonly open: (page: Page) => Promise<void>;
  readonly type: (page: Page) => Promise<void>;
  readonly expectTyped: (page: Page) => Promise<void>;
  /** A navigation link to another page. */
  readonly link: string;
  /**
   * Whether the form has a Cancel button. A form that is part of the page all the time has none.
   */
  readonly hasCancel: boolean;
}

const forms: readonly StaffForm[] = [
  {
    name: 'the hospital’s profile',
    who: 'admin',
    async open(page) {
      await openByLink(page, '/hospital/dashboard?view=team', 'Hospital Profile');
      await page.getByRole('button', { name: 'Edit Profile' }).click();
    },
    type: (page) => page.getByLabel('City').fill('Satara'),
    expectTyped: (page) => expect(page.getByLabel('City')).toHaveValue('Satara'),
    link: 'Team',
    hasCancel: true,
  },
  {
    name: 'a doctor’s own profile',
    who: 'doctor',
    async open(page) {
      await openByLink(page, '/doctor/profile', 'Settings');
      await page.getByRole('link', { name: 'My Profile' }).click();
      await page.getByRole('button', { name: 'Edit Profile' }).click();
    },
    type: (page) => page.getByLabel('Qualifications').fill('MBBS, DNB'),
    expectTyped: (page) => expect(page.getByLabel('Qualifications')).toHaveValue('MBBS, DNB'),
    link: 'Schedule',
    hasCancel: true,
  },
  {
    name: 'a doctor’s week',
    who: 'doctor',
    async open(page) {
      await openByLink(page, '/doctor/profile', 'Schedule');
      await page.getByRole('button', { name: 'Edit hours' }).click();
    },
    type: (page) => page.getByLabel('Monday, Hours, From').fill('07:10'),
    expectTyped: (page) => expect(page.getByLabel('Monday, Hours, From')).toHaveValue('07:10'),
    link: 'Settings',
    hasCancel: true,
  },
  {
    name: 'a doctor’s settings',
    who: 'doctor',
    open: (page) => openByLink(page, '/doctor/profile', 'Settings'),
    type: (page) => page.getByLabel('when a patient has arrived').uncheck(),
    expectTyped: (page) => expect(page.getByLabel('when a patient has arrived')).not.toBeChecked(),
    link: 'Schedule',
    hasCancel: false,
  },
];

for (const form of forms) {
  test(`unsaved changes in ${form.name} are discarded by a link, Back, a reload or Cancel only after a question [ERR-1]`, async ({
    page,
    context,
    server,
  }) => {
    await signIn(context, await demoAccount(server.origin, form.who));
    await form.open(page);
    if (form.hasCancel) await expect(page.locator('form :focus')).toHaveCount(1);
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

    const elsewhere = page.getByRole('navigation').getByRole('link', { name: form.link });
    await form.type(page);
    await elsewhere.click();
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await form.expectTyped(page);

    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await form.expectTyped(page);

    const asked = page.waitForEvent('dialog');
    const reloading = page.reload().catch(() => undefined);
    const browsers = await asked;
    expect(browsers.type()).toBe('beforeunload');
    await browsers.dismiss();
    await Promise.race([reloading, form.expectTyped(page)]);
    await form.expectTyped(page);

    if (form.hasCancel) {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await form.expectTyped(page);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await expect(page.getByRole('button', { name: /^Edit (?:Profile|hours)$/u })).toBeFocused();
      await page.keyboard.press('Enter');
      await form.type(page);
    }
    await elsewhere.click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(elsewhere).toHaveAttribute('aria-current', 'page');
    await expect(question).toHaveCount(0);
  });
}

/**
 * Opens a page by a link. The Back button is then a navigation within the application, without a
 * page load.
 */
async function openByLink(page: Page, from: string, link: string): Promise<void> {
  await page.goto(from);
  await page.getByRole('navigation').getByRole('link', { name: link }).click();
}

test('an administrator whose role is removed while typing is taken to another page and reads why [ERR-1, SEC-6]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Godavari Clinic', 'Dr. Usha Rane');
  const second = await makeStaff(place, 'Vimal Shetty', 'receptionist');
  const { user } = await call(second, getCurrentUser);
  await call(place.admin, changeMemberRole, { id: user.id, body: { role: 'hospital_admin' } });
  const { email, password } = second;
  const session = await openSession(server.origin, '/sign-in/email', { email, password });
  await signIn(context, { ...second, session });
  await page.goto('/hospital/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('Satara');
  await call(place.admin, changeMemberRole, { id: user.id, body: { role: 'receptionist' } });
  await expect(page.getByText('Your access has changed')).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/dashboard/u);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a tap beside a dialog with unsaved changes does not discard them [ERR-1, ADM-2] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=doctors');
  const window = page.getByRole('dialog', { name: 'Edit Doctor' });
  const edit = page.getByRole('button', { name: 'Edit doctor' }).first();
  await edit.click();
  await expect(window).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(window).toHaveCount(0);
  await edit.click();
  await window.getByLabel('Full name').fill('Dr. Somebody Else');
  await page.mouse.click(5, 400);
  await expect(window.getByLabel('Full name')).toHaveValue('Dr. Somebody Else');
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
});
