/** Locators for the dialogs of a page. */
import type { Locator, Page } from '@playwright/test';

/** The open dialog; a toast in the corner has the same roles for a while. */
export function windowOn(page: Page): Locator {
  const windows = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  return windows.and(page.locator(':not([data-toast])'));
}
