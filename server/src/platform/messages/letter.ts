/**
 * Builds every mail as plain text and HTML. Every text passes `harmlessSentence`, so that no person's words
 * become a link, a line or markup in another person's mail. Links and texts that keep their dots are separate
 * parts, and only ours [SEC-12].
 */
import { aboutLanguages, type Language } from '@baari/contract/languages.gen.ts';
import { textsOf } from '../../texts/texts.ts';
import { harmlessSentence, oneLine } from '../harmless.rules.ts';
import { escapeHtml } from './mail.html.ts';

export type LetterPart =
  | { readonly text: string }
  /** Facts that are shown apart, one per line. */
  | { readonly facts: readonly string[] }
  /** `below` is shown before the address itself, for readers who cannot press the button. */
  | { readonly button: string; readonly link: string; readonly below?: string }
  | { readonly link: string }
  /** A line of our own, unchanged: it contains nothing that a user typed or sent. */
  | { readonly own: string }
  /** A code or an address, unchanged. */
  | { readonly verbatim: string }
  /** The same letter in another language. */
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
 * The mail's body, without pictures or external styles, so that it reads the same where those are blocked.
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
