/**
 * What scripts/dev.ts starts before it is needed: a process that has loaded the server's packages, which is most of
 * a start, and loads the server itself when it is told to. Packages do not change while one works; files do.
 */
import { once } from 'node:events';
import ownPackage from '../package.json' with { type: 'json' };

const told = once(process, 'message');
// Nobody is left to end it. Before it serves, the signal's own way is enough.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of Object.keys(ownPackage.dependencies)) {
  // Fonts and our own packages have no module of that name.
  await import(name).catch(() => undefined);
}
await told;
// The server ends when it has nothing left to do, and this is nothing of its own.
process.channel?.unref();
await import('./main.ts');
