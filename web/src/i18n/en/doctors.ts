import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** The medical team: the administrator's list of doctors. */
export const doctors = {
  title: 'Doctors',
  lead: (total: number, available: number) =>
    `${plural(total, { one: '1 doctor', other: `${total} doctors` })}, ${available} available`,
  add: 'Add Doctor',
  search: 'Search by name, specialty, department or email',
  loading: 'Loading doctors...',
  errorTitle: 'Error loading hospital data',
  emptyTitle: 'No doctors available',
  empty: 'Add doctors to your hospital to start managing queues',
  noMatchTitle: 'No doctors found',
  noMatch: 'No name, specialty, department or email matches this search.',
  clearSearch: 'Show all doctors',
  found: (count: number) =>
    plural(count, { one: 'One doctor found', other: `${count} doctors found` }),
  inQueue: 'In queue',
  seen: 'Patients seen',
  waitsKept: 'Waits kept',
  averageWait: 'Avg wait',
  minutes: (count: string) => `${count} min`,
  invited: 'Invited',
  sendInvitation: 'Send invitation',
  sendingInvitation: 'Sending...',
  invitationSent: (email: string) => `An invitation is on its way to ${email}`,
  invitationFailed: 'The invitation could not be sent',
  makeAvailable: 'Set to Available',
  makeBusy: 'Set to Busy',
  copyLink: 'Copy profile link',
  linkCopied: 'Profile link copied',
  linkNotCopied: 'The link could not be copied',
  openConsole: 'Open console',
  newTab: 'opens in a new tab',
  openQueue: 'Queue',
  statusFailed: 'The status could not be changed',

  addTitle: 'Add Doctor',
  addLead: 'An invitation goes to the email address; with it the doctor sets a password.',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  phoneHint: 'With the country code, e.g. +919876543210',
  specialty: 'Specialty',
  chooseSpecialty: 'Choose a specialty',
  department: 'Department',
  chooseDepartment: 'Choose a department',
  other: 'Other',
  newDepartment: 'Name of the department',
  submit: 'Add Doctor',
  adding: 'Adding...',
  failed: 'Failed to create doctor',
  added: (name: string) => `${name} has been added`,
  addedNote: 'An invitation is on its way by email.',
};

export type Doctors = typeof doctors;
