import type { OrderRule } from '@baari/contract/shared-line.ts';
import type { ServiceKind } from '@baari/contract/service-kinds.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

const kinds: Record<ServiceKind, string> = {
  registration: 'Registration',
  vitals: 'Vitals',
  laboratory: 'Laboratory',
  imaging: 'Imaging',
  pharmacy: 'Pharmacy',
  billing: 'Billing',
  any_doctor: 'Any doctor',
  other: 'Other service',
};

const orders: Record<OrderRule, string> = {
  arrival: 'By time of arrival at the hospital',
  end: 'At the end of the line',
  returns_next: 'Returns go next',
};

const orderHints: Record<OrderRule, string> = {
  arrival: 'Whoever came to the hospital first is called first, wherever they were before.',
  end: 'Whoever is sent here waits behind everybody else.',
  returns_next: 'Whoever comes back, such as from the laboratory, is called next in between.',
};

/** Lines that are nobody's own, and where an administrator lays them out. */
export const lines = {
  title: 'Lines',
  lead: 'What patients wait for besides a doctor: registration, vitals, laboratory, pharmacy, or any free doctor.',
  loading: 'Loading the lines...',
  failed: 'The lines could not be read',
  count: (shown: number) => plural(shown, { one: '1 line', other: `${shown} lines` }),
  howTitle: 'How it works',
  how: [
    'A line is an order in which people wait for one thing, such as the laboratory.',
    'A counter is where one person at a time is served. Several counters can call from one line.',
    'Staff open a counter and call the next one. Whoever is done can be sent on to another line with the same token.',
    'The lines of your doctors stay as they are.',
  ],
  noneTitle: 'No lines besides your doctors’ own',
  none: 'Start from a template and change it, or add a single line.',
  kinds,
  orders,
  orderHints,

  templatesTitle: 'Start from a template',
  template: 'Template',
  templates: {
    small_clinic: 'Small clinic',
    outpatient: 'Outpatient department',
    laboratory: 'Laboratory',
    pharmacy: 'Pharmacy',
  },
  templateHints: {
    small_clinic: 'Registration first, billing at the end',
    outpatient: 'Registration, vitals, any doctor, pharmacy',
    laboratory: 'One line, three counters',
    pharmacy: 'One line, two counters',
  },
  templateLead:
    'Change the names and the counters as they are with you. All of it can be changed later.',
  templateLine: (at: number) => `Line ${at}`,
  leaveOut: (name: string) => `Leave out ${name}`,
  setUp: 'Set up',
  settingUp: 'Setting up...',
  setUpDone: (count: number) =>
    plural(count, { one: 'The line is set up.', other: `${count} lines are set up.` }),
  setUpFailed: 'The lines could not be set up',

  toCounters: 'To the counters',
  add: 'Add line',
  addTitle: 'Add a line',
  addLead: 'People wait in it for one thing, and are called to one of its counters.',
  kind: 'What for',
  name: 'Name',
  nameHint: 'As patients read it, such as Laboratory',
  department: 'Department',
  room: 'Where to wait',
  roomHint: 'Such as Room 4. Each counter says its own name when it calls.',
  optional: 'optional',
  order: 'Whoever is sent here comes in',
  returnsEvery: 'Of so many calls, one at most may be of somebody who returns',
  returnsEveryHint: 'So that nobody who waits is passed over again and again.',
  asksFromHome: 'Patients may ask for a place from home',
  asksFromHomeHint: 'It stands on your public page; you let each one in, as with your doctors.',
  yes: 'Yes',
  no: 'No',
  fromHome: 'Asked for from home',
  counters: 'Counters',
  counterCount: (count: number) =>
    count === 0 ? 'No counter' : plural(count, { one: '1 counter', other: `${count} counters` }),
  doctors: 'Doctors who call from this line',
  doctorsLoading: 'Loading the doctors...',
  doctorsFailed: 'The doctors could not be read',
  noDoctors: 'The hospital has no doctors yet.',
  pointName: (at: number) => `Counter ${at}`,
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',

  open: 'Takes people',
  closed: 'Takes nobody new',
  waiting: (count: number) =>
    count === 0 ? 'Nobody waits' : plural(count, { one: '1 waits', other: `${count} wait` }),
  inside: (count: number) =>
    count === 0
      ? 'nobody is served'
      : plural(count, { one: '1 is served', other: `${count} are served` }),
  orderIs: 'Order',
  returnsAtMost: (every: number) => `at most 1 of ${every} calls`,
  usualNext: 'Usually next',
  noNext: 'Nothing said',
  edit: 'Change',
  editOf: (name: string) => `Change ${name}`,
  editTitle: (name: string) => `Change ${name}`,
  editLead: 'Places that were given already stay as they are.',
  edited: 'The line has been changed.',
  editFailed: 'The line could not be changed',
  openLine: 'Take people',
  openLineOf: (name: string) => `Take people into ${name}`,
  closeLine: 'Take nobody new',
  closeLineOf: (name: string) => `Take nobody new into ${name}`,
  openFailed: 'That could not be changed',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'The line and its counters go. What was served there stays in the figures.',
  removed: (name: string) => `${name} is removed.`,
  removeFailed: 'That could not be removed',

  noPoints: 'No counter yet: nobody can be called from this line.',
  states: { open: 'Open', paused: 'Paused', closed: 'Closed' },
  by: (name: string) => `by ${name}`,
  serves: (token: string) => `serves ${token}`,
  addPoint: 'Add counter',
  addPointTo: (line: string) => `Add counter to ${line}`,
  addDoctor: 'Add doctor',
  addDoctorTo: (line: string) => `Add doctor to ${line}`,
  addPointFailed: 'The counter could not be added',
  renamePoint: 'Rename',
  staffOf: (name: string) => `Who works at ${name}`,
  staffLead: 'Whoever is chosen opens the counter and works at it, besides administrators.',
  staffLoading: 'Loading the team...',
  staffUnread: 'The team could not be loaded',
  staffFailed: 'Who works there could not be saved',
  noReceptionists: 'Nobody of the team is a receptionist.',
  anyone: 'Nobody is chosen: any receptionist may open it.',
  onlyChosen: (count: number) =>
    plural(count, { one: 'Only this one may open it.', other: `Only these ${count} may open it.` }),
  tooManyStaff: (most: number) => `At most ${most} people.`,
  onlyThese: (names: string) => `Only ${names}`,
  renamePointOf: (name: string) => `Rename ${name}`,
  renameFailed: 'The counter could not be renamed',
  calledAs: 'Name of the counter',
  calledAsHint: 'As a display shows and says it: “Token A-012, Counter 3”.',
  doctor: 'Doctor',
  chooseDoctor: 'Choose a doctor',
  removePointText: 'Nobody can be called to it any more.',

  next: 'Where people usually go next',
  nextHint: 'The first one stands on top where somebody is sent on.',
  addNext: 'Add a line or a doctor',
  sharedLines: 'Lines',
  ownLines: 'Doctors',
  earlier: (name: string) => `${name} earlier`,
  takeOut: (name: string) => `Take out ${name}`,
  gone: 'no longer there',
};

export type Lines = typeof lines;
