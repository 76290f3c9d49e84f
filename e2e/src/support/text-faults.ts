/**
 * Layout faults of a page's texts, measured in the browser: truncated, overlapping, overflowing.
 */
import type { Page } from '@playwright/test';

export interface TextsOfOurs {
  /**
   * Characters that only Baari's own texts contain in this test. Other text was written by people
   * and may end in an ellipsis.
   */
  readonly signs: string;
  /**
   * Whether the selected option must fit into its select field. On a phone, the whole option is
   * shown when the list opens.
   */
  readonly areChoicesWhole: boolean;
}

/** Lists the layout faults of the page's texts, one per line. */
export async function textFaultsOf(page: Page, ours: TextsOfOurs): Promise<string[]> {
  return page.evaluate(({ signs, areChoicesWhole }) => {
    const isOurs = new RegExp(`[${signs}]`, 'u');
    const root = document.documentElement;
    // Content with content-visibility keeps an estimated height, and its texts overflow it; so it
    // is rendered here.
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      if (getComputedStyle(element).contentVisibility === 'auto') {
        element.style.contentVisibility = 'visible';
      }
    }
    /**
     * Tolerance in pixels. Browsers round fractions of pixels, and letters of some scripts are
     * taller than their line box.
     */
    const slack = 1.5;
    const loose = 4;
    const faults: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`);
    }

    interface Piece {
      readonly parent: Element;
      readonly text: string;
      /** The visible rectangles of the text, one for each line. */
      readonly rects: readonly DOMRect[];
      /** The layer that contains the text: the page, or an overlay such as a dialog. */
      readonly layer: Element | null;
    }

    /**
     * Whether an element is visible. Text that is only for screen readers has a size of one pixel
     * and does not count.
     */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clipPath, clip, position } = getComputedStyle(at);
        if (position === 'absolute' && (clipPath !== 'none' || clip !== 'auto')) return false;
      }
      return true;
    }

    function layerOf(element: Element): Element | null {
      return (
        around(element, (at) => /fixed|sticky/u.test(getComputedStyle(at).position))[0] ?? null
      );
    }

    /** The element and those of its ancestors that meet the condition, the nearest first. */
    function around(element: Element, is: (at: Element) => boolean): Element[] {
      const found: Element[] = [];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        if (is(at)) found.push(at);
      }
      return found;
    }

    function say(element: Element, text: string, what: string): void {
      const { tagName, className } = element;
      const look = typeof className === 'string' ? className.slice(0, 60) : '';
      faults.push(`${what}: “${text.trim().slice(0, 60)}” in <${tagName.toLowerCase()} ${look}>`);
    }

    /**
     * The visible part of a rectangle; undefined if no part is visible, as in a collapsed section.
     * `isCut`: whether scrolling cannot bring the hidden part into view.
     */
    function seenOf(rect: DOMRect, parent: Element): { rect: DOMRect; isCut: boolean } | undefined {
      let { left, right, top, bottom } = rect;
      let isCut = false;
      let scrollsAcross = false;
      let scrollsDown = false;
      for (const at of around(parent, (one) => getComputedStyle(one).overflow !== 'visible')) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== 'visible') {
          scrollsAcross ||= /auto|scroll/u.test(overflowX);
          isCut ||= !scrollsAcross && (left < box.left - slack || right > box.right + slack);
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        }
        if (overflowY !== 'visible') {
          scrollsDown ||= /auto|scroll/u.test(overflowY);
          isCut ||= !scrollsDown && (top < box.top - loose || bottom > box.bottom + loose);
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        }
      }
      if (right - left <= 1 || bottom - top <= 1) return undefined;
      isCut ||= !scrollsAcross && (left < -slack || right > root.clientWidth + slack);
      return { rect: new DOMRect(left, top, right - left, bottom - top), isCut };
    }

    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!(node instanceof Text) || !parent || text.trim() === '') continue;
      if (parent.closest('script, style, noscript, option, svg, textarea')) continue;
      if (!isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const seen = [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .flatMap((rect) => seenOf(rect, parent) ?? []);
      if (seen.length === 0) continue;
      pieces.push({ parent, text, rects: seen.map(({ rect }) => rect), layer: layerOf(parent) });
      if (isOurs.test(text) && seen.some(({ isCut }) => isCut)) say(parent, text, 'cut off');
      const control = parent.closest('button, [role="tab"], [role="button"]');
      const box = control?.getBoundingClientRect();
      if (
        control &&
        box &&
        seen.some(({ rect }) => rect.left < box.left - slack || rect.right > box.right + slack)
      ) {
        say(control, text, 'beyond its button');
      }
    }

    // In left-to-right text, a right-to-left name changes the order of a number or name that
    // follows it.
    const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
    const takenAlong = new RegExp(
      `${fromTheRight.source}[^\\p{L}]*(?:\\d|[·,:–()][^\\p{L}]*${fromTheRight.source})`,
      'u',
    );
    const apart = /isolate|plaintext/u;
    function isApart(element: Element): boolean {
      const { display, unicodeBidi } = getComputedStyle(element);
      return display !== 'inline' || apart.test(unicodeBidi);
    }
    /**
     * The text whose characters the bidi algorithm orders together: up to the nearest isolated
     * element.
     */
    function orderedWith(parent: Element): string {
      let line = parent;
      while (line.parentElement && !isApart(line)) line = line.parentElement;
      const flows = /flex|grid/u.test(getComputedStyle(line).display);
      const said = (node: Node): string => {
        if (!(node instanceof Element)) return node.textContent ?? '';
        if (node !== line && (flows || isApart(node))) return ' ';
        return [...node.childNodes].map(said).join('');
      };
      return said(line).replaceAll(/\u2068[^\u2068\u2069]*\u2069/gu, ' ');
    }
    for (const { parent, text } of pieces) {
      if (root.dir === 'rtl' || !fromTheRight.test(text)) continue;
      const together = orderedWith(parent);
      if (takenAlong.test(together)) say(parent, together, 'takes its neighbours along');
    }

    // A selected option has no text node, so a canvas measures its width.
    const canvas = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll('select')) {
      if (!areChoicesWhole || !canvas || !isSeen(field) || field.clientWidth <= 1) continue;
      const text = field.selectedOptions[0]?.text ?? '';
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      canvas.font = font;
      const room =
        field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const wanted = canvas.measureText(text).width;
      if (isOurs.test(text) && wanted > room + slack) say(field, text, 'cut off in its field');
    }

    // Letters may be taller than their line of text, so only a deep overlap of two lines counts as
    // a fault.
    const lines = pieces.flatMap((piece) =>
      piece.rects.map((rect) => ({ piece, rect, inset: rect.height * 0.22 })),
    );
    lines.sort((a, b) => a.rect.top - b.rect.top);
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (other.rect.top > one.rect.bottom) break;
        if (one.piece === other.piece || one.piece.layer !== other.piece.layer) continue;
        const across =
          Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const down =
          Math.min(one.rect.bottom - one.inset, other.rect.bottom - other.inset) -
          Math.max(one.rect.top + one.inset, other.rect.top + other.inset);
        if (across > 2 && down > 2) {
          say(
            one.piece.parent,
            one.piece.text,
            `on top of “${other.piece.text.trim().slice(0, 40)}”`,
          );
        }
      }
    }
    return [...new Set(faults)];
  }, ours);
}
