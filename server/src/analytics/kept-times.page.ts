/** The page of how well a hospital keeps its times: for everybody, where the hospital shows it [WAIT-3]. */
import type { Language } from '@baari/contract/languages.ts';
import { escapeHtml } from '../platform/mail.html.ts';
import { plainPage } from '../platform/plain-page.ts';
import type { KeptTimesRow } from './kept-times.store.ts';
import type { Certain } from './certainty.rules.ts';
import { fewestTold, type KeptDay, keptShare } from './kept-times.rules.ts';

interface Texts {
  readonly title: string;
  readonly lead: (hospital: string) => string;
  readonly kept: string;
  readonly inside: string;
  readonly share: (share: string, lower: string, upper: string) => string;
  readonly tooFew: (fewest: string) => string;
  readonly told: (count: string, from: string, to: string) => string;
  /** Of visits of several stops; not shown while there is too little to tell. */
  readonly visitsTitle: string;
  readonly visitsKept: string;
  readonly visitsInside: string;
  readonly visitsMethod: string;
  readonly methodTitle: string;
  readonly method: readonly string[];
  readonly gone: string;
  readonly goneText: string;
}

const english: Texts = {
  title: 'How well we keep our times',
  lead: (hospital) => `What patients of ${hospital} were told, and what came of it.`,
  kept: 'Called before the later time told',
  inside: 'Called between the two times told',
  share: (share, lower, upper) => `${share} (between ${lower} and ${upper}, 19 times in 20)`,
  tooFew: (fewest) =>
    `There is too little to tell yet: it takes ${fewest} waits, on ten days of doctors at least.`,
  told: (count, from, to) => `${count} waits told, ${from} to ${to}.`,
  visitsTitle: 'Visits of several stops',
  visitsKept: 'Done before the later time told',
  visitsInside: 'Done between the two times told',
  visitsMethod:
    'What counts is how long the rest of the visit was told to take, as each stop began to wait. It held when the last stop was over by then; whoever left after that counts as not held, whoever left before says nothing.',
  methodTitle: 'How it is counted',
  method: [
    'What counts is what a patient was told on being let into the line: two times between which eight in ten should be called, one in ten sooner and one in ten later.',
    'It held when the patient was called, there or not, before the later time had passed. Whoever left or was taken off the line after that time had passed counts as not held; whoever left before says nothing.',
    'Whoever was given another place, or asked to go later, was told anew and is not counted for the old place.',
    'Patients of one doctor’s day wait alike, so the interval follows from how the days differ.',
  ],
  gone: 'This page is not there',
  goneText: 'The hospital shows nobody how well its times hold, or there is no such hospital.',
};

const hindi: Texts = {
  title: 'हमारे बताए समय कितने सही निकलते हैं',
  lead: (hospital) => `${hospital} के मरीज़ों को क्या बताया गया, और क्या हुआ।`,
  kept: 'बताए गए बाद वाले समय से पहले बुलाए गए',
  inside: 'बताए गए दोनों समयों के बीच बुलाए गए',
  share: (share, lower, upper) => `${share} (20 में से 19 बार ${lower} और ${upper} के बीच)`,
  tooFew: (fewest) => `अभी बताने के लिए बहुत कम है: कम से कम ${fewest} इंतज़ार और डॉक्टरों के दस दिन चाहिए।`,
  told: (count, from, to) => `${from} से ${to} तक ${count} इंतज़ार बताए गए।`,
  visitsTitle: 'कई पड़ावों वाली विज़िट',
  visitsKept: 'बताए गए बाद वाले समय से पहले पूरी हुई',
  visitsInside: 'बताए गए दोनों समयों के बीच पूरी हुई',
  visitsMethod:
    'वही गिना जाता है जो हर पड़ाव पर इंतज़ार शुरू होते समय बाकी विज़िट के बारे में बताया गया। बात सही निकली अगर आखिरी पड़ाव तब तक पूरा हो गया; जो उसके बाद चला गया, वह ग़लत गिना जाता है, जो पहले चला गया, वह नहीं गिना जाता।',
  methodTitle: 'यह कैसे गिना जाता है',
  method: [
    'वही गिना जाता है जो मरीज़ को कतार में लेते समय बताया गया: दो समय, जिनके बीच दस में से आठ को बुलाया जाना चाहिए, एक को उससे पहले और एक को बाद में।',
    'बात सही निकली अगर मरीज़ को बाद वाले समय से पहले बुलाया गया, चाहे वह मौजूद था या नहीं। जो उस समय के बाद चला गया या हटाया गया, वह ग़लत गिना जाता है; जो पहले चला गया, वह नहीं गिना जाता।',
    'जिसे दूसरी जगह दी गई, या जिसने बाद में जाना चाहा, उसे नया समय बताया गया; पुरानी जगह नहीं गिनी जाती।',
    'एक डॉक्टर के एक दिन के मरीज़ एक जैसा इंतज़ार करते हैं, इसलिए दायरा दिनों के फ़र्क से निकलता है।',
  ],
  gone: 'यह पेज नहीं है',
  goneText: 'यह अस्पताल नहीं दिखाता कि उसके समय कितने सही निकलते हैं, या ऐसा कोई अस्पताल नहीं है।',
};

const catalogues: Readonly<Record<Language, Texts>> = { en: english, hi: hindi };

export function keptTimesPage(
  hospital: KeptTimesRow,
  {
    waits: days,
    visits,
  }: { readonly waits: readonly KeptDay[]; readonly visits: readonly KeptDay[] },
  language: Language,
): string {
  const texts = catalogues[language];
  const count = (value: number) => new Intl.NumberFormat('en-IN').format(value);
  const told = days.reduce((sum, day) => sum + day.told, 0);
  const shares = { kept: keptShare(days, 'kept'), inside: keptShare(days, 'inside') };
  const row = (label: string, share: Certain) =>
    `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(shareText(share, texts))}</td></tr>`;
  const figures =
    shares.kept === undefined || shares.inside === undefined
      ? [`<p class="hint">${escapeHtml(texts.tooFew(count(fewestTold)))}</p>`]
      : [
          `<table>${row(texts.kept, shares.kept)}${row(texts.inside, shares.inside)}</table>`,
          `<p class="age">${escapeHtml(texts.told(count(told), dayText(hospital.from, language), dayText(hospital.to, language)))}</p>`,
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
  return plainPage({ language, title: `${texts.title} · ${hospital.name}`, lines });
}

export function noKeptTimesPage(language: Language): string {
  const texts = catalogues[language];
  const lines = [`<h1>${texts.gone}</h1>`, `<p class="hint">${texts.goneText}</p>`];
  return plainPage({ language, title: texts.gone, lines });
}

function shareText({ share, lower, upper }: Certain, texts: Texts): string {
  const percent = (value: number) =>
    new Intl.NumberFormat('en-IN', { style: 'percent' }).format(value);
  return texts.share(percent(share), percent(lower), percent(upper));
}

function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle: 'medium',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(`${day}T00:00:00Z`));
}
