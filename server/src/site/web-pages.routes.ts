/**
 * Serves the built web application: its files, which were compressed at build time, and its HTML
 * page for every route.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { lazily } from '../platform/lazily.ts';
import { answerUnknown, isOfTheClient } from '../platform/http/http.ts';
import { languageAskedFor } from '../platform/http/language-asked-for.ts';
import { matchesPattern, partsOf } from '../platform/http/path-pattern.ts';
import {
  type PageHeadOptions,
  missingPageHtml,
  pageHtml,
  robotsTxt,
  sitemapXml,
  withAnswers,
  withDrawing,
  withPreloads,
} from './page-head.ts';
import { openPageDrawings } from './page-drawings.ts';
import { takesBrotli } from '../platform/http/packed-text.ts';
import { helpPage, landingPage, publicPageAt, publicPages } from './public-pages.ts';
import type { Clock } from '../platform/clock.ts';
import { askAhead } from './sent-with-page.ts';
import type { ReadTextPages } from './text-pages.ts';

const builtWeb = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const compress = promisify(brotliCompress);

export interface WebPagesOptions {
  /** The folder of the web build; by default the folder that `npm start` uses. */
  readonly folder?: string | undefined;
  readonly publicUrl: string;
  /** The answer of GET /api/site. */
  readonly site: PageHeadOptions['site'];
  readonly textPages: ReadTextPages;
  readonly clock: Clock;
  /** Returns the id of the latest live event that a page sent now already contains. */
  readonly place: () => string;
}

/** Mounts the pages. Without a build (as in API tests) only the API answers. */
export async function mountWebPages(app: FastifyInstance, options: WebPagesOptions): Promise<void> {
  const { publicUrl, textPages, site, clock, place, folder = builtWeb } = options;
  const robots = robotsTxt(publicUrl);
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        sitemapXml(
          [
            landingPage(fallbackLanguage),
            helpPage(fallbackLanguage),
            ...(await publicPages(textPages, fallbackLanguage)),
          ],
          publicUrl,
        ),
      ),
  );
  if (!existsSync(join(folder, 'paths.json'))) {
    app.setNotFoundHandler(answerUnknown);
    return;
  }
  const built = (name: string) => readFile(join(folder, name), 'utf8');
  await mountFiles(app, folder);
  const template = await built('index.html');
  const head = { template, publicUrl, site, language: fallbackLanguage };
  await mountLanding(app, head, built);
  const drawings = openPageDrawings(folder);
  app.addHook('onClose', () => drawings.close());
  // The application's route table, with the code and the answers that each page requests.
  const paths = z.array(builtPath).parse(JSON.parse(await built('paths.json')));
  const documents = new Map<string, Map<Language, LazyPage>>();
  for (const { path, files } of paths) {
    const pageIn = (language: Language) =>
      whileSame(site, async () => {
        const html = pageHtml({ ...head, language }, await publicPageAt(path, textPages, language));
        return packed(withPreloads(html, files[language]));
      });
    documents.set(path, new Map(languages.map((language) => [language, pageIn(language)])));
  }
  const missing = whileSame(site, () => packed(missingPageHtml(head)));
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return answerUnknown(request, reply);
    const [path = ''] = request.url.split('?');
    const known = paths.find((each) => matchesPattern(each.path, path));
    // The language that the reader most likely reads; a choice stored in the browser may differ.
    const language = languageAskedFor(request.headers['accept-language']);
    const document = known === undefined ? undefined : documents.get(known.path)?.get(language);
    if (known === undefined || document === undefined) {
      // The page shows a message that the address is unknown; the 404 status tells programs the
      // same.
      return sendPage(request, reply.code(404), await missing());
    }
    const keepCookies = (cookies: string | string[]) => void reply.header('set-cookie', cookies);
    const named = partsOf(known.path, path);
    const answered = await askAhead(request, keepCookies, {
      asks: known.asks,
      named,
      place,
      language,
    });
    const page = await document();
    if (answered === undefined) return sendPage(request, reply, page);
    const sent = { ...answered, at: clock.now().getTime() };
    const html = page.plain.toString();
    const drawing =
      known.isPrerendered && sent.user !== null
        ? await drawings.draw(request, { url: publicUrl + path, language, sent, site })
        : undefined;
    const rendered = drawing === undefined ? html : withDrawing(html, drawing, language);
    return sendOnce(request, reply, withAnswers(rendered, sent));
  });
}

/** Mounts the landing page, prerendered in each language. */
async function mountLanding(
  app: FastifyInstance,
  head: PageHeadOptions,
  built: (name: string) => Promise<string>,
): Promise<void> {
  async function rendered(language: Language): Promise<LazyPage> {
    const template = await built(`landing.${language}.html`);
    return whileSame(head.site, () =>
      packed(pageHtml({ ...head, template, language }, landingPage(language))),
    );
  }
  const pages = await Promise.all(
    languages.map(async (language) => [language, await rendered(language)] as const),
  );
  const documents = new Map(pages);
  app.get('/', async (request, reply) => {
    const language = languageAskedFor(request.headers['accept-language']);
    reply.header('content-language', language);
    const page = documents.get(language);
    if (page === undefined) throw new Error(`The landing page was not drawn in ${language}.`);
    return sendPage(request, reply, await page());
  });
}

/**
 * Builds a page once and reuses it until the figures of the landing page change, because the page
 * contains them.
 */
function whileSame<T>(site: WebPagesOptions['site'], make: () => Promise<T>): () => Promise<T> {
  let made: { readonly figures: object; readonly get: () => Promise<T> } | undefined;
  return () => {
    const { figures } = site;
    if (made?.figures !== figures) made = { figures, get: lazily(make) };
    return made.get();
  };
}

const builtPath = z.object({
  path: z.string(),
  files: z.record(z.enum(languages), z.array(z.string())),
  asks: z.array(z.string()),
  isPrerendered: z.boolean(),
});

async function mountFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (files) => {
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      // An address that cannot be a file, such as one with %00 or //, is answered as not found.
      if (isOfTheClient(error)) return reply.callNotFound();
      // The server's error handler answers every other error.
      throw error;
    });
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // The ETag suffices for revalidation, and no client requests ranges of a script.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        // Names under /assets carry a hash of the content.
        const isHashed = path.includes('/assets/');
        const keep = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', keep);
        // Immutable files need no revalidation.
        if (isHashed) reply.removeHeader('etag');
      },
    });
  });
}

/**
 * A page that is compressed on first use. Compressing all pages at once would take longer than the
 * rest of the server's start.
 */
type LazyPage = () => Promise<PackedPage>;

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
  // Link checkers and link previews often accept any type.
  const wantsPage = /text\/html|\*\/\*/u.test(request.headers.accept ?? '*/*');
  return isRead && wantsPage && !/^\/(?:api|dev|assets)\//u.test(request.url);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PackedPage): FastifyReply {
  reply.headers({
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'accept-encoding, accept-language',
  });
  const isSame = request.headers['if-none-match'] === page.etag && reply.statusCode === 200;
  if (isSame) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  if (!takesBrotli(request)) return reply.send(page.plain);
  return reply.header('content-encoding', 'br').send(page.brotli);
}

/** Sends a page with this visitor's data. It is never cached, not even for the back button. */
async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (!takesBrotli(request)) return reply.send(html);
  const params = html.length > smallPage ? atOnce : atItsBest;
  return reply.header('content-encoding', 'br').send(await compress(html, { params }));
}

/**
 * Pages of up to this many characters are compressed best: on a phone's connection that saves more
 * time than it costs.
 */
const smallPage = 24_000;
const atItsBest = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
/**
 * The parameters of the fast compression. It takes a tenth of the time of the best compression, for
 * nearly the same size.
 */
const atOnce = { ...atItsBest, [constants.BROTLI_PARAM_QUALITY]: 5 };
