/**
 * Whether the page still shows its prerendered content. The server marks the first element of such
 * content [decision 025].
 */

export function isPrerendered(): boolean {
  return document.documentElement.dataset['drawn'] !== undefined;
}

/** Removes the server's mark for prerendered content after hydration. */
export function takeOverPrerendered(): void {
  delete document.documentElement.dataset['drawn'];
}
