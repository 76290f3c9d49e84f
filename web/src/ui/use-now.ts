import { useSyncExternalStore } from 'react';

/** How often ages are written anew, in ms; one timer serves the whole page. */
const tickMs = 10_000;
/** What is drawn now and watched a moment later need not be drawn again. */
const sameMs = 1000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The present in ms, moving on every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(watch, present, present);
}

function present(): number {
  if (watchers.size === 0 && Date.now() - now > sameMs) now = Date.now();
  return now;
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    present();
    timer = setInterval(tick, tickMs);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const watcher of watchers) watcher();
}
