/** What each of those who work a hospital's day does, through the own screen, until the shift ends. */
import { expect, type Locator, type Page, type Response } from '@playwright/test';

/** One at work: the screen, what chance says, and whether the shift still goes on. */
export interface Shift {
  readonly page: Page;
  readonly chance: () => number;
  readonly goesOn: () => boolean;
}

/** How long somebody waits for a row that a colleague may have taken away. */
const patienceMs = 2000;
/** Nothing to do, or something done: somebody looks at the screen again after so long. */
const glanceMs = 250;
/** Of a press that is sure to show, such as a call. */
const blinkMs = 60;

/** Presses what may be gone or taken meanwhile: that a colleague was quicker is part of a day. */
async function press(button: Locator): Promise<boolean> {
  if ((await button.count()) === 0) return false;
  try {
    await button.first().click({ timeout: patienceMs });
    return true;
  } catch {
    return false;
  }
}

/** Fills and confirms the window that is open, or closes it when the patient has gone meanwhile. */
async function confirmDialog(page: Page, confirm: string, text?: string): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  try {
    if (text !== undefined) await dialog.getByRole('textbox').fill(text, { timeout: patienceMs });
    await dialog.getByRole('button', { name: confirm, exact: true }).click({ timeout: patienceMs });
    await expect(dialog).toHaveCount(0, { timeout: patienceMs });
  } catch {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** Closes a window that came late, such as one that asks for a reason: it hides the page behind it. */
export async function closeWindow(page: Page): Promise<void> {
  const window = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  if ((await window.count()) > 0) await page.keyboard.press('Escape');
}

/** At the reception: decides on every request, by the keys, and rejects one now and then. */
export async function decideRequests({ page, chance, goesOn }: Shift): Promise<void> {
  const requests = page.getByRole('list', { name: 'Pending Approvals' }).getByRole('article');
  while (goesOn()) {
    const count = await requests.count();
    if (count === 0) {
      await page.waitForTimeout(glanceMs);
      continue;
    }
    await page.keyboard.press('p');
    if (chance() < 0.06) {
      await page.keyboard.press('r');
      const dialog = page.getByRole('alertdialog', { name: 'Reject Queue Request' });
      const isOpen = await dialog.waitFor({ timeout: patienceMs }).then(
        () => true,
        () => false,
      );
      if (isOpen) await confirmDialog(page, 'Reject Request', 'Please come back tomorrow.');
    } else {
      await page.keyboard.press('a');
      await expect
        .poll(() => requests.count(), { timeout: patienceMs })
        .not.toBe(count)
        .catch(() => undefined);
    }
  }
}

const lineActions = [
  'Move up',
  'Move up',
  'Move down',
  'Not here',
  'Here',
  'Here',
  'Call again',
  'Add notes',
  'Place first',
  'Place first',
  'No show',
] as const;

/** At the reception: keeps the lines in order, and gives a reason where the screen asks for one. */
export async function keepLines({ page, chance, goesOn }: Shift): Promise<void> {
  const rows = page.getByRole('list', { name: /^(?:Active Queue|Waiting list)$/u });
  let turn = 0;
  while (goesOn()) {
    turn += 1;
    await page.waitForTimeout(glanceMs);
    await closeWindow(page);
    const action = lineActions[Math.floor(chance() * lineActions.length)] ?? 'Here';
    const scope = action === 'Place first' ? page : rows;
    const buttons = scope.getByRole('button', { name: action, exact: true });
    const count = await buttons.count();
    if (count === 0) continue;
    const answered = answerOf(page);
    if (!(await press(buttons.nth(Math.floor(chance() * count))))) continue;
    if (action === 'Add notes') await confirmDialog(page, action, `Note ${turn}`);
    else if (action === 'No show') await confirmDialog(page, action);
    else if ((await answered) === 409) await giveReason(page);
  }
}

/** The status of the next answer to a change; undefined when none comes soon. */
async function answerOf(page: Page): Promise<number | undefined> {
  const isChange = (answer: Response) =>
    answer.request().method() === 'POST' && answer.url().includes('/api/queues/');
  const answer = await page.waitForResponse(isChange, { timeout: patienceMs }).catch(() => null);
  return answer?.status();
}

/** The window that asks why somebody is put ahead, if that is what was refused. */
async function giveReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Move /u });
  const asks = await dialog.waitFor({ timeout: patienceMs / 4 }).then(
    () => true,
    () => false,
  );
  if (!asks) return;
  await press(dialog.getByRole('radio', { name: 'An urgent case' }));
  await confirmDialog(page, 'Move');
}

/** Brings those back who were called in vain, so that the room can close. */
export async function bringBack({ page, goesOn }: Shift): Promise<void> {
  const here = page
    .getByRole('list', { name: /^(?:Active Queue|Waiting list)$/u })
    .getByRole('button', { name: 'Here', exact: true });
  while (goesOn()) {
    if (!(await press(here))) await page.waitForTimeout(glanceMs);
  }
}

/** In the doctor's room: one patient after the other, by the keys. */
export async function consult({ page, chance, goesOn }: Shift): Promise<void> {
  const callIn = page.getByRole('button', { name: 'Call In', exact: true });
  const complete = page.getByRole('button', { name: 'Complete Consultation', exact: true });
  const notHere = page.getByRole('button', { name: 'Not here', exact: true });
  while (goesOn()) {
    if ((await complete.count()) > 0) {
      const luck = chance();
      if (luck < 0.04) {
        await page.keyboard.press('m');
        await confirmDialog(page, 'No show');
      } else if (luck < 0.07) {
        await press(notHere);
      } else {
        await page.keyboard.press('c');
      }
      await until(page, () => complete.count(), 0);
    } else if ((await callIn.count()) > 0) {
      if (chance() < 0.06) {
        await press(notHere);
        continue;
      }
      await page.keyboard.press('s');
      await until(page, () => complete.count(), 1);
    } else {
      await page.waitForTimeout(glanceMs);
    }
  }
}

/** The doctor's break, from the console: announced, then ended early. */
export async function takeBreak(page: Page): Promise<void> {
  await page.getByRole('button', { name: '15 min', exact: true }).click();
  await page.getByRole('button', { name: 'End break' }).click();
  await expect(page.getByRole('button', { name: '15 min', exact: true })).toBeEnabled();
}

/** Waits a little for what a press should bring; a refusal brings something else. */
async function until(page: Page, count: () => Promise<number>, wanted: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && (await count()) !== wanted) await page.waitForTimeout(blinkMs);
}
