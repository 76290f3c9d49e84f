/** Simulates worlds in parallel, one for each core of the processor. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Trial, TrialFigures } from './try-world.ts';

/**
 * Simulates all worlds and calls back after each world. Returns the results in the order in which
 * the worlds were passed.
 */
export async function tryAll(
  trials: readonly Trial[],
  onDone: (trial: Trial) => void,
): Promise<TrialFigures[]> {
  const answers = new Map<Trial, TrialFigures>();
  const left = [...trials];
  const workOff = async (): Promise<void> => {
    const worker = new Worker(new URL('world.main.ts', import.meta.url));
    try {
      for (let trial = left.shift(); trial !== undefined; trial = left.shift()) {
        worker.postMessage(trial, []);
        const [figures] = (await once(worker, 'message')) as [TrialFigures];
        answers.set(trial, figures);
        onDone(trial);
      }
    } finally {
      await worker.terminate();
    }
  };
  const cores = Math.min(availableParallelism(), trials.length);
  await Promise.all(Array.from({ length: cores }, workOff));
  return trials.flatMap((trial) => answers.get(trial) ?? []);
}
