/** Has pages rendered in a worker thread, off the event loop [decision 025]. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { openWorkers } from '../platform/threads/workers.ts';
import type { Drawing } from './render-context.thread.ts';
import type { DrawingTasks } from './drawing.worker.ts';

/**
 * How long a page waits to be rendered here, in ms. After that the browser renders the page once its code has loaded.
 */
const patienceMs = 400;
const phoneWidth = 390;
const screenWidth = 1280;
/**
 * After this idle time in ms the thread ends. A warm thread has compiled code; a shorter time would make the first page
 * of a quiet hour wait.
 */
const idleMs = 15 * 60_000;

/** The parts of the page request that are read. */
type Opening = Pick<FastifyRequest, 'headers' | 'ip' | 'log'>;

export interface PageDrawings {
  /**
   * Renders a page. Undefined if it takes too long, too many wait or it fails; the page works without it.
   */
  draw(request: Opening, drawing: Omit<Drawing, 'folder' | 'width'>): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the renderer. No thread starts before the first page, nor if the build has no code for rendering.
 */
export function openPageDrawings(webFolder: string): PageDrawings {
  const folder = join(webFolder, 'drawing');
  const isBuilt = existsSync(folder);
  const workers = openWorkers<DrawingTasks>({
    file: new URL('drawing.worker.ts', import.meta.url),
    atOnce: 1,
    waiting: 8,
    waitMs: patienceMs,
    perCaller: 4,
    timeMs: 2000,
    memoryMb: 192,
    idleMs,
  });

  async function rendered(
    { headers, ip, log }: Opening,
    drawing: Omit<Drawing, 'folder' | 'width'>,
  ) {
    const width = isPhone(headers) ? phoneWidth : screenWidth;
    try {
      const caller = { caller: ip, tooMuch: 'overloaded' } as const;
      const result = await workers.run('drawInRoom', { ...drawing, folder, width }, caller);
      return result.ok ? result.value : undefined;
    } catch (error) {
      const { name } = error instanceof Error ? error : { name: typeof error };
      log.warn(
        { error: name },
        'The server could not render a page and sent it unrendered; the browser renders it.',
      );
      return undefined;
    }
  }

  return {
    async draw(request, drawing) {
      if (!isBuilt) return undefined;
      const given = new AbortController();
      try {
        const patience = sleep(patienceMs, undefined, { ref: false, signal: given.signal });
        return await Promise.race([rendered(request, drawing), patience.catch(() => undefined)]);
      } finally {
        given.abort();
      }
    },
    close: () => workers.close(),
  };
}

/**
 * Whether the browser is a phone's, by the client hint of newer browsers, else by the user agent.
 */
function isPhone(headers: FastifyRequest['headers']): boolean {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint !== undefined) return hint === '?1';
  return /\bMobi/u.test(headers['user-agent'] ?? '');
}
