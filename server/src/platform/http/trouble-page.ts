/** The page shown when an address that a browser opened cannot be answered at the moment [KEEP-2, KEEP-5]. */
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../../texts/texts.ts';
import { languageOfPage } from './language-asked-for.ts';
import { escapeHtml } from '../messages/mail.html.ts';
import { plainPage } from '../pages/plain-page.ts';

/** Temporary refusals that are worth retrying. */
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
  // The address of a ticket or a mail's link is a secret.
  'referrer-policy': 'no-referrer',
  vary: 'accept, accept-language',
};

/**
 * Sends the page if a browser opened the address, such as a mail's link or a ticket's code, and the refusal
 * is temporary; otherwise undefined.
 */
export function sendTroublePage(reply: FastifyReply, code: RefusalCode): FastifyReply | undefined {
  if (!isTemporary(code) || !isOpenedAsPage(reply.request)) return undefined;
  const language = languageOfPage(reply.request);
  const texts = textsOf('passingTrouble', language);
  const title = texts[titles[code]];
  const lines = [
    `<h1>${escapeHtml(title)}</h1>`,
    // The same address with its query string.
    `<p><a class="act" href="">${escapeHtml(texts.again)}</a></p>`,
  ];
  // No links to other languages, because they would lose the query string.
  const html = plainPage({ language, offered: [language], title, lines });
  return reply.headers(headers).type('text/html; charset=utf-8').send(html);
}

function isTemporary(code: RefusalCode): code is keyof typeof titles {
  return Object.hasOwn(titles, code);
}

/** A browser asks for HTML when it opens a page, and for anything when a script fetches. */
function isOpenedAsPage({ method, headers: asked }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/u.test(asked.accept ?? '');
}
