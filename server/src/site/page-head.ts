/**
 * Writes the head of a page and this installation's settings into the built HTML before it is sent.
 */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { figuresNote } from '@baari/contract/hospital/figures-note.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import {
  type SentWithPage,
  sentWithPageId,
  siteElementId,
} from '@baari/contract/sent-with-page.ts';
import { type getSite, landingMarks } from '@baari/contract/hospital/site.ts';
import { spokenIn } from '../platform/messages/letter.ts';
import { escapeHtml } from '../platform/messages/mail.html.ts';
import { textsOf } from '../texts/texts.ts';
import type { PublicPage } from './public-pages.ts';

/** Matches the title and description in the built HTML, which are replaced for each page. */
const builtHead = /<title>[^<]*<\/title>\s*<meta[^>]*>/u;

const builtNoScript = '<noscript></noscript>';

export interface PageHeadOptions {
  /** The HTML of the built index.html. */
  readonly template: string;
  readonly publicUrl: string;
  /** The language of the page's texts. */
  readonly language: Language;
  /**
   * The answer of GET /api/site. The page contains this answer, so that the layout does not shift
   * when it arrives later.
   */
  readonly site: LandingSite & object;
}

/** The installation's values that the prerendered landing page shows. */
type LandingSite = Pick<ReplyOf<typeof getSite>, 'contactEmail' | 'figures' | 'figuresBasis'>;

/** The HTML of a public page; if `page` is undefined, of a page behind a sign-in. */
export function pageHtml(options: PageHeadOptions, page: PublicPage | undefined): string {
  const { template, publicUrl, site, language } = options;
  const texts = textsOf('publicPages', language);
  const { product } = textsOf('common', language);
  const head =
    page === undefined
      ? privateHead(product, texts.own)
      : publicHead(page, publicUrl, { product, picture: texts.picture });
  return withOwnWords(template, site, language)
    .replace(builtHead, () => head)
    .replace(builtNoScript, () => `<noscript>${noScriptIn(language)}</noscript>`)
    .replace(
      '</head>',
      () =>
        `<script type="application/json" id="${siteElementId}">${inScript(site)}</script>\n  </head>`,
    );
}

/**
 * Adds the style sheets of a page, without which its prerendered markup would jump, and preload
 * links, so that the browser at once fetches the modules that the page's first script imports.
 */
export function withPreloads(html: string, files: readonly string[]): string {
  const tags = files
    .filter((path) => !html.includes(path))
    .map((path) => {
      const kind = path.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      return `<link rel="${kind}" crossorigin href="${path}">`;
    });
  return html.replace('</head>', () => `${tags.join('\n    ')}\n  </head>`);
}

/** Adds the answers of the API calls that the page makes first, after the page's markup. */
export function withAnswers(html: string, sent: SentWithPage): string {
  const element = `<script type="application/json" id="${sentWithPageId}">${inScript(sent)}</script>`;
  return html.replace('</body>', () => `${element}\n  </body>`);
}

/**
 * Matches the start of the built document, which is replaced together with the loading indicator in
 * its body.
 */
const builtStart = /<html lang="[^"]*"/u;
const waitingFont = ' fetchpriority="low"';
const rootBegins = '<div id="root">';
const bodyEnds = '</body>';

/** Replaces the loading indicator by the prerendered markup [decision 025]. */
export function withDrawing(html: string, drawing: string, language: Language): string {
  const { script } = aboutLanguages[language];
  const head = html
    .slice(0, html.indexOf(rootBegins))
    .replace(builtStart, () => `<html ${spokenIn(language)} data-script="${script}" data-drawn`)
    // Prerendered text uses its own font at once, because the font file arrives together with the
    // styles.
    .replace(waitingFont, '');
  const end = html.slice(html.lastIndexOf(bodyEnds));
  return `${head}${rootBegins}${drawing}</div>${end}`;
}

/**
 * Replaces the placeholders of the built page by the installation's figures and contact mailbox.
 */
function withOwnWords(template: string, site: LandingSite, language: Language): string {
  const { contactEmail, figures } = site;
  const marks = landingMarks.figures;
  const words = [
    [landingMarks.contactEmail, () => contactEmail],
    [marks.lessWaiting, () => figures.lessWaiting],
    [marks.hospitals, () => figures.hospitals],
    [marks.patientsServed, () => figures.patientsServed],
    [landingMarks.figuresNote, () => noteIn(language, site)],
  ] as const;
  return words.reduce(
    (page, [mark, word]) => page.replaceAll(mark, () => escapeHtml(word())),
    template,
  );
}

/**
 * The text for browsers without JavaScript, in the reader's language, and in English if that
 * differs.
 */
function noScriptIn(language: Language): string {
  return [...new Set([language, fallbackLanguage])]
    .map((each) => {
      const { noScript } = textsOf('publicPages', each);
      return `<p ${spokenIn(each)} class="mx-auto max-w-prose p-6 text-lg text-ink">${escapeHtml(noScript)}</p>`;
    })
    .join('');
}

/** The note that explains where the figures on the landing page come from. */
function noteIn(language: Language, { figuresBasis }: LandingSite): string {
  const percents = new Intl.NumberFormat(aboutLanguages[language].locale, { style: 'percent' });
  const { figuresNote: words } = textsOf('landing', language);
  return figuresNote(figuresBasis, words, (share) => percents.format(share));
}

/**
 * The head of a page behind a sign-in. Search engines are redirected to the login page, so it needs
 * neither noindex nor a sitemap entry.
 */
function privateHead(product: string, description: string): string {
  return `<title>${escapeHtml(product)}</title>\n    ${meta('name', 'description', description)}`;
}

function publicHead(
  { path, title, description }: PublicPage,
  publicUrl: string,
  { product, picture }: { product: string; picture: string },
): string {
  const isNamed = title.startsWith(product) || title.endsWith(product);
  const shownTitle = isNamed ? title : `${title} · ${product}`;
  const address = `${publicUrl}${path}`;
  const tags = [
    `<title>${escapeHtml(shownTitle)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', product),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${publicUrl}/social.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', picture),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  return tags.join('\n    ');
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
}

/** JSON in which no text can close the surrounding script element. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The page for an unknown address; never cached or indexed. */
export function missingPageHtml(options: PageHeadOptions): string {
  return pageHtml(options, undefined).replace(
    '<title>',
    '<meta name="robots" content="noindex">\n    <title>',
  );
}

/** The robots.txt: search engines may read the public pages and the files that these pages load. */
export function robotsTxt(publicUrl: string): string {
  return [
    'User-agent: *',
    'Allow: /api/site',
    'Disallow: /api/',
    'Disallow: /dev/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

export function sitemapXml(pages: readonly PublicPage[], publicUrl: string): string {
  const urls = pages.map(({ path }) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
