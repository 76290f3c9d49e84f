/** /api/health: the process runs, and which version. /api/ready: it can also reach its database. */
import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '../platform/database.ts';
import { version } from '../platform/version.ts';

export function mountHealth(app: FastifyInstance, database: OpenDatabase): void {
  app.get('/api/health', { config: { rateLimit: false } }, async () => ({
    status: 'ok',
    version,
  }));
  app.get('/api/ready', { config: { rateLimit: false } }, async () => {
    // Throws when the database is away; the error handler answers 503 with Retry-After.
    await database.pool.query('select 1');
    return { status: 'ready' };
  });
}
