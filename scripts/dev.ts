/**
 * The program of `npm run dev`. It runs the embedded database, the server and Vite. The database
 * keeps running; the server restarts after each change of its files. Vite serves the pages with hot
 * reload and forwards all other requests to the server. Developers open Vite's address.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { feedsPath } from '@baari/contract/visit/calendar-feed.ts';
import { sharedPath } from '@baari/contract/visit/shared-place.ts';
import { createServer } from 'vite';
import { readConfig } from '../server/src/config.ts';
import { openDatabaseServer } from '../server/src/start-database.ts';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { serveChanges } from './dev-server.ts';
import { root } from './project.mjs';

/**
 * The text generation that is running at the moment. An invalid text is reported, and the
 * previously generated texts stay in use.
 */
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

// Vite's own listener would end this process before the server and the database have ended.
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

/** The paths that Vite forwards to the server: all that are neither a page nor a part of a page. */
function proxies(toPort: number): Record<string, string> {
  const target = `http://127.0.0.1:${toPort}`;
  return Object.fromEntries(
    [
      '/api',
      '/dev/',
      ticketPath,
      sharedPath,
      feedsPath,
      '/help',
      '/robots.txt',
      '/sitemap.xml',
    ].map((path) => [path, target]),
  );
}

let isClosing = false;
/** Closes the pages, then the server, then the database, because the server uses the database. */
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
