/** Leaving a form of the staff with something typed in it. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type DemoName, demoAccount, signIn } from './people.ts';

interface StaffForm {
  readonly name: string;
  readonly who: DemoName;
  readonly open: (page: Page) => Promise<void>;
  readonly type: (page: Page) => Promise<void>;
  readonly expectTyped: (page: Page) => Promise<void>;
  /** Elsewhere, by the navigation. */
  readonly link: string;
  /** A form that is always there has no Cancel. */
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
  test(`what was typed in ${form.name} is not lost by a link, by Back, by a reload or by Cancel without a question [ERR-1]`, async ({
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

/** Back from there is a step within the application. */
async function openByLink(page: Page, from: string, link: string): Promise<void> {
  await page.goto(from);
  await page.getByRole('navigation').getByRole('link', { name: link }).click();
}
