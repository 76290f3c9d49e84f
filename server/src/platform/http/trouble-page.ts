/** What a browser shows whose address could not be answered just now: a page, and no data for programs [KEEP-2, KEEP-5]. */
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../../texts/texts.ts';
import { languageOfPage } from './language-asked-for.ts';
import { escapeHtml } from '../messages/mail.html.ts';
import { plainPage } from '../pages/plain-page.ts';

/** What goes by, and is worth asking again. */
const told = {
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
  // A ticket's address, or a link of a mail, is a secret.
  'referrer-policy': 'no-referrer',
  vary: 'accept, accept-language',
};

/**
 * Sends the page where a browser opened the address as one, such as a link of a mail or the code of a ticket, and
 * the refusal goes by; undefined for programs, and for whatever else was refused.
 */
export function sendTroublePage(reply: FastifyReply, code: RefusalCode): FastifyReply | undefined {
  if (!isTold(code) || !isOpenedAsPage(reply.request)) return undefined;
  const language = languageOfPage(reply.request);
  const texts = textsOf('passingTrouble', language);
  const title = texts[told[code]];
  const lines = [
    `<h1>${escapeHtml(title)}</h1>`,
    // The same address, with all that stands behind its question mark.
    `<p><a class="act" href="">${escapeHtml(texts.again)}</a></p>`,
  ];
  // Without links to other languages, which would leave out what stands there.
  const html = plainPage({ language, offered: [language], title, lines });
  return reply.headers(headers).type('text/html; charset=utf-8').send(html);
}

function isTold(code: RefusalCode): code is keyof typeof told {
  return Object.hasOwn(told, code);
}

/** A browser names HTML for what it opens, and takes anything for what a script asks. */
function isOpenedAsPage({ method, headers: asked }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/u.test(asked.accept ?? '');
}
