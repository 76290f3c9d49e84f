/** Whether a prerendered page is still shown; the server marks its first element [decision 025]. */

export function isPrerendered(): boolean {
  return document.documentElement.dataset['drawn'] !== undefined;
}

/** Removes the mark after hydration. */
export function takeOverPrerendered(): void {
  delete document.documentElement.dataset['drawn'];
}
