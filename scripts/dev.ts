/**
 * The program of `npm run dev`: the embedded database, which keeps running; the server, restarted after each change of
 * its files; and Vite, which serves the pages with hot reload and forwards everything else to the server. Vite has the
 * one address to open.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { createServer } from 'vite';
import { readConfig } from '../server/src/config.ts';
import { openDatabaseServer } from '../server/src/start-database.ts';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { serveChanges } from './dev-server.ts';
import { root } from './project.mjs';

/** An invalid text is reported, and the previously compiled texts stay. */
let isMaking = Promise.resolve();
watch(join(root, 'texts'), { recursive: true }, () => {
  isMaking = isMaking.then(ensureTextsAreMade).catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
  });
});

const { port, publicUrl, host, ...config } = readConfig(process.env);
const database = await openDatabaseServer(config, say);
const serverPort = await freePort();
const server = serveChanges({ say, port: serverPort, publicUrl, options: process.argv.slice(2) });
const pages = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  server: { host, port, strictPort: true, proxy: proxies(serverPort) },
});

// Vite's own listener would end this process before server and database have ended.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close(0));
}
try {
  await pages.listen();
  say(`\nWorking on Baari: ${publicUrl}`);
} catch (error) {
  say(`The pages cannot be served: ${error instanceof Error ? error.message : String(error)}`);
  await close(1);
}

/** Every path that is no page and no part of a page. */
function proxies(toPort: number): Record<string, string> {
  const target = `http://127.0.0.1:${toPort}`;
  return Object.fromEntries(
    ['/api', '/dev/', ticketPath, '/robots.txt', '/sitemap.xml'].map((path) => [path, target]),
  );
}

let isClosing = false;
/** Closes the pages, then the server, then the database, which the server uses. */
async function close(code: number): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await pages.close();
  await server.close();
  await database.close();
  process.exit(code);
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  socket.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

function say(line: string): void {
  console.log(line);
}
