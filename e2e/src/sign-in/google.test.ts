/**
 * Tests of 'Continue with Google' in a real popup, against a real OpenID provider on this machine.
 */
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/fixtures.ts';
import { startOpenIdProvider } from '../support/open-id-provider.ts';
import { startServer } from '../support/server.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

const newcomer = {
  sub: 'provider-1',
  email: 'nandini.kulkarni@example.org',
  email_verified: true,
  name: 'Nandini Kulkarni',
};

const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      const port = await freePort();
      const provider = await startOpenIdProvider(`http://localhost:${port}`, newcomer);
      const server = await startServer({ demo: false, port, settings: provider.settings });
      await provide(server);
      await server.stop();
      provider.stop();
    },
    { scope: 'worker' },
  ],
});

/** Presses the sign-in button and returns the popup, which shows the provider's page. */
async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ]);
  await expect(popup.getByRole('button', { name: 'Cancel' })).toBeVisible();
  return popup;
}

/** Presses a button on the OpenID provider's page, after which the popup closes by itself. */
async function chooseAndClose(popup: Page, name: string): Promise<void> {
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name }).click()]);
}

test('a person who declines at Google reads that sign-in failed, and signs in as a patient at the next try [LOGIN-2, API-27] @gate', async ({
  page,
}) => {
  await page.goto('/login');
  const first = await openPopup(page);
  await expect(page.getByRole('button', { name: 'Waiting for the other window…' })).toBeVisible();
  await chooseAndClose(first, 'Cancel');
  await expect(page.getByRole('alert')).toHaveText(
    'Signing in with Google failed. Please try again.',
  );
  await expect(page).toHaveURL(/\/login$/u);

  await chooseAndClose(await openPopup(page), `Continue as ${newcomer.name}`);
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);

  await page.goto('/profile');
  await expect(page.getByText(newcomer.name).last()).toBeVisible();
  await expect(page.getByText(newcomer.email).first()).toBeVisible();
});

test('a browser that blocks the Google popup shows how to allow it [LOGIN-2, API-27]', async ({
  page,
  trouble,
}) => {
  trouble.allow(/^console error: Blocked opening 'about:blank' in a new window/u);
  trouble.allow(/^console warning: An iframe which has both allow-scripts/u);
  // The mocked response lacks the permission for popups, so the browser blocks them, as a popup
  // blocker would.
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    const policy = `${headers['content-security-policy'] ?? ''}; sandbox allow-scripts allow-same-origin allow-forms`;
    await route.fulfill({
      response: answer,
      headers: { ...headers, 'content-security-policy': policy },
    });
  });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Your browser blocked the window of Google. Allow pop-up windows for this site and try again.',
  );
  await expect(button).toBeEnabled();
  expect(page.context().pages()).toHaveLength(1);
});
