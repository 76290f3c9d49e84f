/** Draws the pictures of help pages. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { keepOwnLanguage } from '@baari/contract/patient/profile.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import { picturePixels } from '../../../server/src/site/help/help-pictures.ts';
import type { HelpRole } from '../../../server/src/site/help/help-pages.ts';
import { fillIn } from '../../../server/src/site/help/help-references.ts';
import { call } from '../support/api.ts';
import { expect } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';
import { helpPictures } from './help-pictures.ts';
import type { Screen } from './picture.ts';
import type { Scene } from './scene.ts';

/** The most bytes of a picture. */
const mostBytes = 100_000;
const sizes = {
  phone: { width: 390, height: 740 },
  desk: { width: 1280, height: 720 },
} as const;

/** The most height in px of a desk's picture without a dialog. */
const mainHeight = 480;

interface Named {
  readonly language: Language;
  readonly role: HelpRole;
  readonly topic: string;
}

/** Draws the picture of a page that has one into the file. */
export async function drawPicture(
  browser: Browser,
  { accounts, ids }: Scene,
  { language, role, topic }: Named,
  file: string,
): Promise<void> {
  const picture = helpPictures[role][topic];
  if (picture === undefined || 'none' in picture) {
    throw new Error(`The page ${role}/${topic} has no picture.`);
  }
  const account = picture.viewer === 'stranger' ? undefined : accounts[picture.viewer];
  const context = await browser.newContext({
    baseURL: accounts.admin.origin,
    locale: aboutLanguages[language].locale,
    timezoneId: 'Asia/Kolkata',
    viewport: role === 'patient' ? sizes.phone : sizes.desk,
    isMobile: role === 'patient',
    deviceScaleFactor: picturePixels(role),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript((code) => {
      if (location.protocol.startsWith('http')) localStorage.setItem('baari_language', code);
    }, language);
    if (account) {
      // An account keeps the language of its last page.
      await call(account, keepOwnLanguage, { body: { language } });
      await signIn(context, account);
    }
    const page = await context.newPage();
    await page.goto(
      picture.address.replaceAll(/:([a-zA-Z]+)/gu, (_, name: string) => ids[name] ?? ''),
    );
    await settled(page, language);
    const screen = screenOf(page, language);
    await picture.act?.(screen);
    await settled(page, language);
    mkdirSync(dirname(file), { recursive: true });
    await take(screen, role, picture.part?.(screen), file);
  } finally {
    await context.close();
  }
  expect(statSync(file).size, `bytes of ${file}`).toBeLessThanOrEqual(mostBytes);
}

function screenOf(page: Page, language: Language): Screen {
  const fill = fillIn(language);
  const text = (reference: string) => {
    const filled = fill(reference);
    if (filled === undefined) throw new Error(`There is no text ${reference}.`);
    return filled.text;
  };
  return {
    page,
    text,
    control: (reference, within) => {
      const from = within ?? page;
      const name = new RegExp(`^${text(reference).replaceAll(/[.?*+()]/gu, '\\$&')}`, 'u');
      const roles = ['button', 'link', 'tab', 'menuitem', 'radio'] as const;
      const [first, ...others] = roles.map((role) => from.getByRole(role, { name }));
      if (first === undefined) throw new Error('There is no role.');
      const any = others.reduce((found, other) => found.or(other), first);
      return any.filter({ visible: true }).first();
    },
    dialog: page.getByRole('dialog').or(page.getByRole('alertdialog')).last(),
  };
}

/** Parts of a page that is not complete. */
const loading = '.animate-shimmer, [aria-busy="true"]';
const loadedMs = 15_000;

/** Waits until the page is complete: loaded, in the right language, without skeletons or motion. */
async function settled(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('main, [role="dialog"]').first()).toBeAttached();
  await isLoaded(page);
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ending);
  });
  await isLoaded(page);
}

/** Lists below the screen may still load, because they do so when the reader scrolls to them. */
async function isLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].every((each) => {
        const { top, bottom, height } = each.getBoundingClientRect();
        return height === 0 || bottom <= 0 || top >= innerHeight || !each.checkVisibility();
      }),
    loading,
    { timeout: loadedMs },
  );
}

async function take(
  screen: Screen,
  role: HelpRole,
  wanted: Locator | undefined,
  path: string,
): Promise<void> {
  const { page, dialog } = screen;
  const hasDialog = (await dialog.count()) > 0;
  const part = wanted ?? (hasDialog ? dialog : page.locator('main').first());
  if (wanted) await wanted.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.mouse.move(0, 0);
  const box = await part.boundingBox();
  const view = page.viewportSize();
  if (box === null || view === null) throw new Error('The part of the picture is not visible.');
  const left = Math.max(0, box.x);
  const top = Math.max(0, box.y);
  const right = Math.min(view.width, box.x + box.width);
  // A whole desk has so many letters that a taller picture is larger than allowed.
  const tallest = role === 'patient' || hasDialog || wanted ? view.height : mainHeight;
  const limit = Math.min(tallest, box.y + box.height);
  const end = hasDialog ? limit : await endOf(part, limit);
  const clip = { x: left, y: top, width: right - left, height: end - top };
  await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
}

/**
 * Where the picture of a part ends, in px above `limit`: below its last content, and where the line
 * cuts no text, field or button.
 */
async function endOf(part: Locator, limit: number): Promise<number> {
  return part.evaluate((root, most) => {
    const gap = 16;
    const boxes = [...root.querySelectorAll('*')]
      .filter((each) => each.childElementCount === 0 || each.matches('button, a, input, select'))
      .filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect())
      .filter(({ height, width }) => height > 1 && width > 1);
    const last = Math.max(...boxes.map(({ bottom }) => bottom));
    if (last + gap <= most) return root.matches('main') ? last + gap : most;
    for (let line = most; line > most - 80; line -= 1) {
      if (boxes.every(({ top, bottom }) => bottom < line || top >= line)) return line;
    }
    return most;
  }, limit);
}
