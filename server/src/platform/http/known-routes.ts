/**
 * Lists the HTTP methods of each path, to distinguish a wrong method (405) from a wrong path (404).
 */
import type { FastifyInstance } from 'fastify';
import { matchesPattern } from './path-pattern.ts';

/** Collects routes that are mounted after this call; call it before any route is mounted. */
export function knowRoutes(app: FastifyInstance): (path: string) => string[] {
  const known: { readonly pattern: string; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: url, methods: [method].flat() });
  });
  return (path) => [
    ...new Set(
      known.flatMap(({ pattern, methods }) => (matchesPattern(pattern, path) ? methods : [])),
    ),
  ];
}
