/**
 * `npm run schema` writes the TypeScript types of the server's database rows. It reads them from a
 * database to which every migration was applied.
 */
import { writeFile } from 'node:fs/promises';
import { schemaTypes } from '../server/src/testing/measuring/schema-types.ts';
import { startTestPostgres } from '../server/src/testing/test-postgres.ts';

const target = new URL('../server/src/platform/database/schema.gen.ts', import.meta.url);

const postgres = await startTestPostgres();
try {
  await writeFile(target, await schemaTypes(postgres.template));
} finally {
  await postgres.stop();
}
