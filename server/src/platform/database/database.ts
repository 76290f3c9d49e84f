/**
 * PostgreSQL behind a small interface: parameterised statements, prepared once a connection, and
 * transactions that a refusal rolls back. Statements that do not wait for each other's answers are sent
 * at once and carried out in the order they were given: the begin with what follows it, the last one
 * with the commit, and whatever else is asked together (`Promise.all`).
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';
import { KnowingClient } from './known-answers.ts';
import type { Result } from '../result.ts';

export interface Queryable {
  /** The rows of a statement that says what they are (`columns.ts`). */
  many<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row[]>;
  /** The only row, or undefined. */
  maybeOne<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row | undefined>;
  /** The only row; throws when there is none. */
  one<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row>;
  /** How many rows were changed. */
  run(statement: Sql): Promise<number>;
}

/** The last statement of a transaction, made of what the work returned; it is sent with the commit. */
export type BeforeCommit = (tx: Queryable, value: unknown) => Sql;

export interface Database extends Queryable {
  /** Commits what is ok; a refusal or an exception rolls everything back. */
  transaction<T>(work: (tx: Queryable) => Promise<Result<T>>): Promise<Result<T>>;
  /** The same database, with one more step before each commit. */
  beforeCommit(step: BeforeCommit): Database;
}

export interface OpenDatabase extends Database {
  /** Of what is asked outside transactions. */
  readonly pool: pg.Pool;
  /** All there are, for whoever listens to what is asked. */
  readonly pools: readonly pg.Pool[];
  /** A connection of its own outside the pool, such as for LISTEN; the caller ends it. */
  dedicatedClient(): pg.Client;
  /** Has something called after every commit, with the handle of what was committed. */
  afterCommit(listener: (tx: Queryable) => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  /** Connections held at most by this process for statements. */
  readonly poolSize: number;
  /** Hears of connections lost while idle, as when the server restarts. */
  readonly onIdleError: (error: Error) => void;
}

/** What a transaction does with what is sent to it. */
const senders = new WeakMap<Queryable, (statement: Sql) => void>();

/**
 * Has a transaction carry out a statement whose answer nobody needs: nobody waits for it but the commit, which
 * fails as it has failed. Only within a transaction, where what is asked later sees what it did.
 */
export function send(tx: Queryable, statement: Sql): void {
  const sendTo = senders.get(tx);
  if (sendTo === undefined) throw new Error('Only a transaction sees to what is sent.');
  sendTo(statement);
}

/** No statement and no idle transaction may hold a doctor's line, or the live events, for longer. */
const timeouts = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 8000,
};

/**
 * A whole transaction, however many statements: what it wrote holds back the live events of all until it
 * ends. Known to PostgreSQL from version 17 on; before, the bounds of a statement and of a pause hold alone.
 */
const boundTransactions = `
  select set_config('transaction_timeout', '30s', false)
  where current_setting('server_version_num')::int >= 170000`;

/** A change waits for its turn for less than a browser waits for the answer; it is refused when it has none. */
const turnMs = 15_000;

/** As long as the process: a new connection plans each statement anew, some of them over nine tables. */
const keptOpen = { idleTimeoutMillis: 0, keepAlive: true };
/** Nothing waits for an answer that it does not need. */
const sentAtOnce = { pipeline: true };

/**
 * What a transaction does, it does by ids: one plan fits them all, and is made once a connection instead
 * of six times. Reads outside (lists, searches, figures) are planned for what they ask.
 */
const onePlan = 'plan_cache_mode = force_generic_plan';

const int8Oid = 20;
const numericOid = 1700;
const dateOid = 1082;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and versions stay far below 2^53; calendar dates must not become instants.
    if (oid === int8Oid || oid === numericOid) return Number;
    if (oid === dateOid) return String;
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its own parsers as any
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const settings: pg.PoolConfig = {
    ...options.connection,
    ...timeouts,
    types,
    application_name: 'baari',
    connectionTimeoutMillis: 5000,
  };
  const { forReads, forTransactions } = shares(options.poolSize);
  const pool = openPool({ ...settings, max: forReads }, options.onIdleError);
  const isShared = forTransactions === 0;
  const transacting = isShared
    ? pool
    : openPool(
        { ...settings, max: forTransactions, connectionTimeoutMillis: turnMs },
        options.onIdleError,
        `set ${onePlan}`,
      );
  const pools = [...new Set([pool, transacting])];
  const listeners: ((tx: Queryable) => void)[] = [];
  const commits: Commits = {
    pool,
    transacting,
    begin: isShared ? `begin; set local ${onePlan}` : 'begin',
    hasCommitted: (tx) => {
      for (const listener of listeners) listener(tx);
    },
  };
  return {
    ...retrying(queryable(pool)),
    ...transactions(commits, []),
    pool,
    pools,
    dedicatedClient: () => new pg.Client(settings),
    afterCommit: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

/**
 * Transactions wait for a doctor's line while they hold a connection: two hundred at one line would keep
 * every read of every hospital waiting. So a quarter is kept for reads; who has less than four shares them.
 */
function shares(poolSize: number): { forReads: number; forTransactions: number } {
  const kept = Math.floor(poolSize / 4);
  if (kept === 0) return { forReads: poolSize, forTransactions: 0 };
  return { forReads: kept, forTransactions: poolSize - kept };
}

function openPool(
  settings: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  first?: string,
): pg.Pool {
  const onConnect = first === undefined ? boundTransactions : `${boundTransactions}; ${first}`;
  const pool = new pg.Pool({
    ...settings,
    Client: KnowingClient,
    ...keptOpen,
    ...sentAtOnce,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool does wait for it; its types do not know
    onConnect: (client) => client.query(onConnect),
  });
  pool.on('error', onIdleError);
  // The pool listens only while a connection is idle; one lost inside a transaction, between two
  // statements, would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

interface Commits {
  readonly pool: pg.Pool;
  /** Of the transactions: those that wait for a doctor's line hold a connection meanwhile. */
  readonly transacting: pg.Pool;
  /** How one begins. */
  readonly begin: string;
  readonly hasCommitted: (tx: Queryable) => void;
}

function transactions(
  commits: Commits,
  steps: readonly BeforeCommit[],
): Pick<Database, 'transaction' | 'beforeCommit'> {
  return {
    transaction: (work) => inTransactionThatFits(commits, steps, work),
    beforeCommit: (step) => ({
      ...retrying(queryable(commits.pool)),
      ...transactions(commits, [...steps, step]),
    }),
  };
}

/**
 * A statement that was planned for a table as it was before a column changed fails, and its transaction
 * with it. The work is done anew, once, if it had only read until then: what it may have done outside
 * the database by now follows from what it wrote. Else the caller is asked to come again (`isDatabaseBusy`).
 */
async function inTransactionThatFits<T>(
  commits: Commits,
  steps: readonly BeforeCommit[],
  work: (tx: Queryable) => Promise<Result<T>>,
): Promise<Result<T>> {
  const run: string[] = [];
  try {
    return await inTransaction(commits, steps, work, run);
  } catch (error) {
    if (!isPlanOutdated(error) || run.some(isWrite)) throw error;
    return inTransaction(commits, steps, work, []);
  }
}

async function inTransaction<T>(
  { transacting, begin, hasCommitted }: Commits,
  steps: readonly BeforeCommit[],
  work: (tx: Queryable) => Promise<Result<T>>,
  run: string[],
): Promise<Result<T>> {
  const client = await connectionOf(transacting);
  let broken: Error | undefined;
  let isOver = false;
  const sent: Promise<unknown>[] = [];
  /** Whatever is asked behind a statement that failed is refused for that alone. */
  let failedFirst: Error | undefined;
  let refusedFirst: unknown;
  try {
    sendTogether(client);
    const begun = client.query(begin);
    // Whatever is sent behind it fails with it, and says so.
    begun.catch(() => undefined);
    const tx = queryable(
      whileOpen(
        client,
        () => isOver,
        (error) => {
          refusedFirst ??= error;
        },
      ),
      run,
    );
    senders.set(tx, (statement) => {
      const done = tx.run(statement);
      done.catch((error: Error) => {
        failedFirst ??= error;
      });
      sent.push(done);
    });
    const result = await work(tx);
    if (!result.ok) {
      isOver = true;
      await Promise.all([begun, client.query('rollback')]);
      return result;
    }
    // PostgreSQL answers the commit of a transaction in which something failed by rolling it back.
    sendTogether(client);
    const last = steps.map((step) => tx.run(step(tx, result.value)));
    isOver = true;
    const [committed] = await Promise.all([client.query('commit'), begun, ...sent, ...last]);
    if (committed.command !== 'COMMIT')
      throw new Error('What failed before kept it from committing.');
    hasCommitted(tx);
    return result;
  } catch (error) {
    isOver = true;
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    // Of several sent together, which answer is read first is chance: the cause is the first that was refused.
    throw failedFirst ?? (isAfterFailure(error) ? (refusedFirst ?? error) : error);
  } finally {
    // A connection that could not even roll back is thrown away, not handed to the next request.
    client.release(broken);
  }
}

/** Of work done side by side, what is left when the transaction ends must not run outside it. */
function whileOpen(
  client: pg.PoolClient,
  isOver: () => boolean,
  onFailure: (error: unknown) => void,
): Runner {
  return {
    async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig) {
      if (isOver()) throw new Error('A statement came after its transaction had ended.');
      sendTogether(client);
      const answer = client.query<Row>(config);
      answer.catch(onFailure);
      return answer;
    },
  };
}

/** Whether a statement was refused only because another one of its transaction had failed before. */
function isAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/** Every connection was at work for as long as a change may wait: the database is there. */
export class AllConnectionsBusy extends Error {}

async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    if (!isFull || !(error instanceof Error) || !error.message.startsWith(waitedInVain)) {
      throw error;
    }
    throw new AllConnectionsBusy('Every connection to the database was busy for too long.', {
      cause: error,
    });
  }
}

const together = new WeakSet<pg.PoolClient>();

/** What is sent from here on, until this turn of the event loop ends, goes out in one write. */
function sendTogether(client: pg.PoolClient): void {
  if (together.has(client)) return;
  const { stream } = client.connection;
  together.add(client);
  stream.cork();
  setImmediate(() => {
    together.delete(client);
    stream.uncork();
  });
}

interface Runner {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** Statements by way of a connection that somebody else opened; `run` takes down those that succeeded. */
export function queryable(runner: Runner, run?: string[]): Queryable {
  async function query<Row extends pg.QueryResultRow>(
    statement: Sql,
  ): Promise<pg.QueryResult<Row>> {
    const { text, values } = statement;
    const name = statementName(text);
    try {
      const result = await runner.query<Row>({ name, text, values });
      run?.push(text);
      return result;
    } catch (error) {
      if (isPlanOutdated(error)) planAnew(text, name);
      throw error;
    }
  }
  return {
    many: async <Row extends pg.QueryResultRow>(statement: Sql) =>
      (await query<Row>(statement)).rows,
    maybeOne: async <Row extends pg.QueryResultRow>(statement: Sql) =>
      (await query<Row>(statement)).rows[0],
    one: async <Row extends pg.QueryResultRow>(statement: Sql) => {
      const row = (await query<Row>(statement)).rows[0];
      if (row === undefined) throw new Error('A row that must exist was not found.');
      return row;
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

/** Outside a transaction a statement whose plan no longer fits is run again: it had done nothing yet. */
function retrying(db: Queryable): Queryable {
  async function twice<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
      return query();
    }
  }
  return {
    many: (statement) => twice(() => db.many(statement)),
    maybeOne: (statement) => twice(() => db.maybeOne(statement)),
    one: (statement) => twice(() => db.one(statement)),
    run: (statement) => twice(() => db.run(statement)),
  };
}

/**
 * Whether a prepared statement failed, before it began, as a column has changed since it was planned: by
 * the migration of a newer version that runs beside this one.
 */
function isPlanOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Two expressions: together they take the check of expressions a minute instead of a second. */
const writes = [/\b(?:insert\s+into|delete\s+from)\s/iu, /\bupdate\s+[\w."]+\s+(?:\w+\s+)?set\s/iu];

/** Whether a statement writes into a table. */
function isWrite(text: string): boolean {
  return writes.some((one) => one.test(text));
}

const names = new Map<string, string>();
const namesKept = 1000;

/** One name per text, so that a connection plans each statement once. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // Texts vary only where a store composes filters; past this many something builds SQL wrongly.
  if (names.size >= namesKept) names.clear();
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

let plans = 0;

/** A connection plans a statement once for each name: from now on it has another one. */
function planAnew(text: string, former: string): void {
  if (names.get(text) !== former) return;
  plans += 1;
  names.set(text, `${former.slice(0, 40)}-${plans}`);
}

/** Whether a statement failed because the account has no right to it. */
export function isDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

/** PostgreSQL's code for a broken unique constraint. */
const uniqueViolation = '23505';

/** Whether a write failed on this unique index or constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return collidedOn(error) === constraint;
}

/** The unique index or constraint on which a write failed; undefined where it failed on none. */
export function collidedOn(error: unknown): string | undefined {
  const isCollision = error instanceof pg.DatabaseError && error.code === uniqueViolation;
  return isCollision ? error.constraint : undefined;
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const waitedInVain = 'timeout exceeded when trying to connect';
const unreachableMessages = [
  'Connection terminated',
  waitedInVain,
  'Client has encountered a connection error',
];

/** Whether an error means that the database is away or closing, so that a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Class 08 is a connection failure, 57P0x a server that shuts down or starts up, 53300 a full one.
  if (error instanceof pg.DatabaseError) {
    return /^(?:08|57P0|53300)/u.test(error.code ?? '');
  }
  if ('code' in error && typeof error.code === 'string' && connectionErrors.has(error.code)) {
    return true;
  }
  return unreachableMessages.some((message) => error.message.startsWith(message));
}

/** PostgreSQL's own: its disk is full, or it takes no writes, as hosted ones do when theirs is. */
const fullCodes = new Set(['53100', '25006']);
/** The system's, for files that this process writes itself. */
const fullErrors = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a write failed for want of room on a disk, or as nothing may be written: reads may go on. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false;
  return (error instanceof pg.DatabaseError ? fullCodes : fullErrors).has(error.code);
}

/**
 * A lock, the time a statement may take, two who waited for each other, two that must come in turns, no memory,
 * and a transaction that paused or took too long.
 */
const busyCodes = new Set(['55P03', '57014', '40P01', '40001', '53200', '25P03', '25P04']);

/**
 * Whether a statement waited too long for its turn, or lost it to another. Or it met a table that has
 * just changed; either way the same succeeds in a moment.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (isPlanOutdated(error) || error instanceof AllConnectionsBusy) return true;
  return error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '');
}
