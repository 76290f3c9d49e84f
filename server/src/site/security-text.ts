/** /.well-known/security.txt (RFC 9116): whom to tell of a weakness of this installation [SEC-22]. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';

export interface SecurityTextOptions {
  readonly publicUrl: string;
  /** An https: or mailto: address of the operator's choice; undefined: there is no such page. */
  readonly contact: string | undefined;
  readonly clock: Clock;
}

const path = '/.well-known/security.txt';
/** How long a copy may be believed; the RFC asks for less than a year. */
const validDays = 90;
const dayMs = 86_400_000;

/** Nothing answers where the operator named no contact: an address nobody reads would be worse than none. */
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
