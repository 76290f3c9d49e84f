/**
 * A prestarted process for scripts/dev.ts: it has loaded the server's packages, which takes most of a start,
 * and loads the server on request. Packages do not change during development; files do.
 */
import { once } from 'node:events';
import ownPackage from '../package.json' with { type: 'json' };

const told = once(process, 'message');
// Its parent has died. Before serving, the signal's default suffices.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of Object.keys(ownPackage.dependencies)) {
  // Fonts and our own packages have no module of that name.
  await import(name).catch(() => undefined);
}
await told;
// The IPC channel must not keep the server's process alive.
process.channel?.unref();
await import('./main.ts');
