/** The delay in ms after which a closing dialog has given the focus back. */
const focusAfterMs = 250;

/** Moves the focus to the page heading. Used when the pressed button disappears. */
export function focusHeading(): void {
  setTimeout(() => document.querySelector('h1')?.focus({ preventScroll: true }), focusAfterMs);
}
