/**
 * Measures inside the server what each request waits for and how long. The server sends these times
 * with the response.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { KnowingClient } from '../../server/src/platform/database/known-answers.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { timesHeader, writeTimes } from './messages.ts';

type Waits = 'pool' | 'database';
type Callback = (...answer: readonly unknown[]) => unknown;

/** Measures one request. If waits of the same kind overlap, the overlapping time counts once. */
class Request {
  readonly #startedAt = performance.now();
  readonly #open = { pool: 0, database: 0 };
  readonly #since = { pool: 0, database: 0 };
  readonly #took = { pool: 0, database: 0 };
  #activeSince = 0;
  #busy = 0;

  begin(kind: Waits): () => void {
    if (this.#open[kind] === 0) {
      this.#since[kind] = performance.now();
      if (kind === 'database') this.#activeSince = performance.eventLoopUtilization().active;
    }
    this.#open[kind] += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#open[kind] -= 1;
      if (this.#open[kind] > 0) return;
      this.#took[kind] += performance.now() - this.#since[kind];
      if (kind === 'database') {
        this.#busy += performance.eventLoopUtilization().active - this.#activeSince;
      }
    };
  }

  text(): string {
    const total = performance.now() - this.#startedAt;
    return writeTimes({ total, ...this.#took, busy: this.#busy });
  }
}

/** Starts measuring the server's requests; called once, before the server listens. */
export function measureRequests(): void {
  const current = new AsyncLocalStorage<Request>();
  channel('http.server.request.start').subscribe(() => current.enterWith(new Request()));
  const { writeHead } = ServerResponse.prototype;
  Object.assign(ServerResponse.prototype, {
    writeHead(this: ServerResponse, ...given: readonly unknown[]): unknown {
      const request = current.getStore();
      if (request !== undefined && !this.headersSent) this.setHeader(timesHeader, request.text());
      return Reflect.apply(writeHead, this, given);
    },
  });
  const { pool } = openDatabase({ connection: {}, poolSize: 1, onIdleError: () => undefined });
  watch(prototypeOf(pool), 'connect', 'pool', current);
  watch(prototypeOf(KnowingClient.prototype), 'query', 'database', current);
}

function prototypeOf(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) throw new Error('No prototype.');
  return prototype;
}

/**
 * Wraps a method of the database driver so that its duration is measured. The measurement ends when
 * the method calls back or its promise settles.
 */
function watch(
  target: object,
  name: string,
  kind: Waits,
  current: AsyncLocalStorage<Request>,
): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
  const call = (self: unknown, given: readonly unknown[]): unknown =>
    Reflect.apply(method, self, given);
  Reflect.set(target, name, function watched(this: unknown, ...given: readonly unknown[]) {
    const request = current.getStore();
    if (request === undefined) return call(this, given);
    const end = request.begin(kind);
    const at = given.findLastIndex((one) => typeof one === 'function');
    if (at !== -1) {
      const callback = given[at] as Callback;
      // The driver calls the callback in the context of another request. So the callback is bound
      // to the context of this request.
      const bound = AsyncLocalStorage.bind((...answer: readonly unknown[]) => {
        end();
        return callback(...answer);
      });
      return call(this, given.with(at, bound));
    }
    const answer = call(this, given);
    if (answer instanceof Promise) answer.then(end, end);
    else end();
    return answer;
  });
}
