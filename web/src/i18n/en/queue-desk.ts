import type { ActionTexts } from '../action-texts.ts';
import { englishOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('en');

const nowAt = (patient: string, place: number) =>
  `${patient} is now ${englishOrdinal(place)} in line.`;

/** By action: its button, its key, and what is said of it. */
const actions = {
  approve: {
    label: 'Approve',
    busy: 'Processing...',
    key: 'Approve the request',
    failed: 'Failed to approve queue request',
    done: (patient: string) => `${patient} has been approved.`,
  },
  reject: {
    label: 'Reject',
    key: 'Reject the request',
    failed: 'Failed to reject queue request',
    done: (patient: string) => `The request of ${patient} has been rejected.`,
  },
  start: {
    label: 'Start',
    key: 'Start the first one’s consultation',
    failed: 'Failed to start consultation. Please try again.',
    done: (patient: string) => `${patient} has been called in.`,
  },
  complete: {
    label: 'Complete',
    busy: 'Completing...',
    key: 'Complete the running consultation',
    failed: 'Failed to complete consultation. Please try again.',
    done: (patient: string) => `The consultation of ${patient} is complete.`,
  },
  no_show: {
    label: 'No show',
    key: 'Mark as no show',
    failed: 'Failed to mark as no show. Please try again.',
    done: (patient: string) => `${patient} has been marked as no show.`,
    confirm: {
      title: (patient: string) => `${patient} is not here`,
      question: 'Mark as no show? The place in the queue is given up.',
      beforeAnyCall:
        'No call has been missed yet. “Not here” would keep the place until the patient comes.',
    },
  },
  remove: {
    label: 'Remove',
    key: 'Remove from the queue',
    failed: 'Failed to remove from queue. Please try again.',
    done: (patient: string) => `${patient} has been removed from the queue.`,
    confirm: {
      title: (patient: string) => `Remove ${patient}`,
      question: 'Are you sure you want to remove this patient from the queue?',
    },
  },
  move_up: {
    label: 'Move up',
    key: 'Move up',
    failed: 'Failed to move patient up. Please try again.',
    done: nowAt,
  },
  move_down: {
    label: 'Move down',
    key: 'Move down',
    failed: 'Failed to move patient down. Please try again.',
    done: nowAt,
  },
  move: {
    label: 'Move',
    key: 'Move to a place',
    failed: 'Failed to move the patient',
    done: nowAt,
  },
  to_end: {
    label: 'Send to the end',
    key: 'Send to the end of the line',
    failed: 'Failed to send the patient to the end',
    done: nowAt,
    confirm: {
      title: (patient: string) => `Send ${patient} to the end`,
      question:
        'Everyone who waits now goes first. The patients read that the desk changed the order.',
    },
  },
  hold: {
    label: 'Not here',
    again: 'Call again',
    key: 'Not here: put on hold, or call again',
    failed: 'Failed to put on hold',
    done: (patient: string) => `${patient} is on hold and goes next on arrival.`,
  },
  back: {
    label: 'Here',
    key: 'Here again after being on hold',
    failed: 'Failed to take off hold',
    done: (patient: string) => `${patient} is here and goes next.`,
  },
  note: {
    label: 'Add notes',
    key: 'Add notes',
    failed: 'Failed to add notes. Please try again.',
    done: (patient: string) => `The note on ${patient} has been saved.`,
  },
  urgency: {
    label: 'Change urgency',
    key: 'Change the urgency',
    failed: 'Failed to change the urgency',
    done: (patient: string) => `The urgency of ${patient} has been changed.`,
  },
  check_in: {
    label: 'Here',
    failed: 'Checking in did not work',
    done: (patient: string) => `${patient} is checked in.`,
  },
  undo_check_in: {
    label: 'Not here after all',
    failed: 'Taking the check-in back did not work',
    done: (patient: string) => `The check-in of ${patient} has been taken back.`,
  },
} satisfies ActionTexts;

/** The hospital's side: shells, the queue desk, the staff's and the doctor's pages. */
export const queueDesk = {
  hospitalArea: 'Hospital',
  staffArea: 'Staff',
  doctorArea: 'Doctor',
  nav: {
    doctors: 'Doctors',
    queue: 'Queue Management',
    appointments: 'Appointments',
    reports: 'Medical Reports',
    hospitalProfile: 'Hospital Profile',
    team: 'Team',
    dashboard: 'Dashboard',
    myQueue: 'My Queue',
    console: 'Open console',
  },
  title: 'Queue Management',
  panes: 'Queue views',
  pendingTab: 'Pending Approvals',
  doctorTab: 'Doctor Queues',
  activeTab: 'Active Queue',
  requests: (count: number) =>
    plural(count, { one: 'One pending request', other: `${count} pending requests` }),
  shownOf: (shown: string, total: string) => `${shown} of ${total} shown`,
  showMore: 'Show more',
  firstOf: (shown: string, total: string) => `The first ${shown} of ${total} are shown.`,
  loading: 'Loading queue data...',
  errorTitle: 'Error loading queue data',
  noDoctorsTitle: 'No doctors available',
  noDoctors: 'Add doctors to your hospital to start managing queues',
  noPendingTitle: 'No Pending Requests',
  noPending: 'All queue requests have been processed',
  noQueueTitle: 'No queue data available',
  noQueue: 'Nobody is waiting and nobody is with the doctor.',
  nobodyWaits: 'Nobody is waiting.',
  nobodyInside: 'Nobody is with the doctor right now.',

  doctor: 'Doctor',
  allDoctors: 'All doctors',
  inProgress: 'In progress',
  waitingList: 'Waiting list',
  waitingCount: (count: number) => plural(count, { one: '1 waiting', other: `${count} waiting` }),
  place: (place: number) => `${englishOrdinal(place)} in line`,
  joinedAt: 'Joined',
  since: 'Since',
  requestedAt: 'Requested',
  wait: (range: string) => `about ${range} min`,
  symptoms: 'Symptoms',
  staffNotes: 'Staff notes',
  noEmail: 'No email',
  noPhone: 'No phone',

  actions,
  processing: 'Processing...',
  startBlocked: 'Complete the running consultation first',
  urgencyTitle: (patient: string) => `How urgent is ${patient}?`,
  urgencyLead:
    'Your judgement takes the place of the patient’s. Nobody moves by it: the desk then suggests who is next.',
  urgency: 'Urgency',
  urgencyReason: 'Reason',
  urgencyReasonHint: 'Only staff read it. The patient is told the new urgency.',
  urgencyConfirm: 'Change',
  urgencySaving: 'Changing...',
  urgencyJudged: (stated: string, time: string, reason: string) =>
    `Changed by staff at ${time}, stated ${stated}: ${reason}`,

  awaySince: (time: string) => `Not here at ${time}`,
  missedCalls: (count: number) =>
    plural(count, { one: 'called once', other: `called ${count} times` }),
  backSince: (time: string) => `Back since ${time}`,
  dueAt: (time: string) => `due ${time}`,
  overdue: (time: string) => `overdue since ${time}`,

  suggestion: (patient: string, time: string) =>
    `By urgency and waiting time ${patient} is next: due ${time}.`,
  suggestionAction: 'Place first',

  grip: (patient: string) => `Move ${patient}`,
  gripHint: 'Drag, or press Space, choose with the arrow keys, and put down with Enter.',
  moveTitle: (patient: string) => `Move ${patient}`,
  movePosition: (last: number) => `Place in line (1 to ${last})`,
  moving: 'Moving...',
  moveReason: 'Reason',
  moveReasonNeeded: 'This hurts somebody who waits: give a reason. The patients read it.',
  moveReasonHint: 'The patients whose place changes read it.',
  moveReasons: {
    urgent: 'An urgent case',
    returned: 'Called before and back now',
    doctor: 'The doctor asks for it',
    patient: 'The patient asks for it',
    desk: 'Another reason of the desk',
  },
  effectAhead: (count: number) => `moves ahead of ${count}`,
  effectBack: (count: number) => `lets ${count} go first`,
  effectLow: (minutes: string) => `the longest low wait becomes ${minutes} min`,
  effectPasses: (times: number) => `somebody is passed ${times} times in all`,
  effectWait: (minutes: string) => `somebody waits ${minutes} min in all`,
  effectNone: 'No change',
  grabbed: (patient: string, place: number) =>
    `${patient} picked up, ${englishOrdinal(place)} in line. Arrow keys choose a place, Enter puts down, Escape cancels.`,
  grabMoved: (place: number) => `${englishOrdinal(place)} in line`,
  grabCancelled: 'The move was cancelled.',
  cannotMoveOn: (patient: string) => `${patient} cannot be moved further.`,

  ago: (seconds: number) => `${seconds} s ago`,
  you: 'You',
  thePatient: 'The patient',
  quicker: {
    request: (who: string, ago: string) => `${who} asked for this place ${ago}.`,
    join: (who: string, ago: string) => `${who} joined the line ${ago}.`,
    approve: (who: string, ago: string) => `${who} approved this ${ago}.`,
    reject: (who: string, ago: string) => `${who} rejected this ${ago}.`,
    start: (who: string, ago: string) => `${who} started the consultation ${ago}.`,
    complete: (who: string, ago: string) => `${who} completed the consultation ${ago}.`,
    no_show: (who: string, ago: string) => `${who} marked this as no show ${ago}.`,
    leave: (who: string, ago: string) => `${who} left the queue ${ago}.`,
    remove: (who: string, ago: string) => `${who} removed this patient ${ago}.`,
    move: (who: string, ago: string) => `${who} moved this patient ${ago}.`,
    note: (who: string, ago: string) => `${who} wrote a note ${ago}.`,
    urgency: (who: string, ago: string) => `${who} changed the urgency ${ago}.`,
    hold: (who: string, ago: string) => `${who} called this patient in vain ${ago}.`,
    back: (who: string, ago: string) => `${who} told ${ago} that this patient is back.`,
    check_in: (who: string, ago: string) => `${who} checked this patient in ${ago}.`,
    undo_check_in: (who: string, ago: string) => `${who} took the check-in back ${ago}.`,
  },

  rejectTitle: 'Reject Queue Request',
  rejectOf: (patient: string) => `The request of ${patient}. The patient reads the reason.`,
  rejectReason: 'Reason',
  rejectConfirm: 'Reject Request',
  notesTitle: 'Add Notes',
  notesOf: (patient: string) => `For ${patient}. Only staff can read it.`,
  notesLabel: 'Notes',
  notesConfirm: 'Add Notes',
  adding: 'Adding...',

  failed: {
    pending: 'Failed to fetch pending approvals',
    doctorQueue: 'Failed to fetch doctor queue',
  },

  newRequest: 'New queue request',
  newRequestFor: (doctor: string) => `Someone asks to join the queue of ${doctor}.`,
  requestSound: 'Sound of new requests',
  notifyMe: 'Notify me of new requests',
  notifyDenied: 'Notifications are blocked in this browser’s settings.',
  notifyOn: 'New requests will be shown on this desktop.',

  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Use single keys',
  shortcutsHint: 'Keys work while you are not typing.',
  altHint: 'Alt with ↑ or ↓ moves the patient by one place.',
  keys: {
    next: 'Next in the list',
    previous: 'Previous in the list',
    pendingPane: 'Go to Pending Approvals',
    queuePane: 'Go to the queue',
    refresh: 'Refresh',
    help: 'Show this list',
  },

  stats: {
    pending: 'Pending Requests',
    approvedToday: 'Approved Today',
    rejectedToday: 'Rejected Today',
    waiting: 'Waiting now',
    inProgress: 'With a doctor',
    completedToday: 'Completed Today',
  },
  dashboardTitle: 'Dashboard',
  dashboardLead: 'Today at a glance',
  ourDoctors: 'Doctors',
  inQueue: (count: number) => plural(count, { one: '1 in queue', other: `${count} in queue` }),
  waitNow: (range: string) => `Joining now: about ${range} min`,
  noWait: 'No wait',
  links: 'Go to',

  myQueueTitle: 'My Queue',
  myStatus: 'My status',
  backToDashboard: 'Dashboard',
};

export type QueueDesk = typeof queueDesk;
