/** Worker thread: simulates the worlds that it receives, one after the other. */
import { parentPort } from 'node:worker_threads';
import { type Trial, tryWorld } from './try-world.ts';

parentPort?.on('message', (trial: Trial) => {
  parentPort?.postMessage(tryWorld(trial), []);
});
