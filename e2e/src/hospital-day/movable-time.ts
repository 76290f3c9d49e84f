/**
 * A movable clock that runs in real time and jumps on command, for a program or a page under test.
 */

/** A timer of the movable clock. */
export interface MovableTimer {
  dueAt: number;
  /** The interval in milliseconds; undefined for a timer that fires once. */
  readonly everyMs: number | undefined;
  readonly run: () => void;
  /** Whether the pending timer keeps the Node process running. */
  isRef: boolean;
}

export interface MovableTime {
  /**
   * Moves the clock to this many ms ahead of the real time, never backwards. With 'awake', every
   * timer fires at each time at which it is due. With 'asleep', each due timer fires once after the
   * move, as on a device that slept.
   */
  moveTo(aheadMs: number, way: 'awake' | 'asleep'): Promise<void>;
  /** Stops all timers of the movable clock until the clock is moved again. */
  sleep(): void;
}

interface Surroundings {
  /** How far the movable clock is ahead of the real time at the start, in ms. */
  readonly aheadMs: number;
  /**
   * The value that setTimeout returns, by default a number. The timer's handle must call `change`
   * when `isRef` changes.
   */
  readonly handleOf?: (timer: MovableTimer, change: () => void) => unknown;
  /** Whether a new timer uses the movable clock. By default, every timer does. */
  readonly isOurs?: () => boolean;
  /** Resolves when the program has finished its pending tasks. The default works in a page. */
  readonly turn?: () => Promise<void>;
}

/**
 * Replaces Date, setTimeout and setInterval with a movable clock. Animation frames,
 * performance.now() and the network keep the real time. The function uses no outside variables,
 * because pages receive it as text.
 */
export function installMovableTime({ aheadMs, handleOf, isOurs, turn }: Surroundings): MovableTime {
  const RealDate = Date;
  const { setTimeout: realSet, clearTimeout: realClear, setInterval: realEvery } = globalThis;
  const timers = new Map<unknown, MovableTimer>();
  /**
   * The longest delay of a real timer in ms. The browser or Node fires a timer with a longer delay
   * at once.
   */
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

  /** Sets a real timer for the time at which the next timer of the movable clock is due. */
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
      // If the timer missed several intervals, it fires once and is due again after one full
      // interval.
      if (timer.dueAt <= now()) timer.dueAt = now() + timer.everyMs;
    }
    timer.run();
  }

  function fireDue(): void {
    // A timer that is set while these timers fire waits for the next call.
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

  /** Waits until the program has finished the tasks that the last timer started. */
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
