/** The words of mails about an erasure, in each language [SEC-14]. */
import type { KeptAfterErasure } from '@baari/contract/erasure.ts';
import type { Language } from '@baari/contract/languages.ts';
import { letterBody } from '../platform/letter.ts';
import type { Removed } from './erasure.store.ts';

const en = {
  greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  askedSubject: 'You asked for your data to be erased',
  asked: (day: string) =>
    `Somebody signed in to your Baari account asked for it to be erased. This is carried out after ${day}; then it cannot be undone.`,
  takeBack:
    'Until then you can take it back: sign in and open My Profile, Account and data. It was not you? Take it back and change your password.',
  doneSubject: 'Your data was erased: certificate',
  done: (day: string) => `Your Baari account and what was kept about you was erased on ${day}.`,
  number: (id: string) => `Certificate ${id}`,
  people: (n: number) => `People of the account: ${n}`,
  visits: (n: number) => `Visits made anonymous, without symptoms, notes and contact: ${n}`,
  appointments: (n: number) => `Appointments made anonymous: ${n}`,
  ratings: (n: number) => `Ratings whose words were removed: ${n}`,
  reports: (n: number) => `Reports deleted: ${n}`,
  account: 'Account, sessions, passkeys, devices, settings and messages: deleted',
  keptTitle: 'What has to stay, since the law asks hospitals to keep it:',
  kept: (hospital: string, n: number, day: string) =>
    `${hospital}: ${n} reports with the name of whom they are about, until ${day}; then they are deleted by themselves.`,
  nothingKept: 'No report stays.',
  alsoStays:
    'The trail of who read what stays without your name: it holds numbers only. Stars that you gave stay without words. Backups that were written before hold your data until they are thrown away.',
};

type Texts = { readonly [Key in keyof typeof en]: (typeof en)[Key] };

const hi = {
  greeting: (name: string) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  askedSubject: 'आपने अपनी जानकारी मिटाने को कहा',
  asked: (day: string) =>
    `आपके बारी खाते में साइन इन करके किसी ने उसे मिटाने को कहा है। यह ${day} के बाद होगा; उसके बाद इसे लौटाया नहीं जा सकता।`,
  takeBack:
    'तब तक आप इसे वापस ले सकते हैं: साइन इन करें और मेरा परिचय में खाता और जानकारी खोलें। यह आप नहीं थे? इसे वापस लें और अपना पासवर्ड बदलें।',
  doneSubject: 'आपकी जानकारी मिटा दी गई: प्रमाणपत्र',
  done: (day: string) => `आपका बारी खाता और आपके बारे में रखी जानकारी ${day} को मिटा दी गई।`,
  number: (id: string) => `प्रमाणपत्र ${id}`,
  people: (n: number) => `खाते के लोग: ${n}`,
  visits: (n: number) => `बिना लक्षण, टिप्पणी और संपर्क के, बेनाम की गई मुलाक़ातें: ${n}`,
  appointments: (n: number) => `बेनाम किए गए अपॉइंटमेंट: ${n}`,
  ratings: (n: number) => `रेटिंग जिनके शब्द हटाए गए: ${n}`,
  reports: (n: number) => `मिटाई गई रिपोर्टें: ${n}`,
  account: 'खाता, सत्र, पासकी, उपकरण, सेटिंग और संदेश: मिटाए गए',
  keptTitle: 'जो रहना ज़रूरी है, क्योंकि क़ानून अस्पतालों से इसे रखने को कहता है:',
  kept: (hospital: string, n: number, day: string) =>
    `${hospital}: ${n} रिपोर्टें, जिनकी हैं उनके नाम के साथ, ${day} तक; फिर वे अपने आप मिट जाएँगी।`,
  nothingKept: 'कोई रिपोर्ट नहीं रहती।',
  alsoStays:
    'किसने क्या देखा, इसका लेखा आपके नाम के बिना रहता है: उसमें केवल संख्याएँ हैं। आपके दिए सितारे बिना शब्दों के रहते हैं। पहले लिखे गए बैकअप में आपकी जानकारी तब तक रहेगी जब तक वे मिटाए नहीं जाते।',
} satisfies Texts;

const catalogues: Readonly<Record<Language, Texts>> = { en, hi };

interface Mail {
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

/** To the owner: until when it can be taken back. */
export function askedMail(language: Language, name: string, dueAt: Date): Mail {
  const t = catalogues[language];
  const parts = [
    { text: t.greeting(name) },
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

/** The certificate: what was removed, and what has to stay where and until when. */
export function certificateMail(language: Language, done: Done): Mail {
  const t = catalogues[language];
  const { removed, kept } = done;
  const keptLine = ({ hospital, reports, until }: KeptAfterErasure): string =>
    t.kept(hospital, reports, dayOf(new Date(until), language));
  const parts = [
    { text: t.greeting('') },
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
  return at.toLocaleDateString(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
}
