/** Component tests of the doctor's console: what the doctor sees first, and the usual press. */
import { expect, test } from './playground.ts';

test('the console shows allergies before all other answers and the last note at the name, and folds the signs answered with no into one line [CONS-2, ASSESS-3]', async ({
  page,
  show,
}) => {
  await show('console/Visit');
  const patient = page.getByRole('region', { name: 'Asha' });
  await expect(patient.getByRole('definition').first()).toHaveText('Penicillin');
  const terms = await patient.getByRole('term').allTextContents();
  expect(terms.slice(0, 3)).toEqual(['Allergies', 'Emergency signs', 'Medicines']);
  expect(terms[3]).toMatch(/^Last note · .* · d1$/u);
  const answers = patient.getByRole('region', { name: 'Answers before the visit' });
  const signs = answers.getByRole('definition').nth(3);
  await expect(signs).toHaveText(/^Yes: Chest pain/u);
  const folded = signs.getByRole('button', { name: 'No: Fits; A large burn; Heavy bleeding' });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.press('Enter');
  await expect(folded).toHaveAttribute('aria-expanded', 'true');
  // Given answers come before the answers "none".
  await expect(answers.getByRole('definition').nth(4)).toHaveText(
    /^Allergies: .*Conditions: none$/u,
  );
});

test('the next patient’s answers are read, and so recorded, only after a press on the panel, which then shows age, reason and allergies [CONS-6, ASSESS-3]', async ({
  page,
  show,
  calls,
}) => {
  await show('console/Visit');
  await expect(page.getByText('Penicillin').first()).toBeVisible();
  const panel = page.getByRole('region', { name: 'Next: Bela' });
  await expect(panel).toContainText('HIGH');
  expect(await calls()).not.toContain('read /api/visits/next/insights');
  await panel.getByRole('button').press('Enter');
  await expect(panel).toContainText('41 years · Female');
  await expect(panel).toContainText('Fever since yesterday');
  await expect(panel.getByRole('definition')).toHaveText('none');
  expect(await calls()).toContain('read /api/visits/next/insights');
});

test('at 200 % zoom the footer of the console takes at most a fifth of the height, and both ways to end the visit stay in reach [CONS-2, CONS-6]', async ({
  page,
  show,
  calls,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  for (const language of ['en', 'hi', 'ta'] as const) {
    await show('console/Visit', language);
    const end = page.locator('[aria-keyshortcuts="F9"]');
    const footer = end.locator('xpath=ancestor::*[contains(@class, "sticky")]');
    await expect(footer).toBeVisible();
    const height = await footer.evaluate((bar) => bar.getBoundingClientRect().height);
    expect(height, language).toBeLessThanOrEqual(80);
    await footer.getByRole('button').first().click();
    await end.click();
    expect((await calls()).filter((line) => !line.startsWith('read'))).toEqual([
      'complete',
      'call next',
    ]);
  }
});
