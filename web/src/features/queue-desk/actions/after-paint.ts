/** A timeout in ms, because a tab hidden meanwhile paints nothing. */
const longestMs = 500;
/** The length of a frame in ms. */
const frameMs = 16;

/** Resolves after paint of the current changes; at once in a hidden tab. */
export function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const wait = setTimeout(resolve, longestMs);
    // This runs at the start of a frame that is painted in the same task; then one frame passes.
    requestAnimationFrame(() => {
      clearTimeout(wait);
      setTimeout(resolve, frameMs);
    });
  });
}
