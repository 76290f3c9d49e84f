import { pluralIn } from '../plural.ts';
import { hospitalTypeNames } from './hospital-types.ts';

const plural = pluralIn('en');

/** Whole hours as such, all else in minutes. */
function shortTime(minutes: number): string {
  const hours = minutes / 60;
  return Number.isInteger(hours)
    ? plural(hours, { one: '1 hour', other: `${hours} hours` })
    : `${minutes} minutes`;
}

/** The hospital's profile, as its administrator reads and edits it [HPROF-1 … HPROF-3]. */
export const hospitalProfile = {
  title: 'Hospital Profile',
  lead: 'What patients read about your hospital.',
  loading: 'Loading hospital profile...',
  notFoundTitle: 'Hospital not found',
  notFound: 'Unable to load hospital profile',
  errorTitle: 'Error loading hospital data',
  edit: 'Edit Profile',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  saved: 'The hospital profile has been saved',
  saveFailed: 'The profile could not be saved',

  basic: 'Basic Information',
  name: 'Hospital Name',
  type: 'Hospital Type',
  chooseType: 'Choose a type',
  types: hospitalTypeNames,
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',

  contact: 'Contact Information',
  email: 'Email',
  phone: 'Phone',
  phoneHint: 'With the country code, e.g. +91 22 2490 1234.',
  website: 'Website',
  websiteHint: 'e.g. https://example.org',
  notGiven: 'Not specified',

  departments: 'Departments',
  noDepartments: 'No departments specified',
  renameDepartment: 'Rename a department',
  renameLead: 'Its doctors follow at once.',
  oldName: 'Department',
  newName: 'New name',
  rename: 'Rename',
  departmentRenamed: 'The department is renamed',
  otherDepartment: 'Another department',
  addDepartment: 'Add',
  departmentKnown: 'This department is in the list already.',
  departmentAdded: (name: string) => `${name} added`,

  hours: 'Operating Hours',
  hoursWeek: 'The whole week',
  takesRequestsShut: 'Take queue requests while closed',
  takesRequestsShutHint:
    'Patients read when the hospital opens, and that the staff look at requests then. Switched off, requests are refused until it opens.',
  checkInMinutes: 'Check-in for appointments',
  checkInHint:
    'From when patients can say on their phone that they are here. Desk, door code and kiosk take them all day.',
  checkInBefore: (minutes: number) =>
    minutes === 0 ? 'At the time itself' : `${shortTime(minutes)} before`,
  checkInTold: (minutes: number) =>
    minutes === 0
      ? 'Patients can check in on their phone from the time of their appointment.'
      : `Patients can check in on their phone from ${shortTime(minutes)} before their appointment.`,
  requestsTaken: 'Patients may ask for a place while the hospital is closed.',
  requestsNotTaken: 'Patients cannot ask for a place while the hospital is closed.',
  hoursUnknown: 'Not specified',
  hoursClosed: 'Closed',
  hoursAllDay: 'All day',
  hoursRange: (open: string, close: string) => `${open} – ${close}`,
  everyDay: (hours: string) => `Every day: ${hours}`,
  multipleSchedules: 'Multiple schedules - Contact hospital for details',
  hoursHint: 'By the clock at the hospital.',
  open: 'Opens',
  close: 'Closes',
  closed: 'Closed',
  copyMonday: 'Monday’s hours for every day',
  copied: 'Every day has Monday’s hours now',
  days: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  timeZone: 'Time zone',
  timeZoneHint: 'Decides what “today” and “open now” mean.',

  place: 'Place on the map',
  placeHint: 'With it patients see how far away you are. Leave both empty to show no distance.',
  latitude: 'Latitude',
  latitudeHint: 'e.g. 19.0760',
  longitude: 'Longitude',
  longitudeHint: 'e.g. 72.8777',
};

export type HospitalProfile = typeof hospitalProfile;
