/**
 * The `ref` of what stands in a list and can be removed from within: whoever stood there with the keyboard goes on at
 * the one behind it, else before it, else at the heading of the list.
 */
export function goOnBeside(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  return () => {
    // In the row, or in the window that asked about it: all of it is taken out right after this.
    const last = document.activeElement;
    const targets = [
      row.nextElementSibling,
      row.previousElementSibling,
      row.closest('section')?.querySelector('h2'),
      document.querySelector('h1'),
    ];
    setTimeout(() => {
      if (last?.isConnected || document.activeElement !== document.body) return;
      const target = targets.find((each) => each?.isConnected);
      if (!(target instanceof HTMLElement)) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
  };
}
