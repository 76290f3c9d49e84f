/** Renders pages in a worker thread, off the event loop [decision 025]. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { openWorkers } from '../platform/threads/workers.ts';
import type { Drawing } from './render-context.thread.ts';
import type { DrawingTasks } from './drawing.worker.ts';

/**
 * How long the server waits for the rendered page, in ms. After that it sends the page unrendered,
 * and the page's own code renders it in the browser.
 */
const patienceMs = 400;
const phoneWidth = 390;
const screenWidth = 1280;
/**
 * The worker thread that renders pages ends after this idle time in ms. A running thread keeps
 * compiled code. If it ended sooner, the first page after a quiet period would be slow.
 */
const idleMs = 15 * 60_000;

/** The parts of the request for a page that the renderer reads. */
type Opening = Pick<FastifyRequest, 'headers' | 'ip' | 'log'>;

export interface PageDrawings {
  /**
   * Renders a page. Undefined if rendering takes too long or fails, or if too many other pages
   * wait; then the browser renders the page.
   */
  draw(request: Opening, drawing: Omit<Drawing, 'folder' | 'width'>): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the renderer. No thread starts before the first page, and none ever starts if the build has
 * no code for rendering on the server.
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
        'The server could not render a page, so the browser renders it, a little later. Nothing is lost; if this repeats, report it as a bug.',
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
 * Whether the browser runs on a phone: by the client hint of newer browsers, or else by the user
 * agent.
 */
function isPhone(headers: FastifyRequest['headers']): boolean {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint !== undefined) return hint === '?1';
  return /\bMobi/u.test(headers['user-agent'] ?? '');
}
