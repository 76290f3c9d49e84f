/**
 * Messages to patients in line who should ask at the reception, because they may not be seen today
 * or nobody has been called for long [PAT-11, INV-16].
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@baari/contract/languages.gen.ts';
import { smsText } from '../platform/messages/sms/sms-kinds.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { type NewsFacts, queueNewsWords } from './queue-news-texts.ts';

function factsOf(line: NewsFacts['line'], advice: NewsFacts['advice']): NewsFacts {
  return {
    id: 'one',
    doctor: 'Dr. Asha Rao',
    service: null,
    room: 'Room 4',
    hospital: 'City Hospital',
    standing: 'confirmed',
    place: 9,
    token: 'C-009',
    line,
    waitRange: null,
    zone: 'Asia/Kolkata',
    now: new Date('2026-03-12T10:50:00Z'),
    advice,
    forWhom: undefined,
    hasAccount: true,
  };
}

const beyond = {
  state: 'beyond_hours',
  at: '2026-03-12T11:30:00.000Z',
  usuallyAt: null,
} as const;
const silent = { state: 'silent', at: '2026-03-12T10:08:00.000Z', usuallyAt: null } as const;

test('a message to a patient who may not be seen today says so on every channel, and does not ask the patient to sit down or stay [PAT-11, INV-16]', () => {
  const to = { name: 'Meera', language: 'en' } as const;
  for (const kind of ['approved', 'delayed'] as const) {
    for (const advice of ['stay', 'wait_here'] as const) {
      const { mail, sms, push } = queueNewsWords(kind, factsOf(beyond, advice), to, publicUrl);
      const texted = smsText({ ...sms, language: 'en' });
      for (const text of [mail.plain, texted, push.body]) {
        const words = text.replaceAll('\u202f', ' ');
        assert.match(words, /The hours end at 5:00 pm\. You will probably not be seen today\./u);
        assert.match(words, /Ask the reception/u);
        assert.doesNotMatch(words, /take a seat|Stay where you are|expect your call/u);
      }
    }
  }
});

test('patients read in their own language how long nobody has been called [PAT-11, INV-16]', () => {
  const messages = languages.map((language) => {
    const to = { name: 'Meera', language };
    const { sms } = queueNewsWords('delayed', factsOf(silent, 'stay'), to, publicUrl);
    return smsText({ ...sms, language });
  });
  assert.match(messages[languages.indexOf('en')] ?? '', /Nobody has been called for 40 minutes\./u);
  for (const sms of messages) assert.match(sms, /\p{Nd}{2}/u);
  assert.equal(new Set(messages).size, languages.length);
});
