import { expect, test } from './support/fixtures.ts';

test('the API page finds a call by a word, tries it, and logs nothing on the console', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/api/docs');
  const search = page.getByRole('textbox', { name: 'Search calls' });
  await search.fill('list hospitals nearest');
  const call = page.getByRole('button', { name: 'get /hospitals', exact: true });
  await expect(call).toBeVisible();
  await expect(page.getByText('/queues/{id}/approve')).toHaveCount(0);
  await call.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('cell', { name: '200' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark-mode/u);
  expect(said).toEqual([]);
});
