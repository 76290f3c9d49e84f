/**
 * Writes the calls and types of `packages/client` from the promised document. `npm run check`,
 * `npm run promised` and `npm pack` run it, so the file is not committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { clientCalls } from '../contract/src/keys/client-calls.ts';

const promised = new URL('../contract/src/keys/promised.json', import.meta.url);
const calls = new URL('../packages/client/src/calls.gen.ts', import.meta.url);

writeFileSync(
  calls,
  clientCalls(z.looseObject({}).parse(JSON.parse(readFileSync(promised, 'utf8')))),
);
