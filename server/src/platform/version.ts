import { readFileSync } from 'node:fs';
import { z } from 'zod';

const root = new URL('../../../package.json', import.meta.url);

/** Of this installation, such as 0.1.0; it stands in the root's package.json and nowhere else. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(root, 'utf8')));
