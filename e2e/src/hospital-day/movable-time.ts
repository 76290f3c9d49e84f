/**
 * A movable clock that runs in real time and jumps on command, for a program or a page under test.
 */

/** A timer of the movable clock. */
export interface MovableTimer {
  dueAt: number;
  /** The interval in milliseconds; undefined for a timer that fires once. */
  readonly everyMs: number | undefined;
  readonly run: () => void;
  /** Whether the timer keeps the program alive. */
  isRef: boolean;
}

export interface MovableTime {
  /**
   * Moves the clock to this many ms ahead of the real time; never back. 'awake': every timer fires
   * as often as it is due, at its time. 'asleep': each due timer fires once afterwards, as on a
   * device that slept.
   */
  moveTo(aheadMs: number, way: 'awake' | 'asleep'): Promise<void>;
  /** Stops all timers until the next move. */
  sleep(): void;
}

interface Surroundings {
  /** How far the clock is ahead at the start, in ms. */
  readonly aheadMs: number;
  /** What setTimeout returns, a number by default; call `change` when isRef changes. */
  readonly handleOf?: (timer: MovableTimer, change: () => void) => unknown;
  /** Whether a new timer uses this clock; by default every one does. */
  readonly isOurs?: () => boolean;
  /** Resolves when the program has finished its pending tasks; by default as in a page. */
  readonly turn?: () => Promise<void>;
}

/**
 * Replaces Date, setTimeout and setInterval with a movable clock. Animation frames,
 * performance.now() and the network stay real. The function uses nothing outside itself, because
 * pages receive it as text.
 */
export function installMovableTime({ aheadMs, handleOf, isOurs, turn }: Surroundings): MovableTime {
  const RealDate = Date;
  const { setTimeout: realSet, clearTimeout: realClear, setInterval: realEvery } = globalThis;
  const timers = new Map<unknown, MovableTimer>();
  /** The longest delay of a real timer in ms; a longer one fires at once. */
  const longest = 2 ** 31 - 1;
  let ahead = aheadMs;
  let made = 1_000_000;
  let isMoving = false;
  let isAsleep = false;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  const now = () => RealDate.now() + ahead;

  function first(): [unknown, MovableTimer] | undefined {
    let found: [unknown, MovableTimer] | undefined;
    for (const one of timers) if (found === undefined || one[1].dueAt < found[1].dueAt) found = one;
    return found;
  }

  /** Sets a real timer for the next timer of the movable clock. */
  function setAlarm(): void {
    realClear(alarm);
    const next = first();
    if (next === undefined || isMoving || isAsleep) return;
    alarm = realSet(fireDue, Math.min(longest, Math.max(0, next[1].dueAt - now())));
    const needed = [...timers.values()].some(({ isRef }) => isRef);
    if (!needed && typeof alarm === 'object') alarm.unref();
  }

  function fire([handle, timer]: [unknown, MovableTimer]): void {
    if (timer.everyMs === undefined) timers.delete(handle);
    else {
      timer.dueAt += timer.everyMs;
      // The timer missed several intervals, so it is due again after one full interval.
      if (timer.dueAt <= now()) timer.dueAt = now() + timer.everyMs;
    }
    timer.run();
  }

  function fireDue(): void {
    // Timers that are set meanwhile fire in the next pass.
    const due = [...timers]
      .filter(([, { dueAt }]) => dueAt <= now())
      .toSorted(([, one], [, other]) => one.dueAt - other.dueAt);
    try {
      for (const one of due) if (timers.has(one[0])) fire(one);
    } finally {
      setAlarm();
    }
  }

  function set(run: () => void, delay: unknown, isInterval: boolean): unknown {
    const ms = Math.max(1, Number(delay) || 0);
    made += 1;
    const timer = { dueAt: now() + ms, everyMs: isInterval ? ms : undefined, run, isRef: true };
    const handle = handleOf?.(timer, setAlarm) ?? made;
    timers.set(handle, timer);
    setAlarm();
    return handle;
  }

  function clear(handle: unknown): void {
    if (timers.delete(handle)) setAlarm();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the real ones, or none
    else realClear(handle as number | undefined);
  }

  /** Lets the program finish the tasks that the last timer started. */
  const takeTurn = turn ?? turnsOfAPage();

  function turnsOfAPage(): () => Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const waiting: (() => void)[] = [];
    port1.addEventListener('message', () => waiting.shift()?.());
    port1.start();
    return () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
        port2.postMessage(null);
      });
  }

  async function moveTo(wanted: number, way: 'awake' | 'asleep'): Promise<void> {
    isMoving = true;
    isAsleep = false;
    realClear(alarm);
    try {
      while (way === 'awake') {
        const next = first();
        if (next === undefined || next[1].dueAt > RealDate.now() + wanted) break;
        ahead = Math.max(ahead, next[1].dueAt - RealDate.now());
        fire(next);
        await takeTurn();
      }
      ahead = Math.max(ahead, wanted);
    } finally {
      isMoving = false;
    }
    fireDue();
  }

  function sleep(): void {
    isAsleep = true;
    realClear(alarm);
  }

  const movedDate = new Proxy(RealDate, {
    construct: (target, parts: unknown[], newTarget) =>
      // oxlint-disable-next-line typescript/no-unsafe-return -- Reflect types what it makes as any
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
  type Work = (...parts: unknown[]) => void;
  Object.assign(globalThis, {
    Date: movedDate,
    setTimeout: (work: Work, ms?: number, ...parts: unknown[]) =>
      isOurs?.() === false ? realSet(work, ms, ...parts) : set(() => work(...parts), ms, false),
    setInterval: (work: Work, ms?: number, ...parts: unknown[]) =>
      isOurs?.() === false ? realEvery(work, ms, ...parts) : set(() => work(...parts), ms, true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return { moveTo, sleep };
}
