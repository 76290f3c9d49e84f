/** A screen while what it reads is on its way, and when it cannot be had; the same on either side. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectSoundBriefly } from './looks.ts';
import { type Call, hold, refuse } from './routing.ts';
import type { Trouble } from './trouble.ts';

export interface ScreenState<Setting> {
  readonly name: string;
  readonly rows: string;
  readonly path: (setting: Setting) => string;
  /** The read that fails or is slow. */
  readonly call: Call;
  /** Exact words. */
  readonly shows: readonly string[];
}

/** What the server says of itself while a read fails. */
export const away = 'The database is being moved.';

export async function expectFailureTold(
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

export async function expectLoadingTold(
  page: Page,
  path: string,
  { call, shows }: Pick<ScreenState<never>, 'call' | 'shows'>,
): Promise<void> {
  const letGo = await hold(page, call);
  await page.goto(path);
  for (const text of shows) await expect(page.getByText(text).first()).toBeAttached();
  await expectSoundBriefly(page, { unless: ['page-has-heading-one'] });
  await letGo();
  for (const text of shows) await expect(page.getByText(text)).toHaveCount(0);
}
