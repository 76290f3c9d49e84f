import { expect, test } from './support/fixtures.ts';

/**
 * Swagger UI needs six seconds of processor time to read the API document before it shows the
 * search field.
 */
const drawn = { timeout: 60_000 };

test('a developer finds an API call on the documentation page by searching and tries the call, without errors in the console', async ({
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
  await search.waitFor(drawn);
  await search.fill('list hospitals distance');
  const call = page.getByRole('button', { name: 'get /hospitals', exact: true });
  await expect(call).toBeVisible(drawn);
  await expect(page.getByText('/queues/{id}/approve')).toHaveCount(0);
  await call.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('cell', { name: '200' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark-mode/u);
  expect(said).toEqual([]);
});

test('the details of an API call on the documentation page are readable on a narrow phone without scrolling sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/api/docs');
  const search = page.getByRole('textbox', { name: 'Search calls' });
  await search.waitFor(drawn);
  for (const [words, name] of [
    ['rename a shared line', 'put /hospital/lines/{id}'],
    ['list hospitals distance', 'get /hospitals'],
  ] as const) {
    await search.fill(words);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Responses' }).first()).toBeVisible();
    expect(await page.evaluate(wider), name).toEqual([]);
  }
  await page.getByRole('button', { name: 'Try it out' }).last().click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByRole('cell', { name: '200' }).first()).toBeVisible();
  expect(await page.evaluate(wider), 'with an answer').toEqual([]);
});

/**
 * Finds the elements that make the page wider than its window; the result is empty if there are
 * none.
 */
function wider(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const parts = [...document.querySelectorAll('body *')];
  return parts
    .filter((part) => part.getBoundingClientRect().right > clientWidth + 1)
    .map(({ tagName, className }) => `${tagName} ${className}`);
}
