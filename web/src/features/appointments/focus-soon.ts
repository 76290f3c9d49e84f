/** A dialog has given the focus back by then. */
const focusAfterMs = 250;

/** Where the keyboard goes on when the button that was pressed is about to go. */
export function focusSoon(selector: string): void {
  setTimeout(
    () => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
    focusAfterMs,
  );
}
