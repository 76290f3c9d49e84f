/**
 * The page behind a ticket's code: plain HTML that any phone shows, without JavaScript and without
 * anything that says who waits. It asks again by itself every 30 seconds [ARR-4].
 */
import { isOpenStatus, productName } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { clockText, lineText, whenText } from '../waits/wait-texts.ts';
import { escapeHtml } from '../platform/mail.html.ts';
import type { TicketStanding } from './arrivals.view.ts';
import { ticketTexts } from './ticket.texts.ts';

export const ticketStylePath = '/t/ticket.css';
const refreshSeconds = 30;

/** The languages' own names, for who cannot read the other one. */
const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

export function ticketPage(standing: TicketStanding, language: Language, now: Date): string {
  const texts = ticketTexts[language];
  const { status, position } = standing;
  const reader = { language, zone: standing.timeZone, now };
  const when = status === 'waiting' ? whenText(standing.waitRange, reader) : undefined;
  const line = status === 'waiting' ? lineText(standing.line, reader) : undefined;
  const state =
    status === 'waiting' && standing.isNext ? texts.next : texts.state[status](position);
  const isOver = !isOpenStatus(status);
  const lines = [
    `<p class="place">${escapeHtml(texts.hospital(standing.hospitalName))}</p>`,
    ...(standing.hospitalStanding === 'confirmed'
      ? []
      : [`<p class="unconfirmed">${escapeHtml(texts.unconfirmed)}</p>`]),
    `<p class="label" id="token">${texts.token}</p>`,
    `<h1 class="token" aria-labelledby="token t" id="t">${escapeHtml(standing.token)}</h1>`,
    `<p class="state ${status}" role="status">${escapeHtml(state)}</p>`,
    ...(when === undefined ? [] : [`<p class="wait">${escapeHtml(texts.expected(when))}</p>`]),
    ...(line === undefined ? [] : [`<p class="hint">${escapeHtml(line)}</p>`]),
    `<p class="hint">${escapeHtml(hintOf(standing, texts))}</p>`,
    `<p class="doctor">${escapeHtml(standing.doctorName)}<br><span>${escapeHtml(standing.department)}</span></p>`,
    `<p class="age">${escapeHtml(texts.asOf(clockText(now, reader)))}${isOver ? '' : ` ${texts.refreshes}`}</p>`,
  ];
  return page(language, `${standing.token} · ${texts.title}`, lines, isOver ? '' : refresh);
}

/** For an address that opens nothing: mistyped, or of a visit that is over. */
export function unknownTicketPage(language: Language): string {
  const texts = ticketTexts[language];
  const lines = [
    `<h1>${texts.unknownTitle}</h1>`,
    `<p class="hint">${texts.unknownText}</p>`,
    `<p><a href="/">${texts.home}</a></p>`,
  ];
  return page(language, texts.unknownTitle, lines, '');
}

const refresh = `<meta http-equiv="refresh" content="${refreshSeconds}">`;

function page(language: Language, title: string, lines: readonly string[], head: string): string {
  const other: Language = language === 'en' ? 'hi' : 'en';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ticketStylePath}">
${head}
</head>
<body>
<header><strong>baari</strong><a href="?lang=${other}" lang="${other}" hreflang="${other}" rel="nofollow">${languageNames[other]}</a></header>
<main>
${lines.join('\n')}
</main>
</body>
</html>
`;
}

function hintOf({ status, isHere }: TicketStanding, texts: (typeof ticketTexts)[Language]): string {
  return status === 'waiting' && !isHere ? texts.notHereYet : texts.hint[status];
}

export const ticketStyle = `:root {
  color-scheme: light dark;
  --ground: #f4f7f7; --card: #fff; --text: #14282b; --soft: #4a6165; --line: #d5e0e1;
  --teal: #0d6b70; --turn: #8a4b00; --turn-ground: #fff3dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1719; --card: #142225; --text: #e8f1f1; --soft: #a3b8ba; --line: #27393c;
    --teal: #5ec4c6; --turn: #ffc66b; --turn-ground: #38290f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1.0625rem/1.5 Inter, "Noto Sans Devanagari", system-ui, sans-serif; }
header { display: flex; justify-content: space-between; align-items: center; max-width: 28rem;
  margin: 0 auto; padding: .5rem 1rem; }
header strong, a { color: var(--teal); }
header a { display: inline-block; padding: .75rem; }
main { max-width: 28rem; margin: 0 auto 2rem; padding: 1.25rem 1rem 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; text-align: center; }
p { margin: .5rem 0; }
.label { margin: 1rem 0 0; color: var(--soft); }
.token { margin: 0; font-size: 4rem; line-height: 1.15; color: var(--teal);
  font-variant-numeric: tabular-nums; }
.state { font-size: 1.375rem; font-weight: 650; }
.in_progress { padding: .75rem; border-radius: 10px; color: var(--turn);
  background: var(--turn-ground); }
.unconfirmed { font-size: .9375rem; color: var(--turn); }
.wait { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.doctor { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.doctor span, .hint, .age { color: var(--soft); }
.age { font-size: .9375rem; }
@media (min-width: 30rem) { main { padding: 2rem; } }
`;
