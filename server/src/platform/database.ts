/**
 * PostgreSQL behind a small interface: parameterised statements, prepared once a connection, and
 * transactions that a refusal rolls back.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Statement } from './columns.ts';
import type { Result } from './result.ts';

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

/** Runs just before a commit, inside the transaction, with what the work returned. */
export type BeforeCommit = (tx: Queryable, value: unknown) => Promise<void>;

export interface Database extends Queryable {
  /** Commits what is ok; a refusal or an exception rolls everything back. */
  transaction<T>(work: (tx: Queryable) => Promise<Result<T>>): Promise<Result<T>>;
  /** The same database, with one more step before each commit. */
  beforeCommit(step: BeforeCommit): Database;
}

export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
  /** A connection of its own outside the pool, such as for LISTEN; the caller ends it. */
  dedicatedClient(): pg.Client;
  /** Has something called after every commit, with the handle of what was committed. */
  afterCommit(listener: (tx: Queryable) => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  /** Connections held at most by this process. */
  readonly poolSize: number;
  /** Hears of connections lost while idle, as when the server restarts. */
  readonly onIdleError: (error: Error) => void;
}

/** No statement and no idle transaction may hold a doctor's line, or the live events, for longer. */
const timeouts = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 8000,
};

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
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  pool.on('error', options.onIdleError);
  // The pool listens only while a connection is idle; one lost inside a transaction, between two
  // statements, would otherwise end the process.
  pool.on('connect', (client) => client.on('error', options.onIdleError));
  const listeners: ((tx: Queryable) => void)[] = [];
  const commits: Commits = {
    pool,
    hasCommitted: (tx) => {
      for (const listener of listeners) listener(tx);
    },
  };
  return {
    ...queryable(pool),
    ...transactions(commits, []),
    pool,
    dedicatedClient: () => new pg.Client(settings),
    afterCommit: (listener) => {
      listeners.push(listener);
    },
    close: () => pool.end(),
  };
}

interface Commits {
  readonly pool: pg.Pool;
  readonly hasCommitted: (tx: Queryable) => void;
}

function transactions(
  commits: Commits,
  steps: readonly BeforeCommit[],
): Pick<Database, 'transaction' | 'beforeCommit'> {
  return {
    transaction: (work) => inTransaction(commits, steps, work),
    beforeCommit: (step) => ({
      ...queryable(commits.pool),
      ...transactions(commits, [...steps, step]),
    }),
  };
}

async function inTransaction<T>(
  { pool, hasCommitted }: Commits,
  steps: readonly BeforeCommit[],
  work: (tx: Queryable) => Promise<Result<T>>,
): Promise<Result<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx = queryable(client);
    const result = await work(tx);
    if (!result.ok) {
      await client.query('rollback');
      return result;
    }
    for (const step of steps) await step(tx, result.value);
    await client.query('commit');
    hasCommitted(tx);
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is thrown away, not handed to the next request.
    client.release(broken);
  }
}

interface Runner {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

function queryable(runner: Runner): Queryable {
  function query<Row extends pg.QueryResultRow>(statement: Sql): Promise<pg.QueryResult<Row>> {
    const { text, values } = statement;
    return runner.query<Row>({ name: statementName(text), text, values });
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

/** PostgreSQL's code for a broken unique constraint. */
const uniqueViolation = '23505';

/** Whether a write failed on this unique index or constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === uniqueViolation &&
    error.constraint === constraint
  );
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const unreachableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
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

/** Whether a statement waited too long for its turn: a lock, or the time a statement may take. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014');
}
