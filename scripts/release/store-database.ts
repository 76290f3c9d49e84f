/**
 * Stores a small database of this version, which the tests of later versions upgrade: the
 * demonstration at a fixed moment, in the form of a backup. `npm run release` runs it.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../../server/src/backup/backup.store.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { seedDemo } from '../../server/src/demo/seed.ts';
import { version } from '../../server/src/platform/version.ts';
import { makeTestApp } from '../../server/src/testing/test-app.ts';

const file = fileURLToPath(
  new URL(`../../server/src/testing/releases/${version}.backup.gz`, import.meta.url),
);

const app = await makeTestApp();
const owner = await connect(app.owner.options);
try {
  await seedDemo(app.db, app.clock, () => undefined);
  // One past visit in twelve keeps the file small; all of today's visits stay.
  await owner.query(`
    delete from queue_entry where ended_at < now() - interval '1 day'
      and hashtext(coalesce(visit_id, id)::text) % 12 <> 0`);
  await rm(file, { force: true });
  const { rows, tables } = await writeBackup(owner, file, {
    madeAt: app.clock.now(),
    secret: null,
    files: { forNew: undefined, all: [] },
    lock: null,
  });
  console.log(`Stored ${rows} rows of ${tables} tables in ${file}.`);
} finally {
  await owner.end();
  await app.close();
}
