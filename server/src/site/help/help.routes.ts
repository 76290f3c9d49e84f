/** GET /help, /help/{role} and /help/{role}/{topic}: help without JavaScript and without an account. */
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOfPage, queryOf } from '../../platform/http/language-asked-for.ts';
import { lazily } from '../../platform/lazily.ts';
import {
  type Help,
  helpFound,
  helpHome,
  helpOfRole,
  helpPicturesPath,
  helpStyle,
  helpStylePath,
  helpTopic,
  helpUnknown,
  longestSearch,
  onThisServer,
  searchedText,
} from './help.page.ts';
import { type HelpPictures, readHelpPictures, readPicture } from './help-pictures.ts';
import { type HelpPage, helpLanguages, helpRoles, readHelp } from './help-pages.ts';
import { fillIn } from './help-references.ts';
import { helpOfRefusal, helpOfScreen } from './help-screens.ts';
import { searchHelp } from './help-search.ts';

export interface HelpOptions {
  readonly app: FastifyInstance;
  /** Whether calls are limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
  /** The folder of the pictures; it need not exist. */
  readonly pictureFolder: string;
}

/** How many pages one network address may request in a minute; a hospital may share one address. */
const pagesAMinute = 600;
/** Seconds for which browsers and proxies keep a page; it changes only with a release. */
const keptSeconds = 300;

/** Pages in one language, each rendered once, and the words for the search. */
interface KeptHelp {
  readonly help: Help;
  readonly home: string;
  /** HTML by `role` and `role/topic`. */
  readonly html: ReadonlyMap<string, string>;
  readonly searched: readonly { title: string; text: string; page: HelpPage }[];
}

export function mountHelp({ app, rateLimit, pictureFolder }: HelpOptions): void {
  const limit = { max: pagesAMinute, timeWindow: 60_000 };
  const limited = rateLimit ? { config: { rateLimit: limit } } : {};
  // Rendered with the first page in a language, so that a start of the server stays fast.
  const pictures = lazily(() => readHelpPictures(pictureFolder));
  const keep = async (language: Language) => render(language, await pictures());
  const kept = new Map(languages.map((language) => [language, lazily(() => keep(language))]));

  async function helpFor(request: FastifyRequest): Promise<KeptHelp> {
    const language = languageOfPage(request);
    return (await kept.get(language)?.()) ?? keep(language);
  }

  app.get(helpStylePath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(helpStyle),
  );
  app.get('/help', limited, async (request, reply) => {
    const { help, home, searched } = await helpFor(request);
    const [screen, view, refusal] = ['screen', 'view', 'refusal'].map((name) => {
      const value = queryOf(request, name);
      return typeof value === 'string' ? value : undefined;
    });
    if (screen !== undefined || refusal !== undefined) {
      const ofScreen = screen === undefined ? undefined : helpOfScreen(screen, view);
      const topic = helpOfRefusal(refusal, ofScreen) ?? ofScreen;
      const path = topic === undefined ? '/help' : `/help/${topic}`;
      return reply
        .header('cache-control', 'no-store')
        .redirect(help.site.addressOf(path, help.language), 302);
    }
    const asked = queryOf(request, 'q');
    const words = typeof asked === 'string' ? asked.trim().slice(0, longestSearch) : '';
    if (words === '') return sendKept(reply, home);
    const found = searchHelp(searched, words).map(({ page }) => page);
    return sendOnce(reply, helpFound(help, words, found));
  });
  app.get<{ Params: { role: string } }>('/help/:role', limited, async (request, reply) => {
    const { role } = request.params;
    return sendNamed(reply, await helpFor(request), role);
  });
  app.get<{ Params: { role: string; topic: string } }>(
    '/help/:role/:topic',
    limited,
    async (request, reply) => {
      const { role, topic } = request.params;
      return sendNamed(reply, await helpFor(request), `${role}/${topic}`);
    },
  );
  app.get<{ Params: { '*': string } }>(`${helpPicturesPath}*`, limited, async (request, reply) => {
    const picture = await readPicture(await pictures(), request.params['*']);
    if (picture === undefined) {
      return sendOnce(reply.code(404), helpUnknown((await helpFor(request)).help));
    }
    return reply
      .header('cache-control', `public, max-age=${keptSeconds}`)
      .type('image/png')
      .send(picture);
  });
}

async function render(language: Language, pictures: HelpPictures): Promise<KeptHelp> {
  const pages = await readHelp(language);
  const help: Help = {
    language,
    offered: await helpLanguages(),
    pages,
    pictures,
    fill: fillIn(language),
    site: onThisServer,
  };
  const roles = helpRoles.map((role) => [role, helpOfRole(help, role)] as const);
  const topics = pages.map(
    (page) => [`${page.role}/${page.topic}`, helpTopic(help, page)] as const,
  );
  return {
    help,
    home: helpHome(help),
    html: new Map<string, string>([...roles, ...topics]),
    searched: pages.map((page) => ({
      title: page.title,
      text: searchedText(page, help.fill),
      page,
    })),
  };
}

function sendNamed(reply: FastifyReply, { help, html }: KeptHelp, name: string): FastifyReply {
  const page = html.get(name);
  return page === undefined ? sendOnce(reply.code(404), helpUnknown(help)) : sendKept(reply, page);
}

function sendKept(reply: FastifyReply, html: string): FastifyReply {
  const keep = `public, max-age=${keptSeconds}`;
  reply.headers({ 'cache-control': keep, vary: 'accept-language' });
  return reply.type('text/html; charset=utf-8').send(html);
}

function sendOnce(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
