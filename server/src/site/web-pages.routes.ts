/** The built web application: its files, compressed at build time, and its page for every route. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../platform/result.ts';
import { sendRefusal } from '../platform/route.ts';
import { pageHtml, robotsTxt, sitemapXml } from './page-head.ts';
import { publicPages } from './public-pages.ts';
import type { TextPages } from './text-pages.ts';

const builtWeb = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const compress = promisify(brotliCompress);

export interface WebPagesOptions {
  readonly publicUrl: string;
  /** What GET /api/site answers. */
  readonly site: object;
  readonly textPages: TextPages;
}

/** Without a build (as in the API's own tests) only the API answers. */
export async function mountWebPages(app: FastifyInstance, options: WebPagesOptions): Promise<void> {
  const { publicUrl, textPages } = options;
  const pages = publicPages(textPages);
  const robots = robotsTxt(publicUrl);
  const sitemap = sitemapXml(pages, publicUrl);
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );
  if (!existsSync(`${builtWeb}index.html`)) {
    app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')));
    return;
  }
  await mountFiles(app);
  const head = {
    template: await readFile(`${builtWeb}index.html`, 'utf8'),
    publicUrl,
    site: options.site,
  };
  for (const page of pages) {
    const document = await packed(pageHtml(head, page));
    app.get(page.path, (request, reply) => sendPage(request, reply, document));
  }
  const anyOther = await packed(pageHtml(head, undefined));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(request, reply, anyOther) : sendRefusal(reply, refuse('not_found')),
  );
}

async function mountFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: builtWeb,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under /assets carry a hash of the content.
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

interface PackedPage {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
}

async function packed(html: string): Promise<PackedPage> {
  const plain = Buffer.from(html);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, brotli: await compress(plain), etag: `W/"${hash}"` };
}

function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return isRead && wantsPage && !/^\/(?:api|dev|assets)\//u.test(request.url);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PackedPage): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: page.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  const takesBrotli = /\bbr\b/u.test(request.headers['accept-encoding'] ?? '');
  if (!takesBrotli) return reply.send(page.plain);
  return reply.header('content-encoding', 'br').send(page.brotli);
}
