/** What is wrong with how a page shows its texts, measured in the browser: cut off, on top of each other, beyond their place. */
import type { Page } from '@playwright/test';

/**
 * Each fault of the page as it stands, a line. `ours` are the signs by which a text of the catalogues is told from
 * what people wrote, which may end in dots where there is no room.
 */
export async function textFaultsOf(page: Page, ours: string): Promise<string[]> {
  return page.evaluate((signs) => {
    const isOurs = new RegExp(`[${signs}]`, 'u');
    const root = document.documentElement;
    const faults: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`);
    }

    interface Piece {
      readonly node: Text;
      readonly parent: Element;
      readonly text: string;
      readonly rects: readonly DOMRect[];
      /** What it is laid out in by itself: the page, or what stands over it. */
      readonly layer: Element | null;
    }

    /** What is read out alone has a place of a pixel. */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clipPath, clip, position } = getComputedStyle(at);
        if (position === 'absolute' && (clipPath !== 'none' || clip !== 'auto')) return false;
        if (at.getAttribute('aria-hidden') === 'true' && at.clientHeight === 0) return false;
      }
      return true;
    }

    function layerOf(element: Element): Element | null {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (/fixed|sticky/u.test(getComputedStyle(at).position)) return at;
      }
      return null;
    }

    /** The nearest around it that cuts off what does not fit into its width, or lets it be scrolled to. */
    function widthOf(
      element: Element,
    ): { readonly box: DOMRect; readonly scrolls: boolean } | null {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX !== 'visible') {
          return { box: at.getBoundingClientRect(), scrolls: /auto|scroll/u.test(overflowX) };
        }
      }
      return null;
    }

    function say(element: Element, text: string, what: string): void {
      const { tagName, className } = element;
      const look = typeof className === 'string' ? className.slice(0, 60) : '';
      faults.push(`${what}: “${text.trim().slice(0, 60)}” in <${tagName.toLowerCase()} ${look}>`);
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
      const rects = [...range.getClientRects()].filter(
        ({ width, height }) => width > 1 && height > 1,
      );
      if (rects.length > 0) pieces.push({ node, parent, text, rects, layer: layerOf(parent) });
    }

    for (const { parent, text, rects } of pieces) {
      if (!isOurs.test(text)) continue;
      const around = widthOf(parent);
      const left = Math.min(...rects.map((rect) => rect.left));
      const right = Math.max(...rects.map((rect) => rect.right));
      if (around?.scrolls) continue;
      const [from, to] = around ? [around.box.left, around.box.right] : [0, root.clientWidth];
      if (left < from - 1.5 || right > to + 1.5) say(parent, text, 'cut off at the side');
      const high = parent.closest<HTMLElement>(
        'button, a, [class*="line-clamp"], [class*="truncate"]',
      );
      if (
        high &&
        high.scrollHeight > high.clientHeight + 3 &&
        getComputedStyle(high).overflowY !== 'visible'
      ) {
        say(parent, text, 'cut off below');
      }
      const control = parent.closest('button, [role="tab"], [role="button"]');
      if (!control) continue;
      const box = control.getBoundingClientRect();
      if (left < box.left - 1.5 || right > box.right + 1.5) say(control, text, 'beyond its button');
    }

    // Each line is lower than its letters may reach: only what lies well within another is on top of it.
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
