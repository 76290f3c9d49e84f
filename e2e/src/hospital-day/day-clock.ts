/** The clock of a day that passes in minutes: the server's, every page's and that of all who act. */
import type { CDPSession, Page, Request } from '@playwright/test';
import { installMovableTime } from './movable-time.ts';
import type { RunningServer } from '../support/server.ts';

export interface DayClock {
  /** Milliseconds since 1970, by the day's time. */
  readonly now: () => number;
  /** Gives the page, which has not been loaded yet, the day's time. `sleepsMs`: it looks up only so often. */
  readonly join: (page: Page, sleepsMs?: number) => Promise<void>;
  /** So much of the day goes by; for those who work. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets all of them work, and the day go on whenever each waits for time to pass. */
  readonly work: (actors: readonly (() => Promise<void>)[]) => Promise<void>;
  /** How often the time was moved. */
  readonly moves: () => number;
}

/**
 * How far the time jumps at once: less than a page waits for an answer (20 s), and so little that the
 * server's heartbeat (20 s) never comes too late for a page (45 s).
 */
const stepMs = 15_000;
/** How long an answer may keep the day waiting; a page's own limit is not longer. */
const answerMs = 20_000;
const lookAgainMs = 3;

interface Member {
  readonly devtools: CDPSession;
  readonly sleepsMs: number;
  /** By how much it was ahead when it last looked up. */
  aheadMs: number;
  isAsleep: boolean;
}

export function openDayClock(server: RunningServer): DayClock {
  let ahead = server.aheadMs();
  let moves = 0;
  /** Of those who work, how many do something just now. */
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
      // A stream is never answered to its end.
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
    await tell(member, `movableTime.moveTo(${ahead}, '${way}')`);
  }

  async function sendToSleep(member: Member): Promise<void> {
    if (member.isAsleep) return;
    member.isAsleep = true;
    await tell(member, 'movableTime.sleep()');
  }

  /** Said to the page itself: ten pages are told two thousand times a day. */
  async function tell({ devtools }: Member, expression: string): Promise<void> {
    const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  }

  /** Goes on by a step; whoever waited until then, or until shortly before, has something to do. */
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

  /** The time stands still, as far as it can, while somebody acts or a page waits for an answer. */
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
