/**
 * Builds every mail as plain text and HTML. Every text passes `harmlessSentence`, so that no
 * person's words become a link, a line or markup in another person's mail. Links, and texts that
 * must stay unchanged, are separate parts without any user's words [SEC-12].
 */
import { aboutLanguages, type Language } from '@baari/contract/languages.gen.ts';
import { textsOf } from '../../texts/texts.ts';
import { harmlessSentence, oneLine } from '../harmless.rules.ts';
import { escapeHtml } from './mail.html.ts';

export type LetterPart =
  | { readonly text: string }
  /** Facts that are shown apart from the running text, one fact per line. */
  | { readonly facts: readonly string[] }
  /** A button. For readers who cannot press it, the text `below` and the link's address follow. */
  | { readonly button: string; readonly link: string; readonly below?: string }
  | { readonly link: string }
  /**
   * A line of the application's own text, unchanged: it contains nothing that a user typed or sent.
   */
  | { readonly own: string }
  /** A code or a web address, which is shown unchanged. */
  | { readonly verbatim: string }
  /** The same mail in another language. */
  | { readonly language: Language; readonly parts: readonly LetterPart[] };

export interface Letter {
  readonly language: Language;
  readonly parts: readonly LetterPart[];
}

export interface LetterBody {
  readonly plain: string;
  readonly html: string;
}

/**
 * The body of the mail. It has no pictures and no external styles, so that it reads the same where
 * they are blocked.
 */
export function letterBody({ language, parts }: Letter): LetterBody {
  const { product } = textsOf('common', language);
  return {
    plain: [...parts.flatMap(plainOf), product].join('\n\n'),
    html: `<!doctype html>
<html ${spokenIn(language)}>
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933; max-width: 36em; margin: 0 auto; padding: 24px;">
${parts.map(htmlOf).join('\n')}
<p>${escapeHtml(product)}</p>
</body>
</html>
`,
  };
}

/** The language and the text direction as HTML attributes. */
export function spokenIn(language: Language): string {
  return `lang="${language}" dir="${aboutLanguages[language].direction}"`;
}

function plainOf(part: LetterPart): string[] {
  if ('parts' in part) return part.parts.flatMap(plainOf);
  if ('text' in part) return [harmlessSentence(part.text)];
  if ('facts' in part) return [part.facts.map(harmlessSentence).join('\n')];
  if ('own' in part) return [part.own];
  if ('verbatim' in part) return [oneLine(part.verbatim)];
  return [part.link];
}

const buttonStyle =
  'display: inline-block; background: #0f766e; color: #ffffff; padding: 12px 20px; border-radius: 8px; text-decoration: none;';
const verbatimStyle = 'font-size: 28px; font-weight: bold; letter-spacing: 4px;';

function htmlOf(part: LetterPart): string {
  if ('parts' in part) {
    return `<div ${spokenIn(part.language)}>\n${part.parts.map(htmlOf).join('\n')}\n</div>`;
  }
  if ('text' in part) return `<p>${shown(part.text)}</p>`;
  if ('facts' in part) return `<p><strong>${part.facts.map(shown).join('<br>')}</strong></p>`;
  if ('own' in part) return `<p>${escapeHtml(part.own)}</p>`;
  if ('verbatim' in part) {
    return `<p style="${verbatimStyle}">${escapeHtml(oneLine(part.verbatim))}</p>`;
  }
  const address = escapeHtml(part.link);
  const itself = `<a href="${address}">${address}</a>`;
  if (!('button' in part)) return `<p>${itself}</p>`;
  const button = `<p><a href="${address}" style="${buttonStyle}">${shown(part.button)}</a></p>`;
  return part.below === undefined ? button : `${button}\n<p>${shown(part.below)}<br>${itself}</p>`;
}

function shown(text: string): string {
  return escapeHtml(harmlessSentence(text));
}
