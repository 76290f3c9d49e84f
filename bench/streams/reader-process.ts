/** Starts and controls the process that reads event streams. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReaderNews, ReaderOrder, StreamRequest } from './messages.ts';

export interface Receipts {
  readonly times: readonly number[];
  readonly sample: string;
}

export interface Reader {
  /** Opens further event streams. Returns how many streams could be opened. */
  readonly open: (
    port: number,
    streams: readonly StreamRequest[],
  ) => Promise<{ readonly opened: number; readonly failure: string | undefined }>;
  /** Runs `cause` and waits until `receipts` streams have received a text that contains `text`. */
  readonly receiptsOf: (
    text: string,
    receipts: number,
    cause: () => Promise<void>,
  ) => Promise<Receipts>;
  readonly close: () => void;
}

export function openReader(): Reader {
  const child = fork(fileURLToPath(new URL('reader.ts', import.meta.url)), { execArgv: [] });
  async function next<Kind extends ReaderNews['kind']>(
    kind: Kind,
  ): Promise<Extract<ReaderNews, { kind: Kind }>> {
    const [news] = (await once(child, 'message')) as [ReaderNews];
    if (!isKind(news, kind)) throw new Error(`The reader said ${news.kind} instead of ${kind}.`);
    return news;
  }
  function order(given: ReaderOrder): void {
    child.send(given);
  }
  return {
    open(port, streams) {
      order({ kind: 'open', port, streams });
      return next('opened');
    },
    async receiptsOf(text, receipts, cause) {
      order({ kind: 'expect', text, receipts });
      await next('expecting');
      const received = next('received');
      await cause();
      return received;
    },
    close() {
      child.disconnect();
    },
  };
}

function isKind<Kind extends ReaderNews['kind']>(
  news: ReaderNews,
  kind: Kind,
): news is Extract<ReaderNews, { kind: Kind }> {
  return news.kind === kind;
}
