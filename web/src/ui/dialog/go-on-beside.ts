/**
 * The `ref` of a list item that contains a control to remove the item. After the removal, the focus
 * moves to the next item, the previous item, or the list's heading.
 */
export function goOnBeside(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  return () => {
    // The focus is in the list item or its dialog. Both are removed right after this.
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
