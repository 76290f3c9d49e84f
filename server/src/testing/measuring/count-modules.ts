/**
 * This file is loaded before the server's program. When the process exits, it writes how many files
 * of each package were loaded.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** The number of loaded files by package; the application's own files count as ''. */
const counts: Record<string, number> = {};
const packageName = /.*\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//u;

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) {
      const name = packageName.exec(url)?.groups?.['name'] ?? '';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return next(url, context);
  },
});

process.on('exit', () => {
  writeFileSync(process.env['BAARI_MODULE_COUNTS'] ?? '/dev/null', JSON.stringify(counts));
});
