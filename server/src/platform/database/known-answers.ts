/**
 * A connection to PostgreSQL that asks once what a prepared statement answers. The driver asks each time, and makes
 * a description of each column anew: for what is read with an entry that took longer than the row itself (decision 050).
 */
/* oxlint-disable no-underscore-dangle -- what the driver keeps to itself is named so */
import pg from 'pg';

/** What a statement answers: its columns, and how each is read. */
interface Shape {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
}

// What the driver keeps to itself; its version is pinned, and a test sees to it that nothing is asked twice.
declare module 'pg' {
  // oxlint-disable-next-line typescript/no-unused-vars -- as the driver's types declare them
  interface Query<R, I> {
    readonly name?: string;
    readonly _result: Shape;
    _accumulateRows: boolean;
    prepare(connection: pg.Connection): void;
    handleCommandComplete(message: object, connection: pg.Connection): void;
  }
}

interface Known {
  readonly shapes: Map<string, Shape>;
  /** The same connection, which does not ask. */
  readonly unasking: pg.Connection;
}

/** By connection: a new one may find a table changed, while an old one refuses a plan that no longer fits. */
const connections = new WeakMap<pg.Connection, Known>();

function knownOf(connection: pg.Connection): Known {
  const known = connections.get(connection);
  if (known !== undefined) return known;
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- what is created is typed as any
  const unasking: pg.Connection = Object.create(connection, {
    describe: { value: () => undefined },
  });
  const made = { shapes: new Map<string, Shape>(), unasking };
  connections.set(connection, made);
  return made;
}

class KnownQuery extends pg.Query {
  override prepare(connection: pg.Connection): void {
    const { shapes, unasking } = knownOf(connection);
    const shape = this.name === undefined ? undefined : shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(unasking);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    const { name } = this;
    if (name !== undefined) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      knownOf(connection).shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleCommandComplete(message, connection);
  }
}

/** For pools: a client whose named statements are described once a connection. */
export class KnowingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this);
    const ask = (asked: unknown, ...rest: readonly unknown[]): unknown =>
      isNamed(asked)
        ? askNamed(
            query,
            asked,
            rest.findLast((given) => typeof given === 'function'),
          )
        : Reflect.apply(query, undefined, [asked, ...rest]);
    Object.assign(this, { query: ask });
  }
}

function askNamed(query: pg.Client['query'], asked: pg.QueryConfig, callback: unknown): unknown {
  if (callback !== undefined) {
    return Reflect.apply(query, undefined, [new KnownQuery(asked), undefined, callback]);
  }
  const answer = new Promise((resolve, reject) => {
    const answered = (error: Error | null, result: unknown) => {
      if (error === null) resolve(result);
      else reject(error);
    };
    Reflect.apply(query, undefined, [new KnownQuery(asked), undefined, answered]);
  });
  return answer.catch((error: Error) => {
    // Where the answer came from tells nobody anything; who asked does.
    Error.captureStackTrace(error);
    throw error;
  });
}

function isNamed(asked: unknown): asked is pg.QueryConfig {
  return typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked);
}
