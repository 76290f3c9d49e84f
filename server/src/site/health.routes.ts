/**
 * /api/health answers that the process runs, with its version. /api/ready also checks that its
 * database can be reached and written. With ?for=reads a readable database is enough, so that a
 * proxy keeps sending reads while a disk is full.
 */
import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '../platform/database/database.ts';
import { refuse } from '../platform/result.ts';
import { sendRefusal } from '../platform/http/route.ts';
import type { StorageWatch } from '../platform/files/storage.ts';
import { version } from '../platform/version.ts';

const retryAfterSeconds = 60;

export function mountHealth(
  app: FastifyInstance,
  database: OpenDatabase,
  storage: StorageWatch,
): void {
  app.get('/api/health', { config: { rateLimit: false } }, async () => ({
    status: 'ok',
    version,
  }));
  app.get(
    '/api/ready',
    { config: { rateLimit: false, refusedWhileClosing: true } },
    async (request, reply) => {
      const [, query = ''] = request.url.split('?');
      const isForReads = new URLSearchParams(query).get('for') === 'reads';
      const state = await storage.state();
      // A full disk is reported first, because a database on a full disk may not even start.
      if (state === 'full' && !isForReads) {
        return sendRefusal(reply, { ...refuse('storage_full'), retryAfterSeconds });
      }
      // Throws if the database cannot be reached; the error handler then answers 503 with
      // Retry-After.
      await database.pool.query('select 1');
      return { status: 'ready', storage: state };
    },
  );
}
