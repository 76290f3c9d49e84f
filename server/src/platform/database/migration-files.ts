/** Names, kinds and contents of the migration files, without access to the database. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const migrationsFolder = new URL('../../../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly text: string;
  /**
   * The checksum recorded in the table `migration`. A different checksum means that the file was
   * edited after it ran.
   */
  readonly checksum: string;
}

/**
 * Migration files that were rewritten before the first release, each with the checksum of its first
 * text. The first checksum stays recorded, so that databases and backups made with either text are
 * accepted. Never edit these files again.
 */
const firstChecksums: Readonly<Record<string, string>> = {
  '0217_given_phone.sql': '16d430cc4f555318cbcdbd8d8b9a4541f4892dff52064e3a31bddf63a43979c7',
  '0218_one_form_of_letters.sql':
    'e95afb3618c5060afc8b522f5740b928d96f45abce13a4ccc0698b44209b0b91',
  '0219_names_by_letters.sql': 'de0531a41615ec9f19c6be628a36c5314abb360c15ce7aa7db0b6efb0d13471b',
  '0220_bookings_keep_their_time.sql':
    'a65a1f16ef8b475b84d6401fff0456813dc2e472560f5e95341f988e0ab0e6b4',
  '0221_names_as_found.sql': 'fea00952c2cc2d0bcbb4a661514c3fadfb88908ae5972f1788ce0334afa6c183',
  '0222_bookings_to_come.sql': '812422f3dc9fff8c0479a5325c78ed8484a2b0cbdbc394567392f7e9eff73334',
  '0226_jobs_by_kind.sql': '9d9ca4c3d40f5a664b5db02cc783d9e212cf7bae5dd1e105886c34c3bd55b75c',
  '0227_leases_by_one_clock.sql':
    'd2f456419527c7b0542362aabbf0c7d2ff839790318f87013b5d8d9d3987f3e6',
  '0234_given_contact_again.sql':
    '103631bc337386919de63fbe13083f9cfdeb7570cbbd0337179e26999edc03e0',
};

/** Reads all migrations of a folder, in the order in which they run. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      const checksum = firstChecksums[name] ?? createHash('sha256').update(text).digest('hex');
      return { name, text, checksum };
    }),
  );
}

/** How a migration file is run; CONTRIBUTING.md explains when to use which kind. */
export type MigrationKind = 'expand' | 'concurrent' | 'backfill';

export function kindOf(name: string): MigrationKind {
  if (name.endsWith('.concurrent.sql')) return 'concurrent';
  return name.endsWith('.backfill.sql') ? 'backfill' : 'expand';
}

/**
 * Whether a migration file removes something that the previous release still uses, so that the file
 * runs a day later.
 */
export function isForLater(name: string): boolean {
  return name.includes('.after.');
}

/**
 * The existing tables that an expand migration locks, sorted by name. They are read from its header
 * `-- locks: doctor, patient`.
 */
export function lockedTables(text: string): string[] {
  const header = /^-- locks: ([\w, ."]+)$/mu.exec(text)?.[1] ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .toSorted();
}

/** The statements of a concurrent file; each runs outside a transaction. */
export function statementsIn(text: string): string[] {
  return text
    .replaceAll(/^--.*$/gmu, '')
    .split(/;\s*$/mu)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** A statement that is repeated for the next rows of a table until no row matches. */
export interface Backfill {
  readonly table: string;
  /**
   * The SQL condition for the rows that the statement must still change. The condition must be
   * false for each row after its change.
   */
  readonly condition: string;
  /** The statement that changes a batch of rows; its parameter `$1` is the ids of those rows. */
  readonly statement: string;
}

/** The blocks of a backfill migration: `-- each: table where condition`, then one statement. */
export function backfillsIn(text: string): Backfill[] {
  return text
    .split(/^-- each: /mu)
    .slice(1)
    .map((block) => {
      const header = /^(\w+) where ((?:.*\n)(?:--.*\n)*)/u.exec(block);
      const [whole = '', table = '', condition = ''] = header ?? [];
      const [statement, ...others] = statementsIn(block.slice(whole.length));
      if (table === '' || statement === undefined || others.length > 0) {
        throw new Error(
          `A backfill is "-- each: table where condition" and one statement: ${block}`,
        );
      }
      return { table, condition: condition.replaceAll(/\n--/gu, '\n').trim(), statement };
    });
}
