/** The delay in ms after which the closing dialog has restored the focus. */
const focusAfterMs = 250;

/** Moves the focus shortly after, for a button that is about to disappear. */
export function focusSoon(selector: string): void {
  setTimeout(
    () => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
    focusAfterMs,
  );
}
