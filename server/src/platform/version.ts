import { readFileSync } from 'node:fs';
import { z } from 'zod';

const root = new URL('../../../package.json', import.meta.url);

/** This installation's version, such as 0.1.0, from the root's package.json. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(root, 'utf8')));
