import { test } from '@playwright/test';

/** Stores a measurement with the test result. If BAARI_FIGURES is 1, prints the measurement too. */
export function publishFigures(type: string, description: string): void {
  test.info().annotations.push({ type, description });
  if (process.env['BAARI_FIGURES'] === '1') process.stdout.write(`  ${type}: ${description}\n`);
}
