import { useSyncExternalStore } from 'react';
import { onTimeSet, serverNow } from '../../clock/clock.ts';

/**
 * How often relative times such as "2 min ago" are updated, in ms. One timer serves the whole page.
 */
const tickMs = 10_000;
/**
 * If the current time was rendered less than this many ms ago, a newly mounted component does not
 * update it.
 */
const sameMs = 1000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let stopListening: (() => void) | undefined;
let now = serverNow();

/** The current time in ms by the server's clock, updated every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(watch, present, present);
}

function present(): number {
  if (watchers.size === 0 && Math.abs(serverNow() - now) > sameMs) now = serverNow();
  return now;
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    present();
    timer = setInterval(tick, tickMs);
    stopListening = onTimeSet(tick);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    stopListening?.();
  };
}

function tick(): void {
  now = serverNow();
  for (const watcher of watchers) watcher();
}
