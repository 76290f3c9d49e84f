/**
 * Whether a modal dialog is open. A toast has the same role but is not modal. Dialogs are direct
 * children of the body, so only these are searched; a page may have many elements.
 */
export function isWindowOpen(): boolean {
  return [...document.body.children].some(
    (beside) =>
      beside.id !== 'root' &&
      beside.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-toast])') !== null,
  );
}
