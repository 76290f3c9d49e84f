/** Locators that find the dialogs of a page. */
import type { Locator, Page } from '@playwright/test';

/** Finds the open dialog, and not a toast in the corner, which has the same roles for a while. */
export function windowOn(page: Page): Locator {
  const windows = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  return windows.and(page.locator(':not([data-toast])'));
}
