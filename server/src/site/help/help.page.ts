/** The HTML of the help: pages without JavaScript, which the side sheet of the screens also shows. */
import type { TextBlock, TextSpan } from '@baari/contract/hospital/site.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { spokenIn } from '../../platform/messages/letter.ts';
import { escapeHtml } from '../../platform/messages/mail.html.ts';
import { type PlainPage, plainPage } from '../../platform/pages/plain-page.ts';
import { textsOf } from '../../texts/texts.ts';
import { type HelpPage, type HelpRole, helpPath, helpRoles } from './help-pages.ts';
import { type HelpPictures, picturePath } from './help-pictures.ts';
import { type Fill, referencePattern } from './help-references.ts';

/** All pages of help for readers of one language. */
export interface Help {
  readonly language: Language;
  /** The languages in which help is written. */
  readonly offered: readonly Language[];
  readonly pages: readonly HelpPage[];
  readonly pictures: HelpPictures;
  readonly fill: Fill;
  /** Where the pages are: on this server, or in a folder of files. */
  readonly site: HelpSite;
}

export interface HelpSite {
  /** The address of a page such as `/help/doctor`, for readers of a language. */
  readonly addressOf: (path: string, language: Language) => string;
  /** The address of the picture with this path in the folder of pictures. */
  readonly pictureAt: (path: string) => string;
  /** The style sheets, the general one first. */
  readonly styles: readonly [string, string];
  /** Whether the pages have a search field, which needs a server. */
  readonly hasSearch: boolean;
}

/** The address of the style sheet that only help pages use. */
export const helpStylePath = '/help/help.css';

/** The address before the path of a picture. */
export const helpPicturesPath = '/help/pictures/';

/** The first page: search and all titles, by role. */
export function helpHome(help: Help): string {
  const texts = textsOf('help', help.language);
  return chrome(help, {
    path: '/help',
    title: texts.title,
    lines: [
      `<h1>${escapeHtml(texts.title)}</h1>`,
      `<p>${escapeHtml(texts.lead)}</p>`,
      searchForm(help, ''),
      ...allTitles(help),
    ],
  });
}

/** The titles of a role's pages. */
export function helpOfRole(help: Help, role: HelpRole): string {
  const texts = textsOf('help', help.language);
  return chrome(help, {
    path: helpPath({ role }),
    title: texts.roles[role],
    lines: [
      pathTo(help),
      `<h1>${escapeHtml(texts.roles[role])}</h1>`,
      titles(help, ofRole(help, role)),
      searchForm(help, ''),
    ],
  });
}

/** One page of help, with links to the other pages of its role. */
export function helpTopic(help: Help, page: HelpPage): string {
  const { role, language } = page;
  const texts = textsOf('help', help.language);
  const others = ofRole(help, role).filter((other) => other !== page);
  const isOwn = language === help.language;
  const lines = [
    pathTo(help, role),
    ...(isOwn ? [] : [`<p class="notice" ${spokenIn(help.language)}>${texts.inEnglish}</p>`]),
    `<h1>${escapeHtml(page.title)}</h1>`,
    ...page.blocks.map((block) => blockHtml(block, help, language)),
    ...pictureOf(help, page),
    `<section ${spokenIn(help.language)}>`,
    `<h2>${escapeHtml(texts.more)}</h2>`,
    titles(help, others),
    searchForm(help, ''),
    '</section>',
  ];
  return chrome(help, { path: helpPath(page), title: page.title, lines, textLanguage: language });
}

/** The picture of a page, which opens at its full size; nothing if none is drawn. */
function pictureOf({ pictures, site, language }: Help, page: HelpPage): string[] {
  const path = picturePath(page);
  const picture = pictures.get(path);
  if (picture === undefined) return [];
  const address = escapeHtml(site.pictureAt(path));
  const alt = escapeHtml(textsOf('help', language).picture(page.title));
  return [
    `<a class="picture" href="${address}" target="_blank" rel="noopener" ${spokenIn(language)}><img src="${address}" alt="${alt}" width="${picture.width}" height="${picture.height}" loading="lazy"></a>`,
  ];
}

/** The answer to a search: the pages found, or a sentence and all titles. */
export function helpFound(help: Help, words: string, found: readonly HelpPage[]): string {
  const texts = textsOf('help', help.language);
  const isEmpty = found.length === 0;
  return chrome(help, {
    path: '/help',
    title: texts.searchTitle(words),
    lines: [
      pathTo(help),
      `<h1>${escapeHtml(isEmpty ? texts.noneTitle : texts.searchTitle(words))}</h1>`,
      `<p role="status">${escapeHtml(isEmpty ? texts.none : texts.found(found.length))}</p>`,
      searchForm(help, words),
      ...(isEmpty ? allTitles(help) : [titles(help, found)]),
    ],
    isIndexed: false,
  });
}

/** The page for an unknown role or topic. */
export function helpUnknown(help: Help): string {
  const texts = textsOf('help', help.language);
  return chrome(help, {
    path: '/help',
    title: texts.unknownTitle,
    lines: [
      pathTo(help),
      `<h1>${escapeHtml(texts.unknownTitle)}</h1>`,
      `<p>${escapeHtml(texts.unknown)}</p>`,
      searchForm(help, ''),
      ...allTitles(help),
    ],
    isIndexed: false,
  });
}

/** The words of a page as readers see them, for the search; a key is not a word. */
export function searchedText(page: HelpPage, fill: Fill): string {
  return page.blocks
    .flatMap(linesOf)
    .flat()
    .map(({ text }) =>
      text.replaceAll(referencePattern, (_all, name: string) => {
        const filled = fill(name);
        return filled?.kind === 'text' ? filled.text : '';
      }),
    )
    .join(' ');
}

/** The lines of text in a block: one for each paragraph, item or cell. */
export function linesOf(block: TextBlock): readonly (readonly TextSpan[])[] {
  switch (block.kind) {
    case 'list':
      return block.items;
    case 'table':
      return [block.header, ...block.rows].flat();
    default:
      return [block.line];
  }
}

interface Content {
  readonly path: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The language of the text; by default the reader's. */
  readonly textLanguage?: Language;
  readonly isIndexed?: boolean;
}

function chrome({ language, offered, site }: Help, content: Content): string {
  const { path, title, lines, textLanguage = language, isIndexed = true } = content;
  const page: PlainPage = {
    language,
    textLanguage,
    offered,
    title,
    lines,
    head: [
      `<link rel="stylesheet" href="${site.styles[1]}">`,
      ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    ],
    style: site.styles[0],
    addressIn: (other) => site.addressOf(path, other),
  };
  return plainPage(page);
}

function pathTo(help: Help, role?: HelpRole): string {
  const { language, site } = help;
  const texts = textsOf('help', language);
  const steps: (readonly [string, string])[] = [
    [texts.title, '/help'],
    ...(role === undefined ? [] : [[texts.roles[role], helpPath({ role })] as const]),
  ];
  const links = steps.map(([name, path]) => link(name, site.addressOf(path, language)));
  return `<nav class="path" aria-label="${escapeHtml(texts.path)}" ${spokenIn(language)}>${links.join(' <span aria-hidden="true">/</span> ')}</nav>`;
}

function searchForm({ language, site }: Help, words: string): string {
  if (!site.hasSearch) return '';
  const texts = textsOf('help', language);
  return `<form class="find" role="search" action="/help" ${spokenIn(language)}>
<label for="q">${escapeHtml(texts.search)}</label>
<span><input id="q" name="q" type="search" maxlength="${longestSearch}" value="${escapeHtml(words)}" required>
<button>${escapeHtml(texts.find)}</button></span>
<input type="hidden" name="lang" value="${language}">
</form>`;
}

/** The most characters of a search. */
export const longestSearch = 100;

function allTitles(help: Help): string[] {
  const texts = textsOf('help', help.language);
  return helpRoles.flatMap((role) => [
    `<h2>${escapeHtml(texts.roles[role])}</h2>`,
    titles(help, ofRole(help, role)),
  ]);
}

function titles({ language, site }: Help, pages: readonly HelpPage[]): string {
  const items = pages.map((page) => {
    const address = site.addressOf(helpPath(page), language);
    const spoken = page.language === language ? '' : ` ${spokenIn(page.language)}`;
    return `<li><a href="${escapeHtml(address)}"${spoken}>${escapeHtml(page.title)}</a></li>`;
  });
  return `<ul class="titles">${items.join('')}</ul>`;
}

function ofRole({ pages, language }: Help, role: HelpRole): HelpPage[] {
  const names = new Intl.Collator(aboutLanguages[language].locale);
  return pages
    .filter((page) => page.role === role)
    .toSorted((a, b) => names.compare(a.title, b.title));
}

function link(text: string, address: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}

function blockHtml(block: TextBlock, help: Help, language: Language): string {
  const html = (line: readonly TextSpan[]) => lineHtml(line, help, language);
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${html(block.line)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${html(block.line)}</p>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${html(item)}</li>`).join('')}</${tag}>`;
    }
    case 'table': {
      const row = (cells: readonly (readonly TextSpan[])[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`;
      return `<table>${row(block.header, 'th')}${block.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
    default:
      return block satisfies never;
  }
}

function lineHtml(line: readonly TextSpan[], help: Help, language: Language): string {
  return line.map((span) => spanHtml(span, help, language)).join('');
}

function spanHtml({ text, marks, href }: TextSpan, help: Help, language: Language): string {
  const parts = text.split(/(\{\{[\w.-]+\}\})/u);
  const filled = parts.map((part) => {
    const name = part.startsWith('{{') ? part.slice(2, -2) : undefined;
    return name === undefined ? escapeHtml(part) : referenceHtml(name, help.fill, language);
  });
  const words = marks.reduce((inner, mark) => {
    const tag = { strong: 'strong', emphasis: 'em', code: 'code' }[mark];
    return `<${tag}>${inner}</${tag}>`;
  }, filled.join(''));
  if (href === null) return words;
  const address = href.startsWith('/help') ? help.site.addressOf(href, help.language) : href;
  return `<a href="${escapeHtml(address)}">${words}</a>`;
}

function referenceHtml(name: string, fill: Fill, language: Language): string {
  const filled = fill(name);
  // The static check refuses unknown names; an old browser tab is no reason to fail.
  if (filled === undefined) return '';
  if (filled.kind === 'key') return `<kbd>${escapeHtml(filled.text)}</kbd>`;
  const isOther = filled.language !== language;
  return `<b${isOther ? ` ${spokenIn(filled.language)}` : ''}>${escapeHtml(filled.text)}</b>`;
}

/** The style that help pages add to the style of all plain pages. */
export const helpStyle = `main, header { max-width: 44rem; }
main { text-align: start; }
main h1 { margin: .5rem 0; font-size: 1.5rem; line-height: 1.25; }
main h2 { margin-top: 2rem; }
main ol { padding-inline-start: 1.5rem; }
main ol li { margin: .75rem 0; padding-inline-start: .25rem; }
main ol li::marker { color: var(--teal); font-weight: 650; }
.titles { list-style: none; padding: 0; margin: .5rem 0; }
.titles a, .path a { display: inline-block; padding: .375rem 0; }
kbd { padding: .0625rem .375rem; border: 1px solid var(--line); border-bottom-width: 2px;
  border-radius: 5px; font: 600 .875em Inter, system-ui, sans-serif; white-space: nowrap; }
.find span { display: flex; gap: .5rem; }
.find input { flex: 1; min-width: 0; padding: .625rem .75rem; font: inherit; color: var(--text);
  background: var(--card); border: 1px solid var(--soft); border-radius: 8px; }
.find button { font-weight: 600; color: var(--teal); }
.picture { display: block; margin: 1.25rem 0; }
.picture img { display: block; max-width: 100%; height: auto; margin: 0 auto;
  border: 1px solid var(--line); border-radius: 10px; }
@media screen and (prefers-color-scheme: dark) { .picture img { filter: brightness(.75); } }
@media print { header, .find, .path, section { display: none; }
  .picture { break-inside: avoid; } }
`;

/** Where the pages of this server are. Links keep the reader's language. */
export const onThisServer: HelpSite = {
  addressOf: (path, language) => `${path}?lang=${language}`,
  pictureAt: (path) => `${helpPicturesPath}${path}`,
  styles: ['/t/ticket.css', helpStylePath],
  hasSearch: true,
};
