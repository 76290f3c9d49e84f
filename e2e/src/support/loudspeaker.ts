/** A loudspeaker that counts the notes of a page instead of playing them. */
import type { Page } from '@playwright/test';

/** Stands in for the loudspeaker; answers how many notes the page has started so far. */
export async function listenTo(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let notes = 0;
    class Loudspeaker {
      readonly currentTime = 0;
      readonly destination = {};
      resume = () => Promise.resolve();
      createGain = () => {
        const set = () => undefined;
        const gain = {
          setValueAtTime: set,
          linearRampToValueAtTime: set,
          exponentialRampToValueAtTime: set,
        };
        return { gain, connect: () => undefined };
      };
      createOscillator = () => ({
        frequency: { value: 0 },
        connect: <Node>(to: Node) => to,
        start: () => {
          notes += 1;
        },
        stop: () => undefined,
      });
    }
    Object.assign(globalThis, { AudioContext: Loudspeaker, notesStarted: () => notes });
  });
  return () => page.evaluate<number>('notesStarted()');
}
