/**
 * Parses a Markdown file into blocks of text instead of HTML, so that no file can insert markup or
 * a script into a page [ROUTE-26].
 */
import type { TextBlock, TextPage, TextSpan } from '@baari/contract/hospital/site.ts';
import { marked, type Token, type Tokens } from 'marked';

type Line = TextSpan[];
type Look = Omit<TextSpan, 'text'>;

const plain: Look = { marks: [], href: null };

/** Thrown for unsupported Markdown; the message names the construct. */
export class UnsupportedMarkdown extends Error {}

/** Accepts a title (`# …`), then paragraphs, headings, flat lists and tables; throws on anything else. */
export function readTextPage(markdown: string): Omit<TextPage, 'language'> {
  const [first, ...rest] = marked.lexer(markdown).filter(isShown);
  if (first === undefined || !isHeading(first) || first.depth !== 1) {
    throw new UnsupportedMarkdown('it must begin with its title, as "# Title"');
  }
  const blocks = rest.map(blockOf);
  const opening = blocks.find((block) => block.kind === 'paragraph');
  if (opening === undefined) throw new UnsupportedMarkdown('it has no paragraph');
  return { title: textOf(lineOf(first.tokens)), description: textOf(opening.line), blocks };
}

function blockOf(token: Token): TextBlock {
  if (isHeading(token)) {
    if (token.depth === 1) throw new UnsupportedMarkdown(`a second title: "${token.text}"`);
    return { kind: 'heading', level: token.depth === 2 ? 2 : 3, line: lineOf(token.tokens) };
  }
  if (isParagraph(token)) return { kind: 'paragraph', line: lineOf(token.tokens) };
  if (isList(token)) {
    return { kind: 'list', ordered: token.ordered, items: token.items.map(itemOf) };
  }
  if (isTable(token)) {
    return {
      kind: 'table',
      header: token.header.map((cell) => lineOf(cell.tokens)),
      rows: token.rows.map((row) => row.map((cell) => lineOf(cell.tokens))),
    };
  }
  if (token.type === 'html') return { kind: 'paragraph', line: [span(token.raw.trim(), plain)] };
  throw unsupported(token);
}

function itemOf(item: Tokens.ListItem): Line {
  const [only, ...others] = item.tokens.filter(isShown);
  if (only === undefined) return [];
  const [nested] = others;
  if (nested !== undefined) throw unsupported(nested, 'inside a list');
  if (isParagraph(only) || isText(only)) return lineOf(only.tokens ?? []);
  throw unsupported(only, 'inside a list');
}

function lineOf(tokens: readonly Token[], look: Look = plain): Line {
  return tokens.flatMap((token) => spansOf(token, look)).filter(({ text }) => text !== '');
}

function spansOf(token: Token, look: Look): Line {
  if (isLink(token)) {
    return lineOf(token.tokens, { ...look, href: safeAddress(token.href) });
  }
  switch (token.type) {
    case 'strong':
    case 'em':
      return lineOf(childrenOf(token), {
        ...look,
        marks: [...look.marks, token.type === 'em' ? 'emphasis' : 'strong'],
      });
    case 'codespan':
      return [span(textIn(token), { ...look, marks: [...look.marks, 'code'] })];
    case 'br':
      return [span('\n', look)];
    case 'text':
    case 'escape':
      return [span(decoded(textIn(token)).replaceAll('\n', ' '), look)];
    case 'html':
      // HTML is shown as plain characters; comments are dropped.
      return token.raw.startsWith('<!--') ? [] : [span(token.raw, look)];
    default:
      throw unsupported(token);
  }
}

function span(text: string, { marks, href }: Look): TextSpan {
  return { text, marks, href };
}

/** Accepts an address of this site, a web address or a mailbox; refuses a script. */
function safeAddress(href: string): string {
  if (/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/iu.test(href)) return href;
  throw new UnsupportedMarkdown(`a link to ${href}: use https://, mailto:, tel: or /page`);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/gu, (entity) => entities[entity] ?? entity);
}

function textOf(line: Line): string {
  return line
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/gu, ' ');
}

function unsupported(token: Token, where = 'here'): UnsupportedMarkdown {
  const sample = token.raw.trim().slice(0, 40);
  return new UnsupportedMarkdown(`${token.type} is not supported ${where}: "${sample}"`);
}

function isShown(token: Token): boolean {
  const isComment = token.type === 'html' && token.raw.startsWith('<!--');
  return token.type !== 'space' && token.type !== 'hr' && token.type !== 'def' && !isComment;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isParagraph(token: Token): token is Tokens.Paragraph {
  return token.type === 'paragraph';
}

function isText(token: Token): token is Tokens.Text {
  return token.type === 'text';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isLink(token: Token): token is Tokens.Link {
  return token.type === 'link';
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

function textIn(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
