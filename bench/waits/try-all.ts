/** Runs worlds in parallel, as many at once as there are cores. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Trial, TrialFigures } from './try-world.ts';

/** Calls back after each world; returns the results in the given order. */
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
