import { englishOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Words that the components of the design system say by themselves. */
export const ui = {
  close: 'Close',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  clearSearch: 'Clear the search',
  windowFailedTitle: 'This could not be opened',
  windowFailed: 'Check your connection and try again.',
  required: 'required',
  error: 'Error',
  toastTypes: { success: 'Done', error: 'Problem', warning: 'Take care', info: 'Note' },
  loading: 'Loading…',
  statuses: {
    pending_approval: 'Pending Approval',
    waiting: 'Waiting',
    in_progress: 'In Progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'No Show',
    rejected: 'Rejected',
  },
  doctorStatuses: { Available: 'Available', Busy: 'Busy', Offline: 'Offline' },
  /** When a call is expected, on the clock. */
  when: {
    between: (from: string, to: string) => `Between ${from} and ${to}`,
    by: (to: string) => `By ${to}`,
    orAfterBreak: (before: string, from: string, to: string) =>
      `Before ${before}, or after the break between ${from} and ${to}`,
    anyMoment: 'Any moment now',
  },
  onBreakUntil: (time: string) => `On a break until ${time}`,
  urgencies: { low: 'LOW', medium: 'MEDIUM', high: 'HIGH' },
  urgencyOf: (urgency: string) => `Urgency: ${urgency}`,
  notConfirmed: 'Not confirmed',
  notConfirmedTitle: 'This hospital is not confirmed',
  notConfirmedText:
    'Nobody has confirmed yet that it is the hospital it says it is. Check its address and phone before you go or tell it about your health.',
  notOpenTitle: 'This hospital takes nobody here',
  notOpen: 'It is closed on Baari, or has not been confirmed yet. You cannot join or book.',
  live: 'Live Updates',
  connecting: 'Connecting…',
  stale: 'Not live',
  asOf: (when: string) => `as of ${when}`,
  placeInLine: (place: number, total: number) =>
    `You are ${englishOrdinal(place)} of ${total} in the line`,
  yourTurn: 'It is your turn',
  lineOf: (total: number) =>
    plural(total, { one: 'One person is waiting', other: `${total} people are waiting` }),
  lineEmpty: 'Nobody is waiting',
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  showMore: 'Show more',
  shownOf: (shown: string, total: string) => `${shown} of ${total} shown`,
};

export type Ui = typeof ui;
