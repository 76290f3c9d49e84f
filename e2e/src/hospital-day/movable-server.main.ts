/** Loaded before the server's own program. Lets the test move the server's time by a message. */
import promises from 'node:timers/promises';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { installMovableTime, type MovableTimer } from './movable-time.ts';

/** The server rejects clock jumps of more than an hour; here every jump is intended. */
const believedClock = new URL('./believed-clock.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    next(name.endsWith('/steady-clock.ts') ? believedClock : name, context),
});

/** A message of the test, acknowledged when the move is done. */
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

/** Libraries wait for the database and the network, and the thread pool for threads; they use the real time. */
const onRealTime = ['/node_modules/', '(node:', '/platform/threads/'];

/**
 * Whether the caller is our own code. Libraries wait for the database and the network, which use the real time.
 */
function isOfTheServer(): boolean {
  const caller = new Error('asks who called').stack?.split('\n')[3] ?? '';
  return !onRealTime.some((place) => caller.includes(place));
}

const time = installMovableTime({
  // The server's worker threads are not moved and keep the real time.
  aheadMs: Number(process.env['BAARI_TIME_AHEAD_MS'] ?? 0),
  handleOf: (timer, change) => new Timer(timer, change),
  isOurs: isOfTheServer,
  turn: () => new Promise((resolve) => setImmediate(resolve)),
});

/** Rejects with the signal's reason, as Node's own does. */
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
