import { englishOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Being late, or letting others go first. */
export const later = {
  title: 'Running late, or going later',
  lead: 'Others go first, and your visit stays.',
  left: (times: number) =>
    plural(times, {
      one: 'You can do this once more.',
      other: `You can do this twice in a visit.`,
    }),
  loading: 'Working out where it leads…',
  failed: 'Where it would lead could not be fetched',
  lateTitle: 'I am late by',
  lateBy: (minutes: number) => `${minutes} minutes`,
  laterTitle: 'I am not in a hurry',
  letFirst: (people: number) =>
    plural(people, { one: 'Let 1 person go first', other: `Let ${people} people go first` }),
  goFirst: (people: number, position: number) =>
    plural(people, {
      one: `1 person goes first; you are then ${englishOrdinal(position)}.`,
      other: `${people} people go first; you are then ${englishOrdinal(position)}.`,
    }),
  expected: (when: string) => `Expected: ${when}.`,
  placeStays: 'Your place stays as it is; the desk is told.',
  choose: 'Choose one.',
  confirm: 'Go later',
  sending: 'Telling the desk…',
  sendFailed: 'Your place could not be put off',
  doneTitle: 'The desk knows',
  done: (position: number) => `You are now ${englishOrdinal(position)} in the line.`,
  used: 'You have put your place off twice in this visit. Please speak to the reception.',
  nothing: 'Nobody behind you could go first just now. Your place stays as it is.',
  notKnown: 'Nobody can say just now when it goes on. Your place stays as it is.',
  onHold: 'You were called. Tell the desk when you are here: you go next.',
};

export type Later = typeof later;
