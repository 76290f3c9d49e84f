/**
 * Helpers for the queue desk. Each row shows a patient in one line of text, and opens to show every
 * fact and action.
 */
import type { Locator, Page } from '@playwright/test';

/** Opens the patient's row on the desk page and returns it. */
export async function openRow(within: Page | Locator, name: string): Promise<Locator> {
  const row = within.getByRole('article', { name });
  await row.getByRole('button', { name, exact: true, expanded: false }).click();
  return row;
}
