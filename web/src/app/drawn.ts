/** A page that the server has drawn says so on its first element, for as long as it is that drawing [decision 025]. */

export function isDrawn(): boolean {
  return document.documentElement.dataset['drawn'] !== undefined;
}

/** From here on what is seen is the page itself. */
export function takeOverDrawn(): void {
  delete document.documentElement.dataset['drawn'];
}
