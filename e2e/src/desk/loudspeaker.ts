/** A mock audio output that counts notes instead of playing them. */
import type { Page } from '@playwright/test';

/** Installs the mock; returns a function that counts the notes started so far. */
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
