/**
 * Counts the clicks and keys that an administrator needs from an empty installation to the first
 * approved patient.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { linkMailedTo } from '../support/outbox.ts';

test.use({ demo: false });

/** Uses a page as a hand does, and counts its clicks and key presses. */
function handOn(page: Page) {
  const used = { clicks: 0, keys: 0 };
  return {
    used,
    async click(what: Locator) {
      used.clicks += 1;
      await what.click();
    },
    /** Goes to the next fields with Tab and types one text into each; an empty text skips a field. */
    async type(...texts: readonly string[]) {
      for (const [at, text] of texts.entries()) {
        if (at > 0) await page.keyboard.press('Tab');
        used.keys += (at > 0 ? 1 : 0) + text.length;
        await page.keyboard.type(text);
      }
    },
    async press(key: string) {
      used.keys += 1;
      await page.keyboard.press(key);
    },
  };
}

test('an administrator comes from an empty installation to the first approved patient in at most 14 clicks, led by the first steps [ADM-1, WIZ-1, ADM-3]', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(120_000);
  const browser = await newBrowser();
  const page = await browser.newPage();
  const hand = handOn(page);
  const email = 'rukmini@wada.example';
  await page.goto('/signup/hospital');
  await hand.click(page.getByRole('link', { name: 'Create New Hospital' }));

  await hand.click(page.getByLabel('Hospital name'));
  await hand.type('Wada Clinic', 'cl', '12 Station Road', 'Nashik', 'Maharashtra', '422001');
  await hand.press('Tab');
  await hand.type('9812345678', 'desk@wada.example');
  await hand.press('Enter');
  await expect(page.getByRole('heading', { name: 'Admin Details' })).toBeFocused();
  await hand.press('Tab');
  await hand.type('Rukmini', 'Gokhale', email, '', 'correct horse');
  await hand.click(page.getByLabel('Confirm password'));
  await hand.type('correct horse');
  await hand.press('Enter');
  await hand.click(page.getByRole('button', { name: 'Create Hospital' }));

  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  const mail = await browser.newPage();
  await mail.goto(await linkMailedTo(server.origin, email));
  hand.used.clicks += 1;
  await expect(mail.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await mail.close();
  // A page that comes back into view goes on by itself.
  await page.bringToFront();
  const steps = page.getByRole('region', { name: 'First steps' });
  const goOn = page.getByRole('button', { name: "I've verified my email" });
  await expect(goOn.or(steps).first()).toBeVisible();
  if (!(await steps.isVisible())) await hand.click(goOn);

  await expect(steps.getByText('0 of 4 done')).toBeVisible();
  await expectSoundBriefly(page);
  await hand.click(page.getByRole('button', { name: 'Paste a list' }));
  await hand.click(page.getByLabel('One doctor per row'));
  await page.keyboard.insertText('Dr. Meera Rao,meera@wada.example,9812345679,Cardiology');
  await hand.press('Control+v');
  await hand.click(page.getByRole('button', { name: 'Add 1 doctor' }));
  await expect(steps.getByText('2 of 4 done')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Set to Available' }));
  const question = page.getByRole('alertdialog', { name: 'The hospital is closed' });
  await expect(question.or(steps.getByText('3 of 4 done'))).toBeVisible();
  if (await question.isVisible()) {
    await hand.click(question.getByRole('button', { name: 'Set to Available' }));
  }
  await expect(steps.getByText('3 of 4 done')).toBeVisible();
  await hand.click(steps.getByRole('link', { name: 'Open the queue' }));
  await expect(page.getByText('No Pending Requests')).toBeVisible();
  await hand.press('w');
  await expect(page.getByRole('dialog', { name: 'Add a walk-in' })).toBeVisible();
  await hand.type('Om Prakash');
  await hand.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Ticket' })).toContainText('Om Prakash');

  const { clicks, keys } = hand.used;
  test.info().annotations.push({ type: 'count', description: `${clicks} clicks, ${keys} keys` });
  expect(clicks).toBeLessThanOrEqual(14);
  await page.goto('/hospital/dashboard?view=doctors');
  await expect(page.getByText('Dr. Meera Rao', { exact: true })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
