import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** The patient's profile [PAT-14, PROF-1]. */
export const profile = {
  title: 'My Profile',
  lead: 'Who you are, whom to call, and how Baari looks to you.',
  loading: 'Loading profile...',
  errorTitle: 'Error loading profile',
  notFoundTitle: 'Profile not found',
  notFound: 'Unable to load profile information',
  edit: 'Edit Profile',
  saved: 'Your profile is saved',
  mergedNames: {
    name: 'name',
    phone: 'phone',
    dateOfBirth: 'date of birth',
    gender: 'gender',
    address: 'address',
    emergencyContacts: 'emergency contacts',
    insurance: 'insurance',
  },
  notSaved: 'Your profile could not be saved. What you typed is still here.',
  notGiven: 'Not given',

  personal: 'Personal details',
  name: 'Full name',
  email: 'Email',
  emailHint: 'The address of your account; it cannot be changed here.',
  phone: 'Phone',
  phoneHint: 'With the country code, e.g. +919876543210',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  noGender: 'No answer',
  genders: {
    Male: 'Male',
    Female: 'Female',
    Other: 'Other',
    'Prefer not to say': 'Prefer not to say',
  },

  address: 'Address',
  line1: 'House and street',
  city: 'City',
  state: 'State',
  zip: 'PIN code',
  country: 'Country',

  contacts: 'Emergency contacts',
  contactsLead: (most: number) => `Whom to call if something happens to you. Up to ${most} people.`,
  noContacts: 'Nobody is named yet',
  contact: (place: number) => `Contact ${place}`,
  contactName: 'Name',
  relation: 'Relation',
  relationHint: 'Such as mother, husband, neighbour',
  addContact: 'Add contact',
  removeContact: (place: number) => `Remove contact ${place}`,
  contactsFull: 'There is room for no more contacts.',
  call: (name: string) => `Call ${name}`,

  insurance: 'Insurance',
  provider: 'Insurer',
  policyNumber: 'Policy number',
  groupNumber: 'Group number',

  preferences: 'Preferences',
  preferencesLead: 'Both change as soon as you save.',

  leaveTitle: 'Leave without saving?',
  leave: 'What you changed in your profile is not saved yet and would be lost.',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',

  account: 'Account and data',
  security: 'Sign-in and security',
  securityLead: 'How you sign in to this account.',
  download: 'Download my data',
  downloadLead: 'Everything kept about you here, your visits included, as one file (JSON).',
  downloading: 'Collecting…',
  downloadFailed: 'Your data could not be collected.',
  fileName: (day: string) => `baari-my-data-${day}.json`,
  erasure: 'Ask for erasure',
  erasureLead: 'Have your account and what is kept about you erased.',
  erasureLoading: 'Looking up what would be erased…',
  erasureUnknown: 'What would be erased could not be looked up.',
  erasureAsked: (when: string, due: string) =>
    `You asked for erasure on ${when}. It is carried out after ${due}.`,
  erasureUntilThen: 'Until then everything works as before, and you can take it back.',
  erasureWaits: {
    visit: 'It waits until nobody of your account is in a queue or with a doctor.',
    appointment: 'It waits until your appointments are over or cancelled.',
    work: 'It waits as long as you work at a hospital.',
  },
  erasureWithdraw: 'Take it back',
  erasureWithdrawFailed: 'The request was not taken back; try again.',
  erasureKeeps: 'By law these hospitals keep reports, with the name of whom they are about:',
  erasureKept: (hospital: string, reports: number, until: string) =>
    `${hospital}: ${plural(reports, { one: '1 report', other: `${reports} reports` })} until ${until}`,
  erasureKeepsNone:
    'No hospital has to keep a report about you. The record of who read what stays without your name.',
  erasureTitle: 'Ask for erasure of your data?',
  erasureWarning:
    'After seven days your account, your people, contact, symptoms and messages are erased for good, on every device. Visits stay without your name. Reports stay as long as their hospital has to keep them. You can take it back until then, and a certificate comes by mail.',
  erasureConfirm: 'Ask for erasure',
  erasureFailed: 'Your request did not go through. Nothing was asked for; try again.',
};

export type ProfileTexts = typeof profile;
