/**
 * The page /dev/outbox shows unsent mails and SMS, with working links and codes, when no mail
 * server or SMS provider is configured. The links and codes give access to accounts, so only a
 * browser on the same machine may see them.
 */
import { hasSmsProvider, type SmsSettings } from '../messages/sms/sending.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../database/database.ts';
import { escapeHtml } from '../messages/mail.html.ts';
import { listOutboxMessages, type OutboxMessage } from '../messages/outbox.store.ts';

const shown = 50;

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether the server may offer the outbox page: only with the embedded database and a local
 * address.
 */
export function mayShowOutbox(config: {
  readonly databaseUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly sms: Pick<SmsSettings, 'twilio' | 'gateway'>;
  readonly publicUrl: string;
}): boolean {
  const { databaseUrl, smtpUrl, sms, publicUrl } = config;
  return (
    databaseUrl === undefined &&
    (smtpUrl === undefined || !hasSmsProvider(sms)) &&
    loopbackNames.has(new URL(publicUrl).hostname)
  );
}

export function mountOutbox(app: FastifyInstance, db: Queryable): void {
  app.get('/dev/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) return notFound(reply);
    const messages = await listOutboxMessages(db, shown);
    return protect(reply).type('text/html; charset=utf-8').send(page(messages));
  });
  app.get('/dev/outbox.json', async (request, reply) => {
    if (!isFromThisMachine(request)) return notFound(reply);
    return protect(reply).send({ messages: await listOutboxMessages(db, shown) });
  });
  app.get('/dev/outbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
}

/**
 * Whether the request comes from this machine. Checks the socket, not a header, and requires a
 * loopback host name against DNS rebinding.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress } = request.raw.socket;
  if (remoteAddress === undefined || !loopbackAddresses.has(remoteAddress)) return false;
  if (request.headers['x-forwarded-for'] !== undefined) return false;
  const host = (request.headers.host ?? '').replace(/:\d+$/u, '');
  return loopbackNames.has(host);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: 'Not found.', details: 'Not found.', code: 'not_found' });
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; style-src 'self'");
}

function page(messages: readonly OutboxMessage[]): string {
  const list =
    messages.length === 0
      ? '<p class="none">Nothing yet. Sign up, and the verification mail or code appears here.</p>'
      : messages.map(card).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Baari</title>
<link rel="stylesheet" href="/dev/outbox.css">
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Mails that no mail server (SMTP_URL) and SMS that no provider (TWILIO_ACCOUNT_SID) is configured
for are kept here instead of being sent. The latest comes first. <a href="/dev/outbox">Look again</a></p>
${list}
</main>
</body>
</html>
`;
}

function card({ recipient, subject, plain, attachment, createdAt }: OutboxMessage): string {
  const time = createdAt.toISOString();
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="to">To ${escapeHtml(recipient)} · <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
<p class="text">${withLinks(plain)}</p>
${attachment === null ? '' : attached(attachment)}
</article>`;
}

function attached({ name, content }: NonNullable<OutboxMessage['attachment']>): string {
  return `<details><summary>${escapeHtml(name)}</summary><p class="text">${escapeHtml(content)}</p></details>`;
}

/** Escapes the text and makes its web addresses clickable. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 46rem; margin: 0 auto; }
article { border: 1px solid #8886; border-radius: 0.75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
h1 { margin-top: 0; }
h2 { font-size: 1.1rem; margin: 0; }
.to { color: #777; margin: 0.25rem 0 0.75rem; font-size: 0.9rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.none { padding: 3rem 0; text-align: center; }
@media (prefers-color-scheme: dark) { .to { color: #aaa; } }
`;
