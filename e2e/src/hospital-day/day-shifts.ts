/**
 * The simulated people of a hospital's day. Each works on their own screen until the shift ends.
 */
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import type { DayClock } from './day-clock.ts';
import { windowOn } from '../support/windows.ts';

/**
 * What a simulated person needs for a shift: the screen, the random source, the clock, and whether
 * the shift continues.
 */
export interface Shift {
  readonly page: Page;
  readonly chance: () => number;
  readonly clock: Pick<DayClock, 'now' | 'pass'>;
  readonly goesOn: () => boolean;
}

/** Further settings of a doctor's shift. */
export interface DoctorsShift extends Shift {
  /** Mean length of a consultation, in ms. */
  readonly consultationMs: number;
  /**
   * The simulated time after the start of the shift at which the doctor takes a break; undefined
   * for no break.
   */
  readonly breakAfter: number | undefined;
}

/** Further settings of a counter's shift. */
export interface CountersShift extends Shift {
  /** Mean service time, in ms. */
  readonly serviceMs: number;
}

/** How long a simulated person waits, in real ms, for a row that a colleague may have removed. */
const patienceMs = 2000;
/**
 * The pause between two looks at the page, in real ms, while waiting for the effect of a key press.
 */
const blinkMs = 60;
/** How long an idle person waits, in simulated ms, before looking at the screen again. */
const glanceMs = 30_000;
/** How often the receptionist who orders the lines changes the order, in simulated ms. */
const changesEveryMs = 4 * 60_000;
const breakMinutes = 15;

/**
 * Presses a button that may be gone because of a colleague's action. Returns whether it could be
 * pressed.
 */
async function press(button: Locator): Promise<boolean> {
  if ((await button.count()) === 0) return false;
  try {
    await button.first().click({ timeout: patienceMs });
    return true;
  } catch {
    return false;
  }
}

/** Fills in and confirms the open dialog, or closes it when the patient has left meanwhile. */
async function confirmDialog(page: Page, confirm: string, text?: string): Promise<void> {
  const dialog = windowOn(page);
  try {
    if (text !== undefined) await dialog.getByRole('textbox').fill(text, { timeout: patienceMs });
    await dialog.getByRole('button', { name: confirm, exact: true }).click({ timeout: patienceMs });
    await expect(dialog).toHaveCount(0, { timeout: patienceMs });
  } catch {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/**
 * Closes a dialog that opened late, such as the one that asks for a reason, because it covers the
 * page.
 */
export async function closeWindow(page: Page): Promise<void> {
  const window = windowOn(page);
  if ((await window.count()) > 0) await page.keyboard.press('Escape');
}

/**
 * The work of a receptionist: decides every request by key, rejecting the first and then a few at
 * random.
 */
export async function decideRequests({ page, chance, clock, goesOn }: Shift): Promise<void> {
  const requests = page.getByRole('list', { name: 'Pending Approvals' }).getByRole('article');
  let isFirst = true;
  while (goesOn()) {
    const count = await requests.count();
    if (count === 0) {
      await clock.pass(glanceMs);
      continue;
    }
    await closeWindow(page);
    await page.keyboard.press('p');
    if (isFirst || chance() < 0.05) {
      isFirst = false;
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
    await clock.pass(glanceMs / 2);
  }
}

const lineActions = [
  'Move up',
  'Move up',
  'Move down',
  'Not here',
  'Mark as back',
  'Check in',
  'Call again',
  'Add notes',
  'Place first',
  'Place first',
  'No show',
] as const;

/**
 * The work of a receptionist: reorders the lines, and gives a reason where the screen asks for one.
 */
export async function keepLines({ page, chance, clock, goesOn }: Shift): Promise<void> {
  const rows = page.getByRole('list', { name: /^(?:Active Queue|Waiting list)$/u });
  let turn = 0;
  while (goesOn()) {
    turn += 1;
    await clock.pass(around(changesEveryMs, chance));
    await closeWindow(page);
    const action = lineActions[Math.floor(chance() * lineActions.length)] ?? 'Mark as back';
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

/** The HTTP status of the next API response to a change; undefined if none arrives soon. */
async function answerOf(page: Page): Promise<number | undefined> {
  const isChange = (answer: Response) =>
    answer.request().method() === 'POST' && answer.url().includes('/api/queues/');
  const answer = await page.waitForResponse(isChange, { timeout: patienceMs }).catch(() => null);
  return answer?.status();
}

/**
 * Fills in the dialog that asks for a reason, if the server refused the move because it needs one.
 */
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

/** Brings back the patients who missed their call, so that the line can empty. */
export async function bringBack({ page, clock, goesOn }: Shift): Promise<void> {
  const here = page
    .getByRole('list', { name: /^(?:Active Queue|Waiting list)$/u })
    .getByRole('button', { name: 'Mark as back', exact: true });
  while (goesOn()) {
    await press(here);
    await clock.pass(glanceMs);
  }
}

/**
 * The work at a counter of a shared line: serves one patient after the other. Each patient's plan
 * decides where the patient is forwarded.
 */
export async function serve({
  page,
  chance,
  clock,
  goesOn,
  serviceMs,
}: CountersShift): Promise<void> {
  const open = page.getByRole('button', { name: 'Open counter', exact: true });
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  const callNext = page.getByRole('button', { name: /^Call next/u });
  if ((await open.count()) > 0) {
    await open.click();
    await expect(callNext).toBeVisible();
  }
  while (goesOn()) {
    await closeWindow(page);
    if ((await complete.count()) > 0) {
      await clock.pass(around(serviceMs, chance));
      const luck = chance();
      if (luck < 0.04) await press(page.getByRole('button', { name: 'Not here', exact: true }));
      else if (luck < 0.07) {
        await press(page.getByRole('button', { name: 'No show', exact: true }));
        await confirmDialog(page, 'No show');
      } else if (luck < 0.12) {
        await press(page.getByRole('button', { name: /^Call again/u }));
      } else if (luck < 0.5) await page.keyboard.press('F9');
      else await press(complete);
    } else if ((await callNext.count()) > 0 && (await callNext.isEnabled())) {
      await page.keyboard.press('F9');
      await until(page, () => complete.count(), 1);
    }
    await clock.pass(glanceMs);
  }
}

/** The work of a doctor: sees one patient after the other by keyboard, and takes a break. */
export async function consult(shift: DoctorsShift): Promise<void> {
  const { page, chance, clock, goesOn, consultationMs, breakAfter = Infinity } = shift;
  const callIn = page.getByRole('button', { name: 'Call In', exact: true });
  // If a further step is planned for the patient, completing this one forwards the patient to it.
  const complete = page.getByRole('button', {
    name: /^(?:Complete Consultation|Complete and send to .+)$/u,
  });
  const notHere = page.getByRole('button', { name: 'Not here', exact: true });
  let hadBreak = false;
  while (goesOn()) {
    if ((await complete.count()) > 0) {
      await clock.pass(around(consultationMs, chance));
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
    } else if (!hadBreak && clock.now() > breakAfter) {
      hadBreak = true;
      await takeWholeBreak(shift);
    } else if ((await callIn.count()) > 0) {
      if (chance() < 0.06) await press(notHere);
      else {
        await page.keyboard.press('s');
        await until(page, () => complete.count(), 1);
      }
    }
    await clock.pass(glanceMs);
  }
}

/** The button of the console that opens the lengths of a break. During a break it is absent. */
function breakButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Take a break', exact: true });
}

async function startBreak(page: Page): Promise<void> {
  await breakButton(page).click();
  await page.getByRole('button', { name: `${breakMinutes} min`, exact: true }).click();
}

/** Takes a whole break from the console. The break is announced, and the server ends it on time. */
async function takeWholeBreak({ page, clock }: Shift): Promise<void> {
  const endBreak = page.getByRole('button', { name: 'End break' });
  await startBreak(page);
  await expect(endBreak).toBeVisible();
  await clock.pass((breakMinutes - 1) * 60_000);
  await expect(endBreak, 'a minute before its end').toBeVisible();
  await clock.pass(2 * 60_000);
  await expect(breakButton(page), 'a minute after its end').toBeEnabled();
}

/** Takes an announced break and ends it early. */
export async function takeBreak(page: Page): Promise<void> {
  await startBreak(page);
  await page.getByRole('button', { name: 'End break' }).click();
  await expect(breakButton(page)).toBeEnabled();
}

/** A random time from half to one and a half times the mean. */
function around(ms: number, chance: () => number): number {
  return ms * (0.5 + chance());
}

/**
 * Waits briefly until the counted elements of the page have the wanted number. If the server
 * refuses the action, this number may never be reached.
 */
async function until(page: Page, count: () => Promise<number>, wanted: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && (await count()) !== wanted) await page.waitForTimeout(blinkMs);
}
