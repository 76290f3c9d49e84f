import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Sending somebody on to another line, from wherever they are served or wait. */
export const sendingOn = {
  sendOn: 'Send on',
  sendOnOf: (name: string) => `Send ${name} on`,
  title: (name: string) => `Send ${name} on`,
  lead: 'The token stays the same. A tap on a line sends there.',
  loading: 'Loading the lines...',
  failed: 'The lines could not be read',
  none: 'There is no other line at this hospital.',
  planned: 'Planned for this visit',
  usual: 'Usually next',
  other: 'All others',
  search: 'Find a line or a doctor',
  nothingFound: 'No line is called that.',
  waiting: (count: number) =>
    count === 0 ? 'nobody waits' : plural(count, { one: '1 waits', other: `${count} wait` }),
  closed: 'takes nobody now',
  comesBack: 'Comes back here afterwards',
  comesBackHint: 'Keeps the right to return to this line, not a place in it.',
  refused: 'Not sent on',
  cancel: 'Cancel',
  sending: 'Sending on...',
  sent: (name: string, line: string) => `${name} is sent on to ${line}.`,
  sentLabel: 'Sent on',
  undo: 'Undo',
  undone: (name: string) => `${name} is back here.`,
  undoFailed: 'It could not be undone',
};

export type SendingOn = typeof sendingOn;
