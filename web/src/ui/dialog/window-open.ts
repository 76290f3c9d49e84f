/**
 * Whether a modal dialog is open. A toast has the same role but is not modal. Dialogs are children
 * of the body, so only those are searched, and not a page of many rows.
 */
export function isWindowOpen(): boolean {
  return [...document.body.children].some(
    (beside) =>
      beside.id !== 'root' &&
      beside.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-toast])') !== null,
  );
}
