/** /.well-known/security.txt (RFC 9116): the contact for vulnerabilities of this installation [SEC-22]. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';

export interface SecurityTextOptions {
  readonly publicUrl: string;
  /** The operator's https: or mailto: address; undefined if the page must not exist. */
  readonly contact: string | undefined;
  readonly clock: Clock;
}

const path = '/.well-known/security.txt';
/** How many days the file is valid; the RFC recommends less than a year. */
const validDays = 90;
const dayMs = 86_400_000;

/**
 * Adds the page /.well-known/security.txt. Without a contact it adds nothing, since a contact
 * address that nobody reads is worse than none.
 */
export function mountSecurityText(app: FastifyInstance, options: SecurityTextOptions): void {
  const { publicUrl, contact, clock } = options;
  if (contact === undefined) return;
  app.get(path, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + validDays * dayMs).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${publicUrl}${path}`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
