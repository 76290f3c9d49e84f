/**
 * Tests of the design system, one component at a time: by pointer and keyboard, on a phone and a
 * desktop, in light and dark mode.
 */
import type { Locator, Page } from '@playwright/test';
import { expectHindiOnly } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { expect, test } from './playground.ts';

for (const scene of ['Buttons', 'Fields', 'Searching', 'Badges', 'Notices', 'States', 'Loading']) {
  test(`${scene} are accessible on a phone and a desktop, in light and dark mode, and fit on a screen 360 pixels wide [WORK-4]`, async ({
    page,
    show,
  }) => {
    await show(`ui/${scene}`);
    await expectSound(page);
  });
}

test('on a phone no word in the label of a statistic is broken when two statistics are side by side [WORK-4]', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await show('ui/Figures');
  const lines = await page.locator('dt').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const [text] = label.childNodes;
      const words = [...(label.textContent ?? '').matchAll(/\S+/gu)];
      return words.map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text ?? label, index);
        range.setEnd(text ?? label, index + word.length);
        return [word, range.getClientRects().length];
      });
    }),
  );
  expect(lines.length).toBe(6);
  expect(lines.filter(([, rows]) => rows !== 1)).toEqual([]);
});

for (const scene of ['Badges', 'Windows', 'ManyPages', 'MoreToLoad', 'Toasts']) {
  test(`${scene} show all their words in Hindi [ENT-9, WORK-4]`, async ({ page, show }) => {
    await show(`ui/${scene}`, 'hi');
    const names = new Set(['dialog', 'confirm', 'drawer', 'success', 'error', 'warning', 'info']);
    for (const tone of ['neutral', 'primary', 'danger', 'turn']) names.add(tone);
    await expectHindiOnly(page, names);
  });
}

test('a doctor with days off is shown as Offline until a named day, and a doctor on a break as away until a named time [DOC-1, DOC-2]', async ({
  page,
  show,
}) => {
  await show('ui/DoctorsAway');
  await expect(page.getByText(/^On a break until \d/u)).toHaveCount(1);
  await expect(page.getByText(/^Offline until [A-Z][a-z]+,? \d/u)).toBeVisible();
  await expectSoundBriefly(page);
});

test('for people who prefer reduced motion, the change to dark mode is instant and nothing fades [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Buttons');
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => {
      const { dataset } = document.documentElement;
      dataset['faded'] = String(Number(dataset['faded'] ?? 0) + 1);
    });
  });
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  for (const scheme of ['dark', 'light', 'dark'] as const) {
    const ground = await root.evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.emulateMedia({ colorScheme: scheme });
    await expect(root).not.toHaveCSS('background-color', ground);
  }
  await expect(root).not.toHaveAttribute('data-faded');
});

test('a button works when pressed by pointer or by keyboard, and a disabled button does nothing [WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('ui/Buttons');
  await page.getByRole('button', { name: 'primary' }).click();
  await page.getByRole('button', { name: 'add' }).press('Enter');
  await page.getByRole('button', { name: 'danger' }).press('Space');
  await page.getByRole('button', { name: 'disabled' }).click({ force: true });
  expect(await calls()).toEqual(['primary', 'add', 'danger']);
});

test('a button that is working keeps the focus, is announced as busy, and cannot be pressed a second time [WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('ui/BusyButton');
  const button = page.getByRole('button').first();
  await button.press('Enter');
  await expect(button).toHaveText('working');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.press('Enter');
  await button.click({ force: true });
  expect(await calls()).toEqual(['submit']);
  await page.getByRole('button', { name: 'end' }).click();
  await expect(button).toHaveText('send');
  await button.click();
  expect(await calls()).toEqual(['submit', 'submit']);
});

test('a screen reader reads a field with its hint and its error, and clicking the label focuses the field [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Fields');
  const name = page.getByLabel('name', { exact: true });
  await page.getByText('name', { exact: true }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('as on the card');
  await page.getByRole('button', { name: 'send' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/too short/u);
  await expect(page.getByRole('checkbox', { name: 'agreed' })).toHaveAccessibleDescription(
    /too short/u,
  );
  await expectSoundBriefly(page);
});

test('a password is visible while the button beside it is switched on [LOGIN-1, WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Fields');
  const password = page.getByLabel('password', { exact: true });
  await password.fill('correct horse');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /show/iu }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('correct horse');
  await page.getByRole('button', { name: /hide/iu }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a user can choose options in a form by keyboard alone [WORK-4]', async ({ page, show }) => {
  await show('ui/Fields');
  await page.getByRole('checkbox', { name: 'agreed' }).press('Space');
  await expect(page.getByRole('checkbox', { name: 'agreed' })).toBeChecked();
  await page.getByRole('switch', { name: 'sound' }).press('Space');
  await expect(page.getByRole('switch', { name: 'sound' })).toBeChecked();
  await page.getByRole('radio', { name: 'low' }).press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'high' })).toBeChecked();
});

test('a list of facts separated by dots has no extra dot where a fact is missing [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/EmptyFact');
  const line = page.getByTestId('facts');
  const begins = await line.evaluate((element) => element.getBoundingClientRect().left);
  const words = await page.getByText('city').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });
  expect(words).toBeCloseTo(begins, 0);
});

test('an option chosen by pointer looks chosen while the pointer still rests on it [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Fields');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const control of [
      page.getByRole('radio', { name: 'high' }),
      page.getByRole('checkbox', { name: 'agreed' }),
    ]) {
      await control.check();
      await control.hover();
      const pointedAt = await colour(control);
      await page.mouse.move(0, 0);
      await expect.poll(() => colour(control), scheme).toBe(pointedAt);
    }
  }
  async function colour(control: Locator): Promise<string> {
    return control.evaluate((element) => getComputedStyle(element).borderTopColor);
  }
});

test('a button clears a search field and the field keeps the focus, and arrow keys choose among options side by side [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Searching');
  const search = page.getByRole('searchbox', { name: 'search' });
  await search.fill('asha');
  await expect(page.getByRole('status')).toHaveText('all: asha');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.getByRole('radio', { name: 'all' }).press('ArrowRight');
  await expect(page.getByRole('status')).toHaveText('available:');
});

test('a long list has page links, marks the current page, and stops at its first and last page; a list of one page has no links [PAT-2, WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/ManyPages');
  await expect(page.getByRole('navigation')).toHaveCount(1);
  const pages = page.getByRole('navigation').getByRole('link');
  const current = page.locator('[aria-current="page"]');
  await expect(current).toHaveText('1');
  await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(current).toHaveText('2');
  await expect(page.getByRole('link', { name: 'Previous page' })).toHaveAttribute(
    'href',
    '/list?page=1',
  );
  for (let step = 2; step < 12; step += 1) {
    await page.getByRole('link', { name: 'Next page' }).click();
  }
  await expect(current).toHaveText('12');
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
  await expect(pages.first()).toBeVisible();
  await expectSound(page);
});

test('a list says how many of all its entries are visible, and the button to load more disappears at the end [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/MoreToLoad');
  await expect(page.getByText('24 of 60')).toBeVisible();
  await page.getByRole('button').click();
  await expect(page.getByText('48 of 60')).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button').click();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a screen reader announces an error at once, and a loading page says in words that it is loading [WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('ui/States');
  await expect(page.getByRole('alert')).toContainText('lost');
  await page.getByRole('button', { name: 'again' }).click();
  expect(await calls()).toEqual(['again']);
  await show('ui/Loading');
  await expect(page.getByRole('status')).toHaveText(['cards', 'list', 'stats', 'detail']);
});

for (const [name, role] of [
  ['dialog', 'dialog'],
  ['confirm', 'alertdialog'],
  ['drawer', 'dialog'],
] as const) {
  test(`a ${name} is accessible, traps the focus, closes with Escape and restores the focus [WORK-4]`, async ({
    page,
    show,
    calls,
  }) => {
    await show('ui/Windows');
    const opener = page.getByRole('button', { name });
    await opener.press('Enter');
    const window = page.getByRole(role);
    await expect(window).toBeVisible();
    await expect(window).toHaveAccessibleName(/^a /u);
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      await expect(window.locator(':focus')).toHaveCount(1);
    }
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(window).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(await calls()).toEqual([`${name} false`]);
  });
}

test('the Back button closes an open dialog before leaving the page, and leaves the page if the dialog was already closed [WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('ui/Buttons');
  await show('ui/Windows');
  for (const [name, role] of [
    ['dialog', 'dialog'],
    ['confirm', 'alertdialog'],
    ['drawer', 'dialog'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await back(page);
    await expect(page.getByRole(role)).toHaveCount(0);
    await expect(page).toHaveURL(/scene=ui\/Windows/u);
  }
  expect(await calls()).toEqual(['dialog false', 'confirm false', 'drawer false']);
  await page.getByRole('button', { name: 'dialog' }).click();
  await page.getByRole('button', { name: 'done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => windowsInHistory(page)).toBe(0);
  await back(page);
  await expect(page).toHaveURL(/scene=ui\/Buttons/u);
});

test('the Back button asks before closing a dialog with unsaved text, and closes two open dialogs one after the other [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Buttons');
  await show('ui/WindowOverWindow');
  await page.getByRole('button', { name: 'write' }).click();
  const form = page.getByRole('dialog', { name: 'a form' });
  const question = page.getByRole('alertdialog', { name: 'close it' });
  await form.getByRole('textbox').fill('words');
  await back(page);
  await expect(question).toBeVisible();
  await expect.poll(() => windowsInHistory(page)).toBe(2);
  await back(page);
  await expect(question).toHaveCount(0);
  await expect(form.getByRole('textbox')).toHaveValue('words');
  await back(page);
  await question.getByRole('button', { name: 'lose it' }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => windowsInHistory(page)).toBe(0);
  await back(page);
  await expect(page).toHaveURL(/scene=ui\/Buttons/u);
});

test('after a dialog opened a new page, or after a reload, pressing Back once leaves the page and closes no dialog [WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Buttons');
  await show('ui/WindowOverWindow');
  const open = page.getByRole('button', { name: 'write' });
  const form = page.getByRole('dialog', { name: 'a form' });
  await open.click();
  await form.getByRole('button', { name: 'go on' }).click();
  await expect(page).toHaveURL(/view=next/u);
  await expect.poll(() => windowsInHistory(page)).toBe(0);
  await back(page);
  await expect(page).not.toHaveURL(/view=next/u);
  await open.click();
  await expect(form).toBeVisible();
  await expect.poll(() => windowsInHistory(page)).toBe(1);
  await page.reload();
  await expect(open).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect.poll(() => windowsInHistory(page)).toBe(0);
  await back(page);
  await expect(page).toHaveURL(/scene=ui\/Buttons/u);
});

/**
 * Goes back in the history as the browser's Back button does. Playwright's goBack would wait for a
 * page load.
 */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()));
}

/** How many open dialogs the current history entry records. */
function windowsInHistory(page: Page): Promise<number> {
  return page.evaluate(() => {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null && 'over' in state ? Number(state.over) : 0;
  });
}

test('in the confirmation of a serious action Cancel has the focus first, and only the confirming button confirms [WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('ui/Windows');
  await page.getByRole('button', { name: 'confirm' }).click();
  const question = page.getByRole('alertdialog', { name: 'a question' });
  await expect(question.getByRole('button', { name: 'no' })).toBeFocused();
  await page.mouse.click(2, 2);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'no' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'confirm' }).click();
  await question.getByRole('button', { name: 'yes' }).click();
  expect(await calls()).toEqual(['confirm false', 'confirmed']);
});

test('a dialog taller than the screen scrolls inside, with its buttons visible, on a phone too [WORK-4]', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await show('ui/Windows');
  await page.getByRole('button', { name: 'dialog' }).click();
  const dialog = page.getByRole('dialog', { name: 'a form' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'done' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('39', { exact: true })).not.toBeInViewport();
  await dialog.getByText('39', { exact: true }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('button', { name: 'done' })).toBeInViewport({ ratio: 1 });
});

test('on a phone a toast does not cover the buttons of a dialog [ENT-8, WORK-4]', async ({
  page,
  show,
  calls,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await show('ui/ToastAtWindow');
  await page.getByRole('button', { name: 'open' }).click();
  const said = page.locator('[data-toast]');
  await expect(said).toBeVisible();
  const buttons = page.getByRole('alertdialog').getByRole('button');
  for (const button of await buttons.all()) await button.click({ trial: true });
  await page.getByRole('button', { name: 'yes' }).click();
  expect(await calls()).toEqual(['yes']);
});

test('a toast shows its kind, at most four are visible, and each can be dismissed [ENT-8, WORK-4]', async ({
  page,
  show,
}) => {
  await show('ui/Toasts');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  for (const type of ['success', 'error', 'warning', 'info']) {
    await page.getByRole('main').getByRole('button', { name: type }).click();
    await expect(toasts.getByText(`${type}!`)).toBeVisible();
  }
  await expectSound(page);
  await page.getByRole('main').getByRole('button', { name: 'error' }).click();
  await expect(toasts.getByText('success!')).toBeHidden();
  await toasts.getByText('error!').first().hover();
  await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(toasts.getByText('success!')).toBeVisible();
});
