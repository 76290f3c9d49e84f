/** A short mail: who is greeted, what is said, the facts, one link. */
import type { Preferences } from '@baari/contract/profile.ts';
import { escapeHtml } from '../platform/mail.html.ts';
import type { MailMessage } from '../platform/mail.ts';

export interface Letter {
  readonly language: Preferences['language'];
  readonly greeting: string;
  readonly lead: string;
  /** Set apart, a line each. */
  readonly facts: readonly string[];
  readonly notes: readonly string[];
  readonly button: string;
  readonly link: string;
  /** Under the link. */
  readonly after: readonly string[];
}

/** The same text plain and as HTML; nothing of it can become markup. */
export function letterBody(letter: Letter): Pick<MailMessage, 'plain' | 'html'> {
  const { language, greeting, lead, facts, notes, button, link, after } = letter;
  const address = escapeHtml(link);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    plain: [greeting, lead, facts.join('\n'), ...notes, link, ...after, 'Baari'].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}">
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933; max-width: 36em; margin: 0 auto; padding: 24px;">
${paragraph(greeting)}
${paragraph(lead)}
<p><strong>${facts.map(escapeHtml).join('<br>')}</strong></p>
${notes.map(paragraph).join('\n')}
<p><a href="${address}" style="display: inline-block; background: #0f766e; color: #ffffff; padding: 12px 20px; border-radius: 8px; text-decoration: none;">${escapeHtml(button)}</a></p>
${after.map(paragraph).join('\n')}
<p>Baari</p>
</body>
</html>
`,
  };
}
