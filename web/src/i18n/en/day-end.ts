import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Closing the day at the desk, and when it ends by itself. */
export const dayEnd = {
  button: 'Close the day',
  title: 'Close the day',
  lead: 'Whoever is inside stays. All others are told why, and can ask again.',
  loading: 'Looking at what is still open…',
  loadFailed: 'What is still open could not be read',
  nothing: 'Nobody waits or has asked, and every doctor is Offline. There is nothing to close.',
  openTitle: 'Still open',
  waiting: (count: number) => plural(count, { one: '1 waiting', other: `${count} waiting` }),
  pending: (count: number) => plural(count, { one: '1 request', other: `${count} requests` }),
  nobody: 'Nobody waits',
  inside: (token: string | null, time: string) =>
    token === null ? `Somebody is inside since ${time}` : `${token} is inside since ${time}`,
  insideAsk: 'Still inside? It stays open. Over? End it.',
  insideDoctor: 'It stays open until the doctor ends it.',
  end: 'End it',
  endFailed: 'The consultation could not be ended',
  word: 'A word to the patients',
  wordHint: 'They read it beside “The day ended before your turn”.',
  confirm: (count: number) =>
    count === 0
      ? 'Set the doctors Offline'
      : plural(count, {
          one: 'Close 1 and set the doctors Offline',
          other: `Close ${count} and set the doctors Offline`,
        }),
  closing: 'Closing…',
  failed: 'The day could not be closed',
  closed: (count: number) =>
    count === 0
      ? 'The day is closed'
      : plural(count, {
          one: 'The day is closed: 1 patient was told',
          other: `The day is closed: ${count} patients were told`,
        }),
  byItself: 'By itself',
  endsAt: 'The day ends at',
  endsAtHint:
    'Then everyone who waits is closed and the doctors go Offline. Choose a time when nobody is waited for any more.',
  endsNever: 'Not by itself',
  forgotten:
    'What was forgotten overnight is closed in the morning from 6:00, once nothing has happened for eight hours.',
  next: (when: string) => `The next end: ${when}.`,
  saved: 'The end of the day is saved',
  saveFailed: 'The end of the day could not be saved',
  notSet: 'No time is set; an administrator can set one.',
};

export type DayEndTexts = typeof dayEnd;
