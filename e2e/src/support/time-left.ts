/** Skips browser tests once the time of the run is over. */
import { test } from '@playwright/test';
import { isTimeOver } from '../../../scripts/test-runs/parts.mjs';

/** A fixture that skips the test if the time of the run is over; the summary names the test. */
export async function timeLeft(
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
  {}: object,
  provide: (value: boolean) => Promise<void>,
): Promise<void> {
  // A test that has failed is tried once more even then.
  test.skip(isTimeOver() && test.info().retry === 0, 'the time of this run is over');
  await provide(true);
}
