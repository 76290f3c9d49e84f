/**
 * Whether a window is open that wants an answer first. A toast has the role of one, and asks nothing.
 * Windows are drawn beside the page, so that a page of many rows is not searched for one at each key.
 */
export function isWindowOpen(): boolean {
  return [...document.body.children].some(
    (beside) =>
      beside.id !== 'root' &&
      beside.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-toast])') !== null,
  );
}
