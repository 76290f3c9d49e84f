/**
 * Access to PostgreSQL behind a small interface: parameterised prepared statements, and
 * transactions that a refusal rolls back. Statements that do not wait for each other are pipelined:
 * sent at once and run in order. The `begin` goes with the first statement and the `commit` with
 * the last.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';
import { KnowingClient } from './known-answers.ts';
import type { Result } from '../result.ts';

export interface Queryable {
  /** The rows of a statement that declares their type (`columns.ts`). */
  many<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row[]>;
  /** Returns the only row of a statement, or undefined if it has no row. */
  maybeOne<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row | undefined>;
  /** Returns the only row of a statement; throws if it has no row. */
  one<Row extends pg.QueryResultRow>(statement: Statement<Row>): Promise<Row>;
  /** Runs a statement and returns how many rows it changed. */
  run(statement: Sql): Promise<number>;
}

/**
 * Builds the last statement of a transaction from the result of the transaction's work. The
 * statement is sent with the commit.
 */
export type BeforeCommit = (tx: Queryable, value: unknown) => Sql;

export interface Database extends Queryable {
  /**
   * Runs the work in a transaction and commits it if the result is ok. A refusal or an exception
   * rolls the transaction back.
   */
  transaction<T>(work: (tx: Queryable) => Promise<Result<T>>): Promise<Result<T>>;
  /** Returns the same database with one more step to run before each commit. */
  beforeCommit(step: BeforeCommit): Database;
  /**
   * The same database for reports. Reads of reports outside transactions share a few separate
   * connections, so that a report with many statements does not delay short reads.
   */
  readonly longReads: Database;
}

export interface OpenDatabase extends Database {
  /** The connection pool for statements outside transactions. */
  readonly pool: pg.Pool;
  /** All connection pools, for tools that log or count the statements. */
  readonly pools: readonly pg.Pool[];
  /**
   * Opens a new connection outside the pool, such as for LISTEN. The caller must close the
   * connection.
   */
  dedicatedClient(): pg.Client;
  /** Registers a listener that is called after every commit with the transaction's handle. */
  afterCommit(listener: (tx: Queryable) => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  /** The most connections that this process opens for statements. */
  readonly poolSize: number;
  /** Called when an idle connection is lost, such as when the server restarts. */
  readonly onIdleError: (error: Error) => void;
}

/** The function of each transaction that sends a statement without waiting for its result. */
const senders = new WeakMap<Queryable, (statement: Sql) => void>();

/**
 * Sends a statement in a transaction without waiting for its answer; if it fails, the commit fails. Later statements
 * see its effects. Refused outside a transaction.
 */
export function send(tx: Queryable, statement: Sql): void {
  const sendTo = senders.get(tx);
  if (sendTo === undefined) throw new Error('send() works only inside a transaction.');
  sendTo(statement);
}

/**
 * Limits how long a statement or an idle transaction can lock a doctor's queue or delay live
 * events.
 */
const timeouts = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 8000,
};

/**
 * Limits the duration of a whole transaction, because an open transaction delays all live events.
 * Needs PostgreSQL 17; older releases limit only single statements and idle times.
 */
const boundTransactions = `
  select set_config('transaction_timeout', '30s', false)
  where current_setting('server_version_num')::int >= 170000`;

/**
 * How long a change or a report waits for a connection. The time is shorter than a browser waits
 * for the response.
 */
const patient = { connectionTimeoutMillis: 15_000 };

/**
 * Keeps connections open as long as the process runs, because a new connection must plan every
 * statement again.
 */
const keptOpen = { idleTimeoutMillis: 0, keepAlive: true };
const sentAtOnce = { pipeline: true };

/**
 * Statements in transactions select by id, so one generic plan fits all values. Reads outside
 * transactions (lists, searches, statistics) are planned for their values.
 */
const onePlan = 'plan_cache_mode = force_generic_plan';

const int8Oid = 20;
const numericOid = 1700;
const dateOid = 1082;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and version numbers stay far below 2^53, so they become numbers. Calendar dates stay
    // text, because they must not become points in time.
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
  const { forReads, forLongReads, forTransactions } = shares(options.poolSize);
  const pool = openPool({ ...settings, max: forReads }, options.onIdleError);
  const isShared = forTransactions === 0;
  const transacting = isShared
    ? pool
    : openPool(
        { ...settings, ...patient, max: forTransactions },
        options.onIdleError,
        `set ${onePlan}`,
      );
  const longReading =
    forLongReads === 0
      ? pool
      : openPool({ ...settings, ...patient, max: forLongReads }, options.onIdleError);
  const pools = [...new Set([pool, transacting, longReading])];
  const listeners: ((tx: Queryable) => void)[] = [];
  const commits: Commits = {
    transacting,
    longReading,
    begin: isShared ? `begin; set local ${onePlan}` : 'begin',
    hasCommitted: (tx) => {
      for (const listener of listeners) listener(tx);
    },
  };
  return {
    ...databaseOn(pool, commits, []),
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
 * Divides the connections. Transactions hold a connection while they wait for the lock of a
 * doctor's queue, which could leave none for reads. So a quarter of the connections is reserved for
 * reads, and an eighth for reports; pools of fewer than four are shared.
 */
function shares(poolSize: number) {
  if (poolSize < 4) return { forReads: poolSize, forLongReads: 0, forTransactions: 0 };
  const forReads = Math.floor(poolSize / 4);
  const forLongReads = Math.floor(poolSize / 8);
  return { forReads, forLongReads, forTransactions: poolSize - forReads - forLongReads };
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
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, though its types do not say so
    onConnect: (client) => client.query(onConnect),
  });
  pool.on('error', onIdleError);
  // The pool handles errors only of idle connections; a connection lost inside a transaction would otherwise
  // crash the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

interface Commits {
  /** The connection pool for reports. */
  readonly longReading: pg.Pool;
  /**
   * The connection pool for transactions, which hold a connection while they wait for the lock of a
   * doctor's queue.
   */
  readonly transacting: pg.Pool;
  /** The statement that begins a transaction. */
  readonly begin: string;
  readonly hasCommitted: (tx: Queryable) => void;
}

/** The database whose reads outside transactions use this pool. */
function databaseOn(pool: pg.Pool, commits: Commits, steps: readonly BeforeCommit[]): Database {
  return {
    ...retrying(queryable(pool)),
    transaction: (work) => inTransactionThatFits(commits, steps, work),
    beforeCommit: (step) => databaseOn(pool, commits, [...steps, step]),
    get longReads() {
      return databaseOn(commits.longReading, commits, steps);
    },
  };
}

/**
 * Runs a transaction again, once, if a statement's plan became outdated because a column changed, and nothing
 * was written yet. If something was written, the caller is asked to retry (`isDatabaseBusy`).
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
  /**
   * The first error of this transaction. Every later statement fails too, but only the first error
   * is the cause.
   */
  let failedFirst: Error | undefined;
  let refusedFirst: unknown;
  try {
    sendTogether(client);
    const begun = client.query(begin);
    // Ignored here: every statement sent after a failed begin fails too and reports the error.
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
    // PostgreSQL answers the commit of a failed transaction by rolling it back.
    sendTogether(client);
    const last = steps.map((step) => tx.run(step(tx, result.value)));
    isOver = true;
    const [committed] = await Promise.all([client.query('commit'), begun, ...sent, ...last]);
    if (committed.command !== 'COMMIT')
      throw new Error('The transaction was rolled back because an earlier statement failed.');
    hasCommitted(tx);
    return result;
  } catch (error) {
    isOver = true;
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    // Results of pipelined statements are read in any order; the error of the first refused
    // statement is the cause.
    throw failedFirst ?? (isAfterFailure(error) ? (refusedFirst ?? error) : error);
  } finally {
    // A connection that could not roll back is closed, not reused.
    client.release(broken);
  }
}

/**
 * Runs statements only while the transaction is open, so that concurrent work cannot run outside
 * it.
 */
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

/** Whether a statement failed only because an earlier one of its transaction had failed. */
function isAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/**
 * Thrown when all connections of the pool were in use for too long while the database itself is up.
 */
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

/** Sends the writes made in the same turn of the event loop as one network packet. */
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

/** Runs statements on a connection that the caller opened; `run` collects the statements that succeeded. */
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
      if (isPlanOutdated(error)) planAfterHandover(text, name);
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

/** Runs a statement outside a transaction again if its plan was outdated. */
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
 * Whether a prepared statement failed before it began because a column changed after it was planned, as when
 * a newer version migrates.
 */
function isPlanOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Patterns of writing statements. They are two expressions, because the tool recheck, which looks
 * for slow expressions, takes a minute for the combined one.
 */
const writes = [/\b(?:insert\s+into|delete\s+from)\s/iu, /\bupdate\s+[\w."]+\s+(?:\w+\s+)?set\s/iu];

function isWrite(text: string): boolean {
  return writes.some((one) => one.test(text));
}

const names = new Map<string, string>();
const namesKept = 1000;

/**
 * The name of a prepared statement: one per text, so that a connection plans each statement once.
 */
function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // Statement texts differ only by their filters. More names than this limit mean that some code
  // builds SQL wrongly.
  if (names.size >= namesKept) names.clear();
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

let plans = 0;

/** Gives a statement with an outdated plan a new name, so that each connection plans it again. */
function planAfterHandover(text: string, former: string): void {
  if (names.get(text) !== former) return;
  plans += 1;
  names.set(text, `${former.slice(0, 40)}-${plans}`);
}

/** Whether a statement failed because the database account lacks the right to run it. */
export function isDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

const uniqueViolation = '23505';

/** Whether a write failed because it violated this unique index or constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return collidedOn(error) === constraint;
}

/** The unique index or constraint that a write violated; undefined for other errors. */
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

/**
 * Whether the database cannot be reached or is shutting down, so that a later attempt may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Class 08 is a connection failure, 57P0x a server shutting down or starting, 53300 too many connections.
  if (error instanceof pg.DatabaseError) {
    return /^(?:08|57P0|53300)/u.test(error.code ?? '');
  }
  if ('code' in error && typeof error.code === 'string' && connectionErrors.has(error.code)) {
    return true;
  }
  return unreachableMessages.some((message) => error.message.startsWith(message));
}

/**
 * PostgreSQL's codes for a full or read-only disk; hosted databases become read-only when their disk is full.
 */
const fullCodes = new Set(['53100', '25006']);
/**
 * The operating system's codes for a full or read-only disk, for files that this process writes.
 */
const fullErrors = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a write failed because the disk is full or read-only; reads may still work. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false;
  return (error instanceof pg.DatabaseError ? fullCodes : fullErrors).has(error.code);
}

/**
 * PostgreSQL's codes for lock timeout, statement timeout, deadlock, serialization failure, out of
 * memory, idle in transaction and transaction timeout.
 */
const busyCodes = new Set(['55P03', '57014', '40P01', '40001', '53200', '25P03', '25P04']);

/** Whether a statement failed on a lock, a timeout or a changed table, so that a retry succeeds in a moment. */
export function isDatabaseBusy(error: unknown): boolean {
  if (isPlanOutdated(error) || error instanceof AllConnectionsBusy) return true;
  return error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '');
}
