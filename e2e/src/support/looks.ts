/**
 * Checks that every screen must pass: accessible in light and dark mode, no horizontal scrolling,
 * one language.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { longWord, partAsked } from '../../../scripts/test-runs/parts.mjs';

export type Scheme = 'light' | 'dark';

/**
 * The code of axe at half the package's size, because every document receives and parses it. It
 * does not record element source, since the tests name faulty elements by selector.
 */
const axeSource = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ noHtml: true });`;

const widths = [390, 1280] as const;
/** The axe rules of colours, which need most of axe's time. */
export const ofColours = ['color-contrast', 'link-in-text-block'];
const heights: Record<number, number> = { 360: 740, 390: 844, 1280: 800 };

/**
 * Expects the screen to be accessible in each width and colour scheme, and not wider than the
 * smallest phone. In `npm test`, journeys are checked briefly instead.
 */
export async function expectSound(page: Page): Promise<void> {
  if (partAsked() === 'gate' && test.info().project.name !== 'components') {
    return expectSoundBriefly(page);
  }
  const before = page.viewportSize();
  await expectNoSidewaysScroll(page);
  const [phone, desk] = widths;
  // Dark mode changes only colours. The page switches to it once, because each switch recomputes
  // every style.
  await expectAccessible(page, { width: phone, scheme: 'light' });
  await expectAccessible(page, { width: phone, scheme: 'dark', only: ofColours });
  await expectAccessible(page, { width: desk, scheme: 'dark', only: ofColours });
  await expectAccessible(page, { width: desk, scheme: 'light' });
  await restore(page, before);
}

/**
 * Whether this is the test of a component in a language that only the long run checks. Its roles
 * and colours are those of the other languages, so only its layout is checked.
 */
function isFurtherLanguage(): boolean {
  const { project, title } = test.info();
  return project.name === 'components' && title.endsWith(` ${longWord}`);
}

async function restore(page: Page, before: ReturnType<Page['viewportSize']>): Promise<void> {
  if (before) await page.setViewportSize(before);
}

/**
 * Checks a phone in light mode, and on a desktop in dark mode only the colours. Meant for less
 * important states and for the second language.
 */
export async function expectSoundBriefly(
  page: Page,
  { unless = [] }: { unless?: readonly string[] } = {},
): Promise<void> {
  const before = page.viewportSize();
  await expectNoSidewaysScroll(page);
  if (!isFurtherLanguage()) {
    await expectAccessible(page, { width: 390, scheme: 'light', unless });
    await expectAccessible(page, { width: 1280, scheme: 'dark', only: ofColours });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await restore(page, before);
}

interface Look {
  readonly width: number;
  readonly scheme: Scheme;
  /**
   * The axe rules to skip, such as the rule for headings while a name that is a heading still
   * loads.
   */
  readonly unless?: readonly string[];
  readonly only?: readonly string[];
}

/** Expects no violation of any axe rule on the page as it is. */
export async function expectAccessible(page: Page, look?: Look): Promise<void> {
  if (look) {
    await resize(page, look.width);
    await page.emulateMedia({ colorScheme: look.scheme });
  }
  // The browser's address changes before the page is rendered, so this waits for the page's
  // content.
  await page.locator('main').first().waitFor({ state: 'attached' });
  await settled(page);
  const found = await violationsOf(page, {
    resultTypes: ['violations'],
    // The axe rule about autoplay needs media to be loaded. No enabled rule needs style sheets
    // loaded again.
    preload: { assets: ['media'] },
    rules: Object.fromEntries((look?.unless ?? []).map((rule) => [rule, { enabled: false }])),
    ...(look?.only === undefined ? {} : { runOnly: { type: 'rule', values: [...look.only] } }),
  });
  const where = look ? `${look.width} px, ${look.scheme}` : 'as it stands';
  expect(found, `axe at ${new URL(page.url()).pathname} (${where})`).toEqual([]);
}

declare global {
  interface Window {
    readonly axe: Pick<typeof axe, 'run'>;
  }
}

/** Injects axe once per document, and returns the violations that it finds. */
async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, given);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    );
  }, options);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await resize(page, 360);
  await settled(page);
  const { wide, culprits } = await page.evaluate(() => {
    const root = document.documentElement;
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      if (element.closest('.sr-only') !== null) return false;
      // Text that reaches beyond the page counts too, even if its element does not. In
      // right-to-left text it overflows to the left.
      const words = document.createRange();
      words.selectNodeContents(element);
      return [element, ...(element.childElementCount === 0 ? [words] : [])].some((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right > root.clientWidth + 1 || left < -1;
      });
    });
    return {
      wide: root.scrollWidth - root.clientWidth,
      culprits: beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
    };
  });
  expect(wide, `scrolls sideways at 360 px: ${culprits.join('\n')}`).toBeLessThanOrEqual(0);
  expect(await brokenTokens(page), 'tokens over two lines at 360 px').toEqual([]);
}

/** The texts in which a token, such as K-017, wraps over two lines. */
export async function brokenTokens(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      for (const { index, 0: token } of text.matchAll(/\b[A-Z]{1,3}-\d{3,}\b/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + token.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) broken.push(text);
      }
    }
    return broken;
  });
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] ?? 800 });
}

/**
 * Waits until no request is pending and all CSS transitions have ended, so that every colour has
 * its final value.
 */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // Off-screen content with content-visibility may keep its old colours until it is scrolled to,
    // and axe reads those colours.
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(element).contentVisibility !== 'visible') {
        element.style.contentVisibility = 'visible';
      }
    }
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ending);
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  });
}

/** The number of pages of a PDF that Chromium printed. */
export function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/gu)?.length ?? 0;
}
