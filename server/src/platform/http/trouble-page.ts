/**
 * The page shown when a browser opens an address to which the server cannot respond at the moment
 * [KEEP-2, KEEP-5].
 */
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../../texts/texts.ts';
import { languageOfPage } from './language-asked-for.ts';
import { escapeHtml } from '../messages/mail.html.ts';
import { plainPage } from '../pages/plain-page.ts';

/** The titles of the page for temporary refusals after which a retry is useful. */
const titles = {
  unavailable: 'unavailable',
  storage_full: 'storageFull',
  overloaded: 'overloaded',
  too_many_requests: 'tooManyRequests',
  internal: 'internal',
} as const satisfies Partial<Record<RefusalCode, string>>;

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The URL of a ticket, or of a link in a mail, contains a secret.
  'referrer-policy': 'no-referrer',
  vary: 'accept, accept-language',
};

/**
 * Sends the trouble page if the refusal is temporary and a browser opened the address, such as a
 * mail's link or a ticket's code. Otherwise returns undefined.
 */
export function sendTroublePage(reply: FastifyReply, code: RefusalCode): FastifyReply | undefined {
  if (!isTemporary(code) || !isOpenedAsPage(reply.request)) return undefined;
  const language = languageOfPage(reply.request);
  const texts = textsOf('passingTrouble', language);
  const title = texts[titles[code]];
  const lines = [
    `<h1>${escapeHtml(title)}</h1>`,
    // An empty href opens the same address again with its query string.
    `<p><a class="act" href="">${escapeHtml(texts.again)}</a></p>`,
  ];
  // The page has no links to other languages, because they would lose the query string.
  const html = plainPage({ language, offered: [language], title, lines });
  return reply.headers(headers).type('text/html; charset=utf-8').send(html);
}

function isTemporary(code: RefusalCode): code is keyof typeof titles {
  return Object.hasOwn(titles, code);
}

/**
 * Whether a browser opened the address as a page. The browser then asks for HTML, while a script's
 * fetch accepts anything.
 */
function isOpenedAsPage({ method, headers: asked }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/u.test(asked.accept ?? '');
}
