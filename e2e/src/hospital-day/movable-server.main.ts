/**
 * A test loads this module before the server's own program. It lets the test move the server's time
 * by a message.
 */
import promises from 'node:timers/promises';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { installMovableTime, type MovableTimer } from './movable-time.ts';

/**
 * The server rejects clock jumps of more than an hour. The imported replacement accepts every jump,
 * because the test makes them on purpose.
 */
const believedClock = new URL('./believed-clock.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    next(name.endsWith('/steady-clock.ts') ? believedClock : name, context),
});

/**
 * A message with which the test moves the server's time. The server acknowledges it when the move
 * is done.
 */
export interface Move {
  readonly aheadMs: number;
}

class Timer {
  readonly #timer: MovableTimer;
  readonly #change: () => void;

  constructor(timer: MovableTimer, change: () => void) {
    this.#timer = timer;
    this.#change = change;
  }

  ref(): this {
    return this.#keep(true);
  }

  unref(): this {
    return this.#keep(false);
  }

  #keep(isRef: boolean): this {
    this.#timer.isRef = isRef;
    this.#change();
    return this;
  }
}

/**
 * Parts of the paths of code that keeps the real time. Libraries wait for the database and the
 * network, and the thread pool waits for threads.
 */
const onRealTime = ['/node_modules/', '(node:', '/platform/threads/'];

/**
 * Whether the calling code is Baari's own server code. Libraries wait for the database and the
 * network, so they keep the real time.
 */
function isOfTheServer(): boolean {
  const caller = new Error('asks who called').stack?.split('\n')[3] ?? '';
  return !onRealTime.some((place) => caller.includes(place));
}

const time = installMovableTime({
  // Only the main thread's clock is moved. The server's worker threads keep the real time.
  aheadMs: Number(process.env['BAARI_TIME_AHEAD_MS'] ?? 0),
  handleOf: (timer, change) => new Timer(timer, change),
  isOurs: isOfTheServer,
  turn: () => new Promise((resolve) => setImmediate(resolve)),
});

/**
 * Replaces Node's promise-based setTimeout. If it is aborted, it rejects with the signal's reason,
 * as Node's function does.
 */
function sleep<T>(
  ms?: number,
  value?: T,
  { ref = true, signal }: { ref?: boolean; signal?: AbortSignal } = {},
): Promise<T | undefined> {
  const slept = Promise.withResolvers<T | undefined>();
  if (signal?.aborted) slept.reject(signal.reason);
  const timer = setTimeout(() => slept.resolve(value), ms);
  if (!ref) timer.unref();
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    slept.reject(signal.reason);
  });
  return slept.promise;
}
Object.assign(promises, { setTimeout: sleep });
syncBuiltinESMExports();

process.on('message', ({ aheadMs }: Move) => {
  void time.moveTo(aheadMs, 'awake').then(() => process.send?.({ aheadMs }));
});
// The message channel must not keep a closed server alive.
process.channel?.unref();
