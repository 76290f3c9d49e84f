/**
 * The identity library's own connections, with identity's schema in the search path. The library
 * turns failed statements into its own answers, so failures are recorded here. This distinguishes a
 * database outage from an ended session, and a unique violation from a bug.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { collidedOn, isDatabaseAway, isStorageFull } from '../../platform/database/database.ts';

const poolSize = 5;

export interface ProviderPool {
  /** The pool of database connections for the identity library. */
  readonly connections: LibraryPool;
  /** Runs `work` and reports which of its SQL statements failed. */
  watch<T>(work: () => Promise<T>): Promise<Readonly<Noted> & { readonly value: T }>;
}

interface Noted {
  /** Whether the database could not be reached. */
  wasAway: boolean;
  /**
   * The error of a write that failed because the disk was full; undefined if no write failed in
   * this way.
   */
  diskFull: Error | undefined;
  /** The unique index that a concurrent write violated; undefined if none was violated. */
  collidedOn: string | undefined;
}

/** The part of a database pool that the identity library uses. */
export interface LibraryPool {
  connect(): Promise<LibraryClient>;
  end(): Promise<void>;
}

interface LibraryClient {
  query<Row>(text: string, values: readonly unknown[]): Promise<LibraryResult<Row>>;
  release(): void;
}

interface LibraryResult<Row> {
  command: 'UPDATE' | 'DELETE' | 'INSERT' | 'SELECT' | 'MERGE';
  rowCount: number;
  rows: Row[];
}

export interface ProviderPoolOptions {
  readonly connection: pg.ClientConfig;
  /**
   * Called when a database connection is lost, for example because the database server restarts.
   */
  readonly onLostConnection: (error: Error) => void;
}

export function openProviderPool(options: ProviderPoolOptions): ProviderPool {
  const noted = new AsyncLocalStorage<Noted>();
  const pool = new pg.Pool({
    ...options.connection,
    application_name: 'baari identity',
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    max: poolSize,
    async onConnect(client) {
      // The pool handles errors only of idle connections. An error of a connection in use would
      // crash the process.
      client.on('error', options.onLostConnection);
      await client.query('set search_path to identity');
    },
  });
  pool.on('error', options.onLostConnection);

  async function noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const store = noted.getStore();
      if (store !== undefined && isDatabaseAway(error)) store.wasAway = true;
      if (store !== undefined) store.collidedOn ??= collidedOn(error);
      if (store !== undefined && error instanceof Error && isStorageFull(error)) {
        store.diskFull ??= error;
      }
      throw error;
    }
  }

  return {
    connections: {
      async connect() {
        const client = await noting(pool.connect());
        return {
          query: async <Row>(text: string, values: readonly unknown[]) => {
            // The caller declares the type of the row; the database driver cannot check it.
            const result: unknown = await noting(client.query(text, [...values]));
            return result as LibraryResult<Row>;
          },
          release: () => client.release(),
        };
      },
      end: () => pool.end(),
    },
    async watch(work) {
      const store: Noted = { wasAway: false, diskFull: undefined, collidedOn: undefined };
      const value = await noted.run(store, work);
      return { value, ...store };
    },
  };
}
