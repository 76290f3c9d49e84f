/** The delay in ms after which a closing dialog has given the focus back. */
const focusAfterMs = 250;

/**
 * Moves the focus to an element after a short delay. Used when the pressed button is about to
 * disappear.
 */
export function focusSoon(selector: string): void {
  setTimeout(
    () => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
    focusAfterMs,
  );
}
