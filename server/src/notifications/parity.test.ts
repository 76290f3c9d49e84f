/** Every message about a place in a line has its words on every channel, in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { smsText } from '../platform/messages/sms/sms-kinds.ts';
import { wordingOf } from '../platform/messages/sms/templates.ts';
import {
  whatsappKindOf,
  whatsappValues,
  whatsappWording,
} from '../platform/messages/whatsapp/whatsapp-templates.ts';
import { type NewsFacts, queueNewsWords } from './queue-news-texts.ts';
import { queueNewsKinds } from './queue-news.rules.ts';

const site = 'https://baari.example.org';
const facts: NewsFacts = {
  id: '00000000-0000-4000-8000-000000000001',
  doctor: 'Dr. Meera Kulkarni',
  service: null,
  room: 'Room 4',
  hospital: 'Sahyadri Hospital',
  standing: 'confirmed',
  place: 3,
  token: 'K-003',
  line: null,
  waitRange: null,
  zone: 'Asia/Kolkata',
  now: new Date('2026-03-12T05:00:00Z'),
  advice: 'stay',
  hasAccount: true,
  forWhom: undefined,
};

/** The words that a patient reads on a channel. */
const channels = {
  email: (kind, language) => {
    const { mail } = wordsOf(kind, language);
    assert.ok(mail.subject.includes(facts.doctor));
    assert.ok(mail.html.includes(`lang="${language}"`));
    return mail.plain;
  },
  push: (kind, language) => {
    const { title, body } = wordsOf(kind, language).push;
    return `${title}\n${body}`;
  },
  sms: (kind, language) => {
    const { sms } = wordsOf(kind, language);
    assert.ok(wordingOf(sms.kind, language, site).includes('{#var#}'));
    return smsText({ ...sms, language });
  },
  whatsapp: (kind, language) => {
    const { sms } = wordsOf(kind, language);
    const approved = whatsappKindOf(sms.kind);
    assert.ok(approved !== undefined);
    const values = whatsappValues({ ...sms, language });
    return whatsappWording(approved, language, site).replaceAll(
      /\{\{(?<name>\d+)\}\}/gu,
      (_all, name: string) => values[name] ?? assert.fail(`no value for ${name}`),
    );
  },
} as const satisfies Record<
  string,
  (kind: (typeof queueNewsKinds)[number], language: Language) => string
>;

function wordsOf(kind: (typeof queueNewsKinds)[number], language: Language) {
  return queueNewsWords(kind, facts, { name: 'Asha Rao', language }, site);
}

for (const kind of queueNewsKinds) {
  for (const [channel, read] of Object.entries(channels)) {
    for (const language of languages) {
      test(`the message “${kind}” by ${channel} in ${language} names the doctor and the hospital, and no reason or symptom [MSG-1, MSG-9, PROF-1]`, () => {
        const words = read(kind, language);
        assert.ok(words.includes(facts.doctor), words);
        assert.ok(words.includes(facts.hospital), words);
        assert.doesNotMatch(words, /undefined|\[object|\{\{|\{#var/u);
      });
    }
  }
}
