/** The simulated clock of a day: shared by the server, every page and all actors. */
import type { CDPSession, Page, Request } from '@playwright/test';
import { installMovableTime } from './movable-time.ts';
import type { RunningServer } from '../support/server.ts';

export interface DayClock {
  /** The simulated time in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Gives a page the simulated time before it loads. With `sleepsMs`, the page's timers run only
   * once in this many ms, as on a sleeping phone.
   */
  readonly join: (page: Page, sleepsMs?: number) => Promise<void>;
  /** Waits this long in simulated time. The simulated people of the day call it. */
  readonly pass: (ms: number) => Promise<void>;
  /** Runs the simulated people of the day. Advances the time whenever all of them are waiting. */
  readonly work: (actors: readonly (() => Promise<void>)[]) => Promise<void>;
  /** How often the time was moved. */
  readonly moves: () => number;
}

/**
 * How far the clock advances at once. It is less than a page's request timeout (20 s). The server's
 * heartbeat (20 s) is then also never too late for a page (45 s).
 */
const stepMs = 15_000;
/**
 * The longest time for which a pending API response may stop the simulated clock. A page's own
 * timeout is not longer.
 */
const answerMs = 20_000;
const lookAgainMs = 3;

interface Member {
  readonly devtools: CDPSession;
  readonly sleepsMs: number;
  /** How far the simulated time was ahead of the real time when the page last ran its timers. */
  aheadMs: number;
  isAsleep: boolean;
}

export function openDayClock(server: RunningServer): DayClock {
  let ahead = server.aheadMs();
  let moves = 0;
  /** The number of simulated people who are doing something at present. */
  let busy = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const members: Member[] = [];
  const asked = new Set<Request>();

  const now = () => Date.now() + ahead;

  async function join(page: Page, sleepsMs = 0): Promise<void> {
    await page.addInitScript({
      content: `globalThis.movableTime = (${String(installMovableTime)})({ aheadMs: ${ahead} });`,
    });
    page.on('request', (request) => {
      // The response of a live stream never ends, so the clock must not wait for it.
      if (!new URL(request.url()).pathname.endsWith('/events')) asked.add(request);
    });
    page.on('requestfinished', (request) => asked.delete(request));
    page.on('requestfailed', (request) => asked.delete(request));
    const devtools = await page.context().newCDPSession(page);
    members.push({ devtools, sleepsMs, aheadMs: ahead, isAsleep: false });
  }

  async function pass(ms: number): Promise<void> {
    busy -= 1;
    await new Promise<void>((wake) => {
      sleepers.push({ at: now() + ms, wake });
    });
  }

  async function movePage(member: Member): Promise<void> {
    const way = ahead - member.aheadMs > stepMs ? 'asleep' : 'awake';
    member.aheadMs = ahead;
    member.isAsleep = false;
    await evaluate(member, `movableTime.moveTo(${ahead}, '${way}')`);
  }

  async function sendToSleep(member: Member): Promise<void> {
    if (member.isAsleep) return;
    member.isAsleep = true;
    await evaluate(member, 'movableTime.sleep()');
  }

  /**
   * Runs code in a page directly over DevTools, which is fast. Ten pages receive two thousand time
   * steps in a simulated day.
   */
  async function evaluate({ devtools }: Member, expression: string): Promise<void> {
    const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  }

  /**
   * Advances the simulated time by one step and wakes the simulated people whose waiting time is
   * over.
   */
  async function move(): Promise<void> {
    ahead += stepMs;
    moves += 1;
    const isDue = ({ sleepsMs, aheadMs }: Member) => ahead - aheadMs >= sleepsMs;
    await Promise.all(members.filter((member) => !isDue(member)).map(sendToSleep));
    await server.moveTo(ahead);
    await Promise.all(members.filter(isDue).map(movePage));
    const due = sleepers.filter(({ at }) => at <= now());
    sleepers = sleepers.filter(({ at }) => at > now());
    busy += due.length;
    for (const { wake } of due) wake();
  }

  /**
   * Waits until the simulated time may advance. It does not advance while a simulated person acts or a
   * page waits for a response.
   */
  async function untilQuiet(goesOn: () => boolean): Promise<void> {
    const deadline = Date.now() + answerMs;
    while (goesOn() && (busy > 0 || (asked.size > 0 && Date.now() < deadline))) {
      await realTime(lookAgainMs);
    }
  }

  return {
    now,
    join,
    pass,
    moves: () => moves,
    async work(actors) {
      busy = actors.length;
      let left = actors.length;
      const goesOn = () => left > 0;
      const working = actors.map(async (act) => {
        await act();
        left -= 1;
        busy -= 1;
      });
      async function goOn(): Promise<void> {
        await untilQuiet(goesOn);
        while (goesOn()) {
          await move();
          await untilQuiet(goesOn);
        }
      }
      try {
        await Promise.all([...working, goOn()]);
      } finally {
        left = 0;
        sleepers = [];
      }
      await Promise.all(members.filter(({ aheadMs }) => aheadMs < ahead).map(movePage));
    },
  };
}

function realTime(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
