import type { StaffRole } from '@baari/contract/constants.ts';
import type { JoinableTitle } from '@baari/contract/team.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

const roles: Record<StaffRole, string> = {
  doctor: 'Doctor',
  receptionist: 'Receptionist',
  hospital_admin: 'Hospital Admin',
};

const titles: Record<JoinableTitle, string> = {
  doctor: 'Doctor',
  nurse: 'Nurse',
  receptionist: 'Receptionist',
  admin: 'Admin',
  technician: 'Technician',
  other: 'Other',
};

/** Who works at the hospital: members, join requests, invitations [JOINH-2, ROLE-8]. */
export const team = {
  title: 'Team',
  lead: 'Who may work with your hospital’s queues.',
  loading: 'Loading the team...',
  errorTitle: 'The team could not be loaded',
  roles,
  titles,

  requests: 'Join requests',
  requestCount: (count: number) =>
    plural(count, { one: 'One join request', other: `${count} join requests` }),
  firstRequests: (shown: number, total: number) => `The oldest ${shown} of ${total}`,
  noRequests: 'Nobody is waiting for an answer.',
  asks: (title: string, department: string) =>
    department === '' ? `Joins as: ${title}` : `Joins as: ${title}, ${department}`,
  gets: (role: string) => `Gets the rights of: ${role}`,
  requested: 'Asked',
  notVerified: 'Email not verified',
  approve: 'Approve',
  approving: 'Approving...',
  approved: (name: string) => `${name} is in the team now`,
  approveFailed: 'The request could not be approved',
  reject: 'Reject',
  rejecting: 'Rejecting...',
  rejectTitle: (name: string) => `Reject the request of ${name}?`,
  rejectText: 'They are told by mail, and can ask again later.',
  rejectReason: 'Reason',
  rejectReasonHint: 'They read it.',
  rejected: (name: string) => `The request of ${name} was rejected`,
  rejectFailed: 'The request could not be rejected',

  members: 'Members',
  memberCount: (count: number) => plural(count, { one: '1 member', other: `${count} members` }),
  you: 'You',
  noEmail: 'No email',
  since: 'Since',
  makeAdmin: 'Make admin',
  makeReceptionist: 'Make receptionist',
  makeAdminTitle: (name: string) => `Make ${name} an administrator?`,
  makeAdminText: 'They can then edit the hospital, its doctors and its team.',
  makeReceptionistTitle: (name: string) => `Make ${name} a receptionist?`,
  makeReceptionistText: 'They can then manage the queues, but not the hospital or its team.',
  change: 'Change role',
  changing: 'Changing...',
  changed: (name: string, role: string) => `${name} is now: ${role}`,
  changeFailed: 'The role could not be changed',
  remove: 'Remove',
  removing: 'Removing...',
  removeTitle: (name: string) => `Remove ${name} from the team?`,
  removeText:
    'They are signed out everywhere and lose access at once: open pages close on every device, and links that would let them in stop working. Their account stays, as a patient’s. Screens and kiosks they set up go on.',
  removeDoctorText:
    'The doctor stays in your lists, Offline, with everybody who waits: the desk goes on with the line, and an administrator can call patients in. Deactivate the doctor to take them out of the lists.',
  removed: (name: string) => `${name} was removed from the team`,
  removeFailed: 'The member could not be removed',

  invitations: 'Open invitations',
  noInvitations: 'No invitation is open.',
  sent: 'Sent',
  expires: 'Expires',
  resend: 'Send again',
  resending: 'Sending...',
  resent: (name: string) => `A new invitation is on its way to ${name}`,
  resentNote: 'The link of the earlier one no longer works.',
  resendFailed: 'The invitation could not be sent',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
  withdrawText: 'The link in the mail stops working. The doctor stays in your list.',
  withdrawn: (name: string) => `The invitation of ${name} was withdrawn`,
  withdrawFailed: 'The invitation could not be withdrawn',

  waysOff: 'Ways to sign in that are not offered',
  googleOff:
    '“Continue with Google” is not shown: whoever runs this installation has not set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  phoneOff:
    '“Continue with phone” is not shown: whoever runs this installation has set up no service that sends text messages (TWILIO_ACCOUNT_SID and the others).',
  protection: 'Protection',
  requireTwoFactor: 'Require two-factor sign-in of everyone who works here',
  requireTwoFactorHint:
    'Besides the password, a code from an authenticator app; an unlocked passkey counts too. Who has not set it up cannot use the pages of the hospital until then.',
  requireTitle: 'Require two-factor sign-in of everyone?',
  requireText:
    'Whoever has not set it up is held back from the queues at once, also in the middle of work, until it is set up on their own profile.',
  require: 'Require it',
  requiring: 'Saving...',
  required: 'Two-factor sign-in is required now',
  notRequired: 'Two-factor sign-in is no longer required',
  protectionFailed: 'This could not be changed',
  retentionTitle: 'How long reports are kept',
  retentionHint:
    'Reports of patients who asked for erasure are kept this long and then deleted. In India the law asks for three years at least.',
  retentionYears: (count: number) => plural(count, { one: '1 year', other: `${count} years` }),
  retentionKeeps: 'Reports of everybody else stay however old they are.',
  retentionRemoves: 'Older reports of everybody are deleted by themselves.',
  retentionOld: (count: number) =>
    plural(count, { one: '1 report is older.', other: `${count} reports are older.` }),
  retentionTurnOn: 'Delete older reports',
  retentionTurnOff: 'Keep older reports',
  retentionAskTitle: 'Delete older reports for good?',
  retentionAsk: (years: number, count: number) =>
    `Reports older than ${plural(years, { one: '1 year', other: `${years} years` })} are deleted within the hour, with their files, for patients and staff: ${count} now, and others as they grow older. This cannot be undone.`,
  retentionSaved: 'How long reports are kept is set',
  retentionFailed: 'How long reports are kept was not changed; try again.',
  retentionLoading: 'Loading how long reports are kept...',
  retentionUnknown: 'How long reports are kept could not be loaded.',

  idleTitle: 'Time without use',
  idleHint:
    'After this time without use the page is locked: whoever sits at the desk next has to sign in. The work on it is kept.',
  idleMinutes: (minutes: number) =>
    minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`,
  idleSaved: 'The time without use is set',
  ownSetUpTitle: 'Set it up for yourself first',
  ownSetUp: 'Whoever requires it of others needs it too.',
  ownSetUpLink: 'Set up two-factor sign-in on your profile',
};

export type Team = typeof team;
