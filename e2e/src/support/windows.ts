/** The windows of a page, as a test finds them. */
import type { Locator, Page } from '@playwright/test';

/** The window that is open: a notice in the corner has the same roles, and stays for a while. */
export function windowOn(page: Page): Locator {
  const windows = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  return windows.and(page.locator(':not([data-toast])'));
}
