/** Whether key presses at an element type text, so that they are no shortcuts. */
export function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"]') !== null
  );
}
