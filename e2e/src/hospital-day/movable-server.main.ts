/** Loaded before the server's own program: its time jumps when the test that started it says so. */
import promises from 'node:timers/promises';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { installMovableTime, type MovableTimer } from './movable-time.ts';

/** The server follows no clock that jumps by more than an hour; here the test means each jump. */
const believedClock = new URL('./believed-clock.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    next(name.endsWith('/steady-clock.ts') ? believedClock : name, context),
});

/** What the test says, and is answered when it has been done. */
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

/** What libraries wait for are the database and the network, and those are in the real time. */
function isOfTheServer(): boolean {
  const caller = new Error('asks who called').stack?.split('\n')[3] ?? '';
  return !caller.includes('/node_modules/') && !caller.includes('(node:');
}

const time = installMovableTime({
  // The server's threads are told nothing of it, and stay in the real time.
  aheadMs: Number(process.env['BAARI_TIME_AHEAD_MS'] ?? 0),
  handleOf: (timer, change) => new Timer(timer, change),
  isOurs: isOfTheServer,
  turn: () => new Promise((resolve) => setImmediate(resolve)),
});

/** As Node has it: rejects with the signal's reason. */
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
// Listening for the test is no reason to go on when the server has closed.
process.channel?.unref();
