/** Runs the worlds that it is sent, sequentially, on its own core. */
import { parentPort } from 'node:worker_threads';
import { type Trial, tryWorld } from './try-world.ts';

parentPort?.on('message', (trial: Trial) => {
  parentPort?.postMessage(tryWorld(trial), []);
});
