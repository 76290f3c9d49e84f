/**
 * The public page on how often a hospital's wait forecasts were right, if the hospital publishes it
 * [WAIT-3].
 */
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { escapeHtml } from '../../platform/messages/mail.html.ts';
import { plainPage } from '../../platform/pages/plain-page.ts';
import { textsOf } from '../../texts/texts.ts';
import type { KeptTimesRow } from './kept-times.store.ts';
import type { Certain } from '../../platform/certainty.rules.ts';
import { fewestAnnounced, type KeptDay, keptShare } from './kept-times.rules.ts';

export function keptTimesPage(
  hospital: KeptTimesRow,
  {
    waits: days,
    visits,
  }: { readonly waits: readonly KeptDay[]; readonly visits: readonly KeptDay[] },
  { language, offered }: { readonly language: Language; readonly offered: readonly Language[] },
): string {
  const texts = textsOf('keptTimes', language);
  const { locale } = aboutLanguages[language];
  const count = (value: number) => new Intl.NumberFormat(locale).format(value);
  const announced = days.reduce((sum, day) => sum + day.announced, 0);
  const shares = { kept: keptShare(days, 'kept'), inside: keptShare(days, 'inside') };
  const row = (label: string, share: Certain) =>
    `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(shareText(share, language))}</td></tr>`;
  const figures =
    shares.kept === undefined || shares.inside === undefined
      ? [`<p class="hint">${escapeHtml(texts.tooFew(count(fewestAnnounced)))}</p>`]
      : [
          `<table>${row(texts.kept, shares.kept)}${row(texts.inside, shares.inside)}</table>`,
          `<p class="age">${escapeHtml(texts.basis(count(announced), dayText(hospital.from, language), dayText(hospital.to, language)))}</p>`,
        ];
  const ofVisits = { kept: keptShare(visits, 'kept'), inside: keptShare(visits, 'inside') };
  const visitFigures =
    ofVisits.kept === undefined || ofVisits.inside === undefined
      ? []
      : [
          `<h2>${texts.visitsTitle}</h2>`,
          `<table>${row(texts.visitsKept, ofVisits.kept)}${row(texts.visitsInside, ofVisits.inside)}</table>`,
          `<p class="hint">${escapeHtml(texts.visitsMethod)}</p>`,
        ];
  const lines = [
    `<h1>${texts.title}</h1>`,
    `<p class="hint">${escapeHtml(texts.lead(hospital.name))}</p>`,
    ...figures,
    ...visitFigures,
    `<h2>${texts.methodTitle}</h2>`,
    ...texts.method.map((text) => `<p class="hint">${escapeHtml(text)}</p>`),
  ];
  return plainPage({ language, offered, title: `${texts.title} · ${hospital.name}`, lines });
}

export function noKeptTimesPage(language: Language): string {
  const texts = textsOf('keptTimes', language);
  const lines = [`<h1>${texts.gone}</h1>`, `<p class="hint">${texts.goneText}</p>`];
  return plainPage({ language, title: texts.gone, lines });
}

function shareText({ share, lower, upper }: Certain, language: Language): string {
  const percent = (value: number) =>
    new Intl.NumberFormat(aboutLanguages[language].locale, { style: 'percent' }).format(value);
  return textsOf('keptTimes', language).share(percent(share), percent(lower), percent(upper));
}

function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(aboutLanguages[language].locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
