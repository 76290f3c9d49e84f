/** Records the SQL statements that the server sends to the database for an HTTP request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type App, buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { headersOf } from './client.ts';
import { type Bindings, makeRecipe, type Recipe, type Statement } from './replay.ts';
import type { PoolClient, Stage } from './stage.ts';

export interface RecordedCall {
  readonly status: number;
  readonly body: string;
  /**
   * Makes a recipe that runs the recorded SQL statements with other ids. `known` contains the ids
   * in the recorded statements that the recipe replaces.
   */
  readonly recipe: (known: Bindings) => Recipe;
}

export interface Recorder {
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    token?: string,
    body?: object,
  ) => Promise<RecordedCall>;
  readonly close: () => Promise<void>;
}

/** Opens the server's own application in this process, on the same database. */
export async function openRecorder(stage: Stage): Promise<Recorder> {
  const app = await buildApp({
    config: readConfig({ PUBLIC_URL: stage.publicUrl, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }),
    connection: stage.connection,
    clock: systemClock,
    secrets: ['only-for-recording-0123456789-abcdef'],
  });
  const recording = new AsyncLocalStorage<Statement[][]>();
  let closing: Promise<void> | undefined;
  listenToStatements(app, recording);
  return {
    async call(method, path, token, body) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = headersOf(method, token, text);
      const steps: Statement[][] = [];
      const answer = await recording.run(
        steps,
        async () =>
          // Awaited inside this context, because the recording of a request is complete only when
          // the response has arrived.
          await app.http.inject({
            method,
            url: `/api${path}`,
            headers,
            ...(text === undefined ? {} : { payload: text }),
          }),
      );
      const key = headers['idempotency-key'];
      return {
        status: answer.statusCode,
        body: answer.body,
        recipe: (known) =>
          makeRecipe(
            steps.filter((step) => !isHubsOwn(step)),
            key === undefined ? known : { ...known, key },
          ),
      };
    },
    close: () => (closing ??= app.close()),
  };
}

/**
 * Whether these SQL statements belong to the live event hub. After a commit the hub reads the event
 * log for several requests together, so its statements belong to no single request.
 */
function isHubsOwn(step: readonly Statement[]): boolean {
  return step.some(({ text }) => text.includes('pg_snapshot_xmin') || text.includes('notify '));
}

function listenToStatements(app: App, recording: AsyncLocalStorage<Statement[][]>): void {
  const heard = new WeakSet<PoolClient>();
  function listenTo(client: PoolClient): void {
    if (heard.has(client)) return;
    heard.add(client);
    let transaction: Statement[] | undefined;
    const query = client.query;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const statement = statementOf(given);
        const steps = recording.getStore();
        if (transaction !== undefined) transaction.push(statement);
        else if (steps !== undefined) steps.push([statement]);
        if (statement.text.startsWith('begin')) transaction = steps?.at(-1);
        if (statement.text === 'commit' || statement.text === 'rollback') transaction = undefined;
        const answer: unknown = Reflect.apply(query, client, given);
        return answer;
      },
    });
  }
  for (const pool of app.database.pools) pool.on('acquire', listenTo);
}

function statementOf([first, second]: readonly unknown[]): Statement {
  if (typeof first === 'string') {
    const values: readonly unknown[] = Array.isArray(second) ? second : [];
    return { text: first, values };
  }
  if (!isQueryConfig(first)) throw new Error('A statement of an unknown form.');
  const { name, text, values = [] } = first;
  return name === undefined ? { text, values } : { name, text, values };
}

interface QueryConfig {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

function isQueryConfig(value: unknown): value is QueryConfig {
  return typeof value === 'object' && value !== null && 'text' in value;
}
