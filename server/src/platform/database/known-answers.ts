/**
 * A PostgreSQL connection that asks for the description of a prepared statement only once. The
 * driver asks for it at every use, which took longer than reading the row (decision 050).
 */
/* oxlint-disable no-underscore-dangle -- the driver names its private fields so */
import pg from 'pg';

/** The columns of a statement as PostgreSQL described them, with a parser for each column. */
interface Shape {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
}

// Private fields of the driver. Its version is pinned, and a test fails if a statement is described twice.
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
  /** The same connection, except that it sends no describe message to PostgreSQL. */
  readonly unasking: pg.Connection;
}

/**
 * The known statement descriptions of each connection. They are kept per connection, because a new
 * connection may see a changed table, and an old connection refuses an outdated plan.
 */
const connections = new WeakMap<pg.Connection, Known>();

function knownOf(connection: pg.Connection): Known {
  const known = connections.get(connection);
  if (known !== undefined) return known;
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Object.create is typed as any
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

/** A client for pools that describes each named statement once per connection. */
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
    // The driver's stack is useless here; the caller's stack helps.
    Error.captureStackTrace(error);
    throw error;
  });
}

function isNamed(asked: unknown): asked is pg.QueryConfig {
  return typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked);
}
