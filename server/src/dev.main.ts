/**
 * A process that scripts/dev.ts starts in advance. It has already loaded the server, because
 * loading takes most of a start.
 *
 * When it gets a list of changed files, it loads these files and their importers again. At 'start'
 * it begins to serve.
 */
import { on } from 'node:events';
import ownPackage from '../package.json' with { type: 'json' };
import { watchModules } from './changed-modules.ts';

const messages = on(process, 'message');
// If the parent process dies, this process sends itself SIGTERM. Until it serves requests, SIGTERM
// simply ends it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of Object.keys(ownPackage.dependencies)) {
  // Fonts and our own packages have no module with the package's name, so their import fails.
  await import(name).catch(() => undefined);
}
const modules = watchModules(new URL('../../', import.meta.url).href);
await load();
for await (const [message] of messages) {
  if (!Array.isArray(message)) break;
  modules.renew(message.map(String));
  await load();
}
// The IPC channel must not keep the server's process alive.
process.channel?.unref();
await import('./main.ts');

/**
 * Loads nearly all files of the server. It does not load main.ts, which would start serving at
 * once.
 */
async function load(): Promise<void> {
  await import('./app.ts');
  await import('./start-database.ts');
  await import('./demo/seed.ts');
}
