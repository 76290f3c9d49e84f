/** By then the closing dialog has restored the focus. */
const focusAfterMs = 250;

/** Moves the focus to the page heading, because the pressed button disappears. */
export function focusHeading(): void {
  setTimeout(() => document.querySelector('h1')?.focus({ preventScroll: true }), focusAfterMs);
}
