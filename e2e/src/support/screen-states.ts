/**
 * Tests a screen while its data loads, and when loading fails. Patients' and staff's screens are
 * tested alike.
 */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectSoundBriefly } from './looks.ts';
import { type Call, delay, refuse } from './routing.ts';
import type { Trouble } from './trouble.ts';

export interface ScreenState<Setting> {
  readonly name: string;
  readonly rows: string;
  readonly path: (setting: Setting) => string;
  /** The API request that fails or is slow. */
  readonly call: Call;
  /** Texts that the screen must show exactly. */
  readonly shows: readonly string[];
}

/** The error message that the mocked server sends while a request fails. */
export const away = 'The database is being moved.';

export async function expectFailureShown(
  page: Page,
  trouble: Trouble,
  path: string,
  { call, shows }: Pick<ScreenState<never>, 'call' | 'shows'>,
): Promise<void> {
  trouble.allow(/^503 GET \/api\//u);
  await refuse(page, call, 'unavailable', away);
  await page.goto(path);
  for (const text of shows) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expectSoundBriefly(page);
}

export async function expectLoadingShown(
  page: Page,
  path: string,
  { call, shows }: Pick<ScreenState<never>, 'call' | 'shows'>,
): Promise<void> {
  const letGo = await delay(page, call);
  await page.goto(path);
  for (const text of shows) await expect(page.getByText(text).first()).toBeAttached();
  await expectSoundBriefly(page, { unless: ['page-has-heading-one'] });
  await letGo();
  for (const text of shows) await expect(page.getByText(text)).toHaveCount(0);
}
