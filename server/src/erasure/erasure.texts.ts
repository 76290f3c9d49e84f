/** The texts of mails about an erasure, in each language [SEC-14]. */
import type { KeptAfterErasure } from '@baari/contract/patient/erasure.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { textsOf } from '../texts/texts.ts';
import type { Removed } from './erasure.store.ts';

interface Mail {
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

/** The mail to the owner about the request, with the day until which it can be withdrawn. */
export function askedMail(language: Language, name: string, dueAt: Date): Mail {
  const t = textsOf('erasure', language);
  const { hello } = textsOf('letters', language);
  const parts = [
    { text: hello(name) },
    { text: t.asked(dayOf(dueAt, language)) },
    { text: t.takeBack },
  ];
  return { subject: t.askedSubject, ...letterBody({ language, parts }) };
}

export interface Done {
  readonly certificateId: string;
  readonly at: Date;
  readonly removed: Removed;
  readonly kept: readonly KeptAfterErasure[];
}

/** The certificate: which data was removed, and which must stay, where and until when. */
export function certificateMail(language: Language, done: Done): Mail {
  const t = textsOf('erasure', language);
  const { hello } = textsOf('letters', language);
  const { removed, kept } = done;
  const keptLine = ({ hospital, reports, until }: KeptAfterErasure): string =>
    t.kept(hospital, reports, dayOf(new Date(until), language));
  const parts = [
    { text: hello('') },
    { text: t.done(dayOf(done.at, language)) },
    { own: t.number(done.certificateId) },
    {
      facts: [
        t.people(removed.people),
        t.visits(removed.visits),
        t.appointments(removed.appointments),
        t.ratings(removed.ratings),
        t.reports(removed.reports),
        t.account,
      ],
    },
    { text: kept.length === 0 ? t.nothingKept : t.keptTitle },
    ...(kept.length === 0 ? [] : [{ facts: kept.map(keptLine) }]),
    { text: t.alsoStays },
  ];
  return { subject: t.doneSubject, ...letterBody({ language, parts }) };
}

function dayOf(at: Date, language: Language): string {
  const { locale } = aboutLanguages[language];
  return at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
