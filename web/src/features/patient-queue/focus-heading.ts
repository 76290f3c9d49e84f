/** The dialog has given the focus back by then. */
const focusAfterMs = 250;

/** The button is about to go: the keyboard goes on from the top of the page. */
export function focusHeading(): void {
  setTimeout(() => document.querySelector('h1')?.focus({ preventScroll: true }), focusAfterMs);
}
