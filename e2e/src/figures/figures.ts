import { test } from '@playwright/test';

/** Keeps what a test measured with its outcome; printed too where BAARI_FIGURES is 1, as no suite needs it. */
export function tellFigures(type: string, description: string): void {
  test.info().annotations.push({ type, description });
  if (process.env['BAARI_FIGURES'] === '1') process.stdout.write(`  ${type}: ${description}\n`);
}
