/** Whether a window is open that wants an answer first. A toast has the role of one, and asks nothing. */
export function isWindowOpen(): boolean {
  return (
    document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-toast])') !== null
  );
}
