/** A timeout in ms. It is needed because a browser tab that is hidden meanwhile paints nothing. */
const longestMs = 500;
/** The length of an animation frame in ms. */
const frameMs = 16;

/**
 * Resolves after the browser has painted the current changes. In a hidden tab it resolves at once.
 */
export function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const wait = setTimeout(resolve, longestMs);
    // This callback runs before the browser paints the frame. So it waits for one more frame.
    requestAnimationFrame(() => {
      clearTimeout(wait);
      setTimeout(resolve, frameMs);
    });
  });
}
