/**
 * Moves the clock that this process sees, as an operator or a time server would move the machine's
 * clock.
 */

export interface ShiftedDate {
  /** Moves the clock by milliseconds; negative moves it back. */
  readonly jump: (ms: number) => void;
  readonly restore: () => void;
}

/**
 * Replaces Date until it is restored. The server, its libraries and the test then see another time.
 */
export function shiftDate(): ShiftedDate {
  const RealDate = Date;
  let ahead = 0;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parts: unknown[], newTarget) =>
      // oxlint-disable-next-line typescript/no-unsafe-return -- Reflect types what it makes as any
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return {
    jump(ms) {
      ahead += ms;
    },
    restore() {
      globalThis.Date = RealDate;
    },
  };
}
