/**
 * `npm run promised` writes the document of the endpoints that hospitals' systems rely on. It refuses
 * a document that takes away from the committed one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { narrowed } from '../contract/src/keys/narrowed.ts';
import { promisedDocument } from '../contract/src/keys/promised.ts';

const target = new URL('../contract/src/keys/promised.json', import.meta.url);

const now = promisedDocument();
const before = z.looseObject({}).parse(JSON.parse(await readFile(target, 'utf8')));
const taken = narrowed(before, now);
if (taken.length > 0) {
  console.error(`This takes away what hospitals' systems rely on:\n${taken.join('\n')}`);
  process.exitCode = 1;
} else {
  await writeFile(target, `${JSON.stringify(now, null, 1)}\n`);
  await import('./client-calls.ts');
}
