/** Pages that work on any phone, also without JavaScript: plain HTML with one small style [ARR-4]. */
import { aboutLanguages, type Language, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import type { FastifyInstance } from 'fastify';
import { textsOf } from '../../texts/texts.ts';
import { escapeHtml } from '../messages/mail.html.ts';
import { mountPlainLetters, plainFaces, plainFamilies } from './plain-letters.ts';

export interface PlainPage {
  readonly language: Language;
  /** The languages in which the page is offered; by default all. */
  readonly offered?: readonly Language[];
  /** The title as plain text, without the product's name. */
  readonly title: string;
  /** The page's content. Each line is HTML of the application, in which user text is escaped. */
  readonly lines: readonly string[];
  /** Further tags of the page's head. */
  readonly head?: readonly string[];
  /** The language of the page's text, if it lacks the reader's; the links name the reader's. */
  readonly textLanguage?: Language;
  /** The address of the page in a language; by default this page with `?lang=`. */
  readonly addressIn?: (language: Language) => string;
  /** The address of the style sheet, for pages that another server serves. */
  readonly style?: string;
}

/**
 * The path of the style sheet. The path is the same as in the previous release, because that
 * release's pages may load the style sheet from this server.
 */
const plainStylePath = '/t/ticket.css';

/** The path of the script that refreshes a page in place every half minute. */
export const renewalPath = '/t/renew.js';

/** Milliseconds between refreshes, the same as without the script. */
const renewsEveryMs = 30_000;

/** Fetches the page's content again and replaces it, keeping focus and scroll position. */
const renewal = `async function renew() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if ([404, 410].includes(answer.status)) return location.reload();
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [before, after] = [document.querySelector('main'), page.querySelector('main')];
  const links = (main) => [...main.querySelectorAll('a')];
  const focused = links(before).indexOf(document.activeElement);
  before.replaceWith(after);
  document.title = page.title;
  const next = links(after)[focused];
  if (next) next.focus();
  if (page.querySelector('script') === null) clearInterval(timer);
}
// Without a network connection the page stays unchanged and shows the time of its last refresh.
const tried = () => renew().catch(() => undefined);
const timer = setInterval(tried, ${renewsEveryMs});
document.addEventListener('visibilitychange', tried);
`;

export function mountPlainStyle(app: FastifyInstance): void {
  mountPlainLetters(app);
  app.get(plainStylePath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(plainStyle),
  );
  app.get(renewalPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(renewal),
  );
}

export function plainPage(page: PlainPage): string {
  const { language, offered = languages, title, lines, head = [] } = page;
  const { textLanguage = language, style = plainStylePath, addressIn = thisPageIn } = page;
  const name = `${title} · ${textsOf('common', language).product}`;
  const others = offered
    .filter((other) => other !== language)
    .map((other) => linkTo(other, addressIn(other)));
  return `<!doctype html>
<html lang="${textLanguage}" dir="${aboutLanguages[textLanguage].direction}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${head.join('\n')}
</head>
<body>
<header><strong>baari</strong><nav>${others.join('')}</nav></header>
<main>
${lines.join('\n')}
</main>
</body>
</html>
`;
}

function thisPageIn(language: Language): string {
  return `?lang=${language}`;
}

const namesInLatin = new Intl.DisplayNames(fallbackLanguage, { type: 'language' });

/**
 * A link to the page in another language. It shows the language's own name and its name in Latin
 * letters. A phone without the script shows the own name as boxes, and a whole font is too large
 * for one word.
 */
function linkTo(language: Language, address: string): string {
  const { ownName, direction, script } = aboutLanguages[language];
  const inLatin =
    script === 'Latn'
      ? ''
      : ` <small lang="${fallbackLanguage}">${escapeHtml(namesInLatin.of(language) ?? language)}</small>`;
  return `<a href="${escapeHtml(address)}" lang="${language}" dir="${direction}" hreflang="${language}" rel="nofollow">${ownName}${inLatin}</a>`;
}

const tall = languages
  .filter((language) => aboutLanguages[language].script !== 'Latn')
  .map((language) => {
    const families = plainFamilies(aboutLanguages[language].script);
    return `:lang(${language}) main { line-height: 1.7; font-family: Inter, ${families}, system-ui, sans-serif; }`;
  })
  .join('\n');

export const plainStyle = `${plainFaces}
:root {
  color-scheme: light dark;
  --ground: #f4f7f7; --card: #fff; --text: #14282b; --soft: #4a6165; --line: #d5e0e1;
  --teal: #0d6b70; --turn: #8a4b00; --turn-ground: #fff3dc;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1719; --card: #142225; --text: #e8f1f1; --soft: #a3b8ba; --line: #27393c;
    --teal: #5ec4c6; --turn: #ffc66b; --turn-ground: #38290f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1.0625rem/1.5 Inter, system-ui, sans-serif; }
header { display: flex; justify-content: space-between; align-items: center; max-width: 28rem;
  margin: 0 auto; padding: .5rem 1rem; }
header strong, a { color: var(--teal); }
header nav { text-align: end; }
header a { display: inline-block; padding: .75rem .5rem; }
main { max-width: 28rem; margin: 0 auto 2rem; padding: 1.25rem 1rem 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; text-align: center;
  font-family: Inter, ${plainFamilies('Latn')}, system-ui, sans-serif; }
/* Letters of some scripts are taller or lower than Latin letters. */
${tall}
p { margin: .5rem 0; }
.token { margin: 1rem 0 0; font-size: 4rem; line-height: 1.15; color: var(--teal);
  font-variant-numeric: tabular-nums; }
.token span { display: block; font-size: 1.0625rem; font-weight: 400; line-height: 1.5;
  color: var(--soft); }
.state { font-size: 1.375rem; font-weight: 650; }
.in_progress { padding: .75rem; border-radius: 10px; color: var(--turn);
  background: var(--turn-ground); }
.unconfirmed { font-size: .9375rem; color: var(--turn); }
.wait { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; text-align: start; }
th, td { padding: .5rem .25rem; border-bottom: 1px solid var(--line); font-weight: 400; }
td { text-align: end; font-variant-numeric: tabular-nums; font-weight: 650; }
.doctor { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.doctor span, .hint, .age { color: var(--soft); }
.age { font-size: .9375rem; }
.notice { padding: .75rem; border-radius: 10px; background: var(--ground); }
.act { display: inline-block; padding: .75rem; }
form { display: grid; gap: .5rem; margin: 1rem 0; text-align: start; }
h2 { margin: .5rem 0 0; font-size: 1.0625rem; }
button { display: grid; gap: .125rem; padding: .75rem 1rem; text-align: start; font: inherit;
  color: var(--text); background: var(--ground); border: 1px solid var(--line);
  border-radius: 10px; cursor: pointer; }
button span { color: var(--soft); }
@media (min-width: 30rem) { main { padding: 2rem; } }
`;
