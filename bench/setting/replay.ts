/**
 * Replays the recorded SQL statements of a request without the server. The texts, transactions and
 * kinds of values stay the same; the ids are those of other people.
 */
import { shortHash } from '../../server/src/platform/http/idempotency.store.ts';
import type { Pool, PoolClient } from './stage.ts';

export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A single statement, or those of one transaction from begin to commit or rollback. */
export type Step = readonly Statement[];

/** The ids with which recorded statements are replayed once, by names such as `entry`. */
export type Bindings = Readonly<Record<string, string>>;

/** The SQL statements of a recorded request, ready to run with other ids. */
export interface Recipe {
  readonly steps: readonly (readonly Template[])[];
  /** Number of statements, including `begin` and `commit`. */
  readonly length: number;
}

interface Template {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly ((bindings: Bindings) => unknown)[];
}

/** Turns recorded SQL statements into a recipe that can run with other ids. */
export function makeRecipe(steps: readonly Step[], recordedWith: Bindings): Recipe {
  return {
    steps: steps.map((step) =>
      step.map(({ name, text, values }) => ({
        name,
        text,
        values: values.map((value, index) =>
          index === tokenIndex(text) ? tokenOf : valueWith(value, recordedWith),
        ),
      })),
    ),
    length: steps.reduce((sum, step) => sum + step.length, 0),
  };
}

/**
 * The index of the SQL parameter that contains the patient's token number, which increases with
 * each replay. -1 if the statement has no such parameter.
 */
function tokenIndex(text: string): number {
  const [, parameter] = /\btoken_number = \$(\d+)/u.exec(text) ?? [];
  return parameter === undefined ? -1 : Number(parameter) - 1;
}

function tokenOf({ token }: Bindings): unknown {
  return Number(token);
}

function valueWith(value: unknown, recordedWith: Bindings): (bindings: Bindings) => unknown {
  if (typeof value === 'string') return textWith(value, recordedWith);
  if (Buffer.isBuffer(value)) return hashWith(value, recordedWith);
  if (Array.isArray(value)) {
    const items = value.map((item) => valueWith(item, recordedWith));
    return (bindings) => items.map((item) => item(bindings));
  }
  return () => value;
}

/**
 * If the bytes are the hash of a recorded id, such as an Idempotency-Key, replaces them by the hash
 * of the new id. Other bytes, such as packed events, stay as recorded.
 */
function hashWith(bytes: Buffer, recordedWith: Bindings): (bindings: Bindings) => Buffer {
  const known = Object.entries(recordedWith).find(([, id]) => shortHash(id).equals(bytes));
  if (known === undefined) return () => bytes;
  const [name, id] = known;
  return (bindings) => shortHash(bindings[name] ?? id);
}

/**
 * Replaces recorded ids in a text. The text is split at the ids beforehand, so that a run costs
 * only a few concatenations.
 */
function textWith(text: string, recordedWith: Bindings): (bindings: Bindings) => string {
  const nameOf = new Map(Object.entries(recordedWith).map(([name, id]) => [id, name]));
  const ids = [...nameOf.keys()].join('|');
  const parts = ids === '' ? [text] : text.split(new RegExp(`(${ids})`, 'u'));
  const cut = parts.map((part) => ({ part, name: nameOf.get(part) }));
  if (cut.every(({ name }) => name === undefined)) return () => text;
  return (bindings) => {
    let whole = '';
    for (const { part, name } of cut) whole += name === undefined ? part : (bindings[name] ?? part);
    return whole;
  };
}

/**
 * Runs the recorded SQL statements one after the other. Returns the database rows that each
 * statement gave.
 */
export async function replay(pool: Pool, recipe: Recipe, bindings: Bindings): Promise<Rows[]> {
  const answers: Rows[] = [];
  const known: Record<string, string> = { ...bindings };
  for (const step of recipe.steps) {
    const client = await pool.connect();
    try {
      for (const template of step) {
        const rows = await run(client, template, known);
        answers.push(rows);
        if (template.text.includes('max(e.token_number)')) {
          known['token'] = String(highestIn(rows) + 1);
        }
        // The database generates a new id for the queue entry in each run. So later statements use
        // the id of the inserted row.
        if (template.text.includes('insert into queue_entry')) {
          known['entry'] = idIn(rows);
        }
      }
    } finally {
      client.release();
    }
  }
  return answers;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

async function run(client: PoolClient, template: Template, bindings: Bindings): Promise<Rows> {
  const { name, text } = template;
  const values = template.values.map((value) => value(bindings));
  const result = await client.query<Record<string, unknown>>(
    name === undefined ? { text, values } : { name, text, values },
  );
  return result.rows;
}

/** The id of the queue entry that was inserted when a request for a place was replayed. */
export function writtenEntry(answers: readonly Rows[], recipe: Recipe): string {
  const flat = recipe.steps.flat();
  const at = flat.findIndex(({ text }) => text.includes('insert into queue_entry'));
  return idIn(answers[at] ?? []);
}

/**
 * The highest token number of the day, from rows that a replay returned. The next token number is
 * one higher, because no other patients join on that day.
 */
function highestIn(rows: Rows): number {
  const highest = rows[0]?.['highest'];
  if (typeof highest !== 'number') throw new Error('The statement answered no highest token.');
  return highest;
}

function idIn(rows: Rows): string {
  const id = rows[0]?.['id'];
  if (typeof id !== 'string') throw new Error('The statement answered no id.');
  return id;
}
