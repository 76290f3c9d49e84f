/**
 * A prestarted process for scripts/dev.ts: it has loaded the server, which takes most of a start. When it is told
 * which files changed since, it loads them again with their importers; when it is told 'start', it serves.
 */
import { on } from 'node:events';
import ownPackage from '../package.json' with { type: 'json' };
import { watchModules } from './changed-modules.ts';

const messages = on(process, 'message');
// The parent process has died. Before serving, the signal's default action is enough.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of Object.keys(ownPackage.dependencies)) {
  // Fonts and our own packages have no module of that name.
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

/** Loads nearly all files of the server; main.ts itself would start serving at once. */
async function load(): Promise<void> {
  await import('./app.ts');
  await import('./start-database.ts');
  await import('./demo/seed.ts');
}
