/** A tab that is hidden meanwhile paints nothing more: then it goes on without, ms. */
const longestMs = 500;
/** How long a frame is on the screen, ms. */
const frameMs = 16;

/** Resolves once what is drawn in this task has been painted; at once in a tab that nobody sees. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const wait = setTimeout(resolve, longestMs);
    // A frame begins with this and is painted in the same task; then the screen is let have it.
    requestAnimationFrame(() => {
      clearTimeout(wait);
      setTimeout(resolve, frameMs);
    });
  });
}
