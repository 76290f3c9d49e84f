/** Commands that take no arguments, as whoever runs the installation mistypes them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { secret } from './testing/identity-app.ts';
import { makeTestApp, type TestApp } from './testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { makePerson } from './testing/test-people.ts';

let database: TestDatabase;
let app: TestApp;
before(async () => {
  database = await makeTestDatabase();
  app = await makeTestApp({ database });
  await makePerson(app);
});
after(async () => {
  await app.close();
  await database.drop();
});

const commands = {
  seed: 'demo/main.ts',
  migrate: 'migrate.main.ts',
  'forget-secret': 'forget-secret.ts',
} as const;

interface Ended {
  readonly code: number;
  readonly said: string;
}

function run(
  name: keyof typeof commands,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const main = fileURLToPath(new URL(commands[name], import.meta.url));
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, said, complained) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: said + complained });
    });
  });
}

/** What the commands would write or drop. */
function counts(): Promise<{ keys: number; hospitals: number }> {
  return app.db.one(sql`
    select (select count(*)::int from identity.jwks) as keys,
      (select count(*)::int from hospital) as hospitals`);
}

test('a command with a word behind it that it does not know says so and does nothing, a dry run least of all', async () => {
  const before = await counts();
  assert.ok(before.keys > 0, 'there is something to be dropped');
  // By another secret none of the keys can be read: without the word all of them would go.
  const settings = { SECRET: 'another secret that is as long as one has to be' };
  for (const name of ['seed', 'migrate', 'forget-secret'] as const) {
    const { code, said } = await run(name, ['--dry-run'], settings);
    assert.equal(code, 2, `${name}: ${said}`);
    assert.match(said, new RegExp(`npm run ${name} takes no arguments.*--dry-run`, 'u'));
  }
  assert.deepEqual(await counts(), before);
});

test('a setting that makes no sense is named by each command, without a place in the code', async () => {
  for (const name of ['seed', 'migrate', 'forget-secret'] as const) {
    const { code, said } = await run(name, [], { SMTP_URL: 'nonsense' });
    assert.equal(code, 1, `${name}: ${said}`);
    assert.equal(said, 'SMTP_URL: Invalid URL\n');
  }
});
