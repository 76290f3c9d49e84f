/** Tries the worlds it is sent, one after the other, on a core of its own. */
import { parentPort } from 'node:worker_threads';
import { type Trial, tryWorld } from './try-world.ts';

parentPort?.on('message', (trial: Trial) => {
  parentPort?.postMessage(tryWorld(trial), []);
});
