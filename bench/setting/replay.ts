/**
 * Replays the recorded statements of a call alone: the same texts, transactions and kinds of values, with other
 * people's ids.
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

/** Names such as `entry`, each with the id that replaces it in one run. */
export type Bindings = Readonly<Record<string, string>>;

/** A recorded call, ready to run with other ids. */
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

/** Turns a recording into a call that runs with other ids. */
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

/** The place in a statement of a token's number, which increases with each run. */
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

/** A key is replaced by its hash; other bytes, such as packed events, stay as recorded. */
function hashWith(bytes: Buffer, recordedWith: Bindings): (bindings: Bindings) => Buffer {
  const known = Object.entries(recordedWith).find(([, id]) => shortHash(id).equals(bytes));
  if (known === undefined) return () => bytes;
  const [name, id] = known;
  return (bindings) => shortHash(bindings[name] ?? id);
}

/** Split once at the ids (letters, digits, dashes), so that a run costs only a few concatenations. */
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

/** Runs the statements sequentially; returns the rows of each. */
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
        // The database chose this id, now as in the recording.
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

/** The id of the entry that a replayed join wrote. */
export function writtenEntry(answers: readonly Rows[], recipe: Recipe): string {
  const flat = recipe.steps.flat();
  const at = flat.findIndex(({ text }) => text.includes('insert into queue_entry'));
  return idIn(answers[at] ?? []);
}

/** The day's highest number before the next token; no other entries wait that day. */
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
