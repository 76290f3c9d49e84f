import { hospitalTypeNames } from './hospital-types.ts';

export const hospitalCreation = {
  title: 'Create your hospital',
  lead: 'Three short steps. Everything can be changed later.',
  steps: { hospital: 'Hospital Info', admin: 'Admin Details', customize: 'Customize' },
  progress: 'Steps',
  stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  stepDone: 'done',
  previous: 'Previous',
  goOn: 'Continue',
  create: 'Create Hospital',
  processing: 'Processing...',

  hospitalName: 'Hospital name',
  hospitalType: 'Hospital type',
  chooseType: 'Choose a type',
  types: hospitalTypeNames,
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  phone: 'Hospital phone',
  phoneHint: 'With the country code, e.g. +91 22 2490 1234.',
  email: 'Hospital email',
  website: 'Website',
  websiteHint: 'e.g. https://example.org',

  adminLead: 'This person runs the hospital on Baari and invites the others.',
  adminFirstName: 'First name',
  adminLastName: 'Last name',
  adminEmail: 'Admin email',
  adminEmailHint: 'You sign in with it. We send a link to confirm it.',
  adminEmailSignedIn: 'You are signed in with this email.',
  adminPhone: 'Admin phone',
  password: 'Password',
  passwordHint: (least: number) =>
    `At least ${least} characters, and none that everybody tries first.`,
  confirmPassword: 'Confirm password',

  departments: 'Departments',
  departmentsHint: 'Choose what your hospital offers. More can be added with a doctor.',
  departmentsChosen: (count: number) => (count === 1 ? '1 chosen' : `${count} chosen`),
  hoursTitle: 'Opening hours',
  hoursNote:
    'Monday to Friday 08:00–18:00, Saturday 09:00–17:00, Sunday closed. The hospital profile changes them.',
  restored: 'Your details are back. We are creating your hospital…',
  failed: 'Failed to create hospital',
  notVerified: 'Email not verified yet. Please check your inbox.',
  mismatch: 'Authentication failed or email mismatch. Please try again.',
  verify: 'Verify your email',
  alreadyAdmin: 'You already run a hospital on Baari.',
  openDashboard: 'Open dashboard',
  createdTitle: 'Your hospital is ready',
  created: (name: string) => `${name} is on Baari. Next, add your doctors.`,
};

export type HospitalCreationTexts = typeof hospitalCreation;
