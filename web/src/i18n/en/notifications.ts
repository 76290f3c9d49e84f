import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** How a patient is told of what happens [PROF-1, PAT-11]. */
export const notifications = {
  title: 'How Baari tells you',
  lead: 'Of your place, your turn and your appointments. Each switch takes effect at once.',
  loading: 'Loading notifications...',
  loadFailed: 'Your notifications could not be fetched.',
  notSaved: 'Your choice could not be saved.',
  verify: 'Verify it now',

  email: 'Email',
  emailNotes: {
    ready: 'To the address of your account.',
    unverified: 'Not possible until your email address is verified.',
    missing: 'Your account has no email address.',
    not_offered: 'This site sends no mail.',
  },
  sms: 'SMS',
  smsNotes: {
    ready: 'To the verified phone number of your account.',
    unverified: 'Not possible until your phone number is verified.',
    missing: 'Not possible: your account has no verified phone number.',
    not_offered: 'This site sends no SMS.',
  },
  push: 'Notifications on your devices',
  device: {
    looking: 'Looking at this device…',
    on: 'This device: allowed.',
    off: 'This device: not set up. Your browser asks you when you switch this on.',
    blocked:
      'This device: blocked. Allow notifications for this site in the settings of your browser.',
    unsupported: 'This device: not supported by this browser.',
    homeScreen: 'On an iPhone, first add Baari to the home screen and open it from there.',
    failed: 'This device could not be set up. Try again later, or use another browser.',
  },
  otherDevices: (count: number) =>
    plural(count, {
      one: 'One other device is set up.',
      other: `${count} other devices are set up.`,
    }),
  thisDeviceToo: 'Set up this device too',
  travel: 'My way to the hospital takes',
  travelHint: 'So that “leave now” comes in time.',
  minutes: (minutes: number) => `${minutes} min`,

  cardTitle: 'Tell me when it is my turn',
  cardText:
    'On this device, also when this page is closed: when to leave, when you are next and when you are called.',
  cardYes: 'Tell me',
  cardNo: 'Not now',
  cardDone: 'This device tells you when it is your turn',
  cardFailed: 'This device could not be set up. Keep this page open: it tells you too.',
};

export type Notifications = typeof notifications;
