import type { JoinableTitle } from '@baari/contract/team.ts';

const titles: Record<JoinableTitle, string> = {
  doctor: 'Doctor',
  nurse: 'Nurse',
  receptionist: 'Receptionist',
  admin: 'Admin',
  technician: 'Technician',
  other: 'Other',
};

/** How staff come to a hospital: by a request of their own, or by an invitation [JOINH-1, ROLE-8]. */
export const joining = {
  join: 'Join a Hospital',
  joinLead: 'Ask to join the staff of a hospital that is on Baari. Its administrator decides.',
  hospital: 'Hospital',
  hospitalHint: 'Type its name or city, or paste its id.',
  searching: 'Searching…',
  noHospital: 'No hospital found. Check the spelling.',
  searchFailed: 'The hospitals could not be searched',
  found: (count: number) => (count === 1 ? 'One hospital found' : `${count} hospitals found`),
  chosen: 'Your hospital',
  chooseOther: 'Choose another',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailSignedIn: 'You are signed in with this email.',
  phone: 'Phone',
  phoneHint: 'With the country code, e.g. +919876543210',
  role: 'Role',
  chooseRole: 'Choose your role',
  titles,
  department: 'Department',
  password: 'Password',
  passwordHint: (least: number) =>
    `At least ${least} characters, and none that everybody tries first.`,
  confirmPassword: 'Confirm password',
  send: 'Send request',
  sending: 'Sending…',
  failed: 'The request could not be sent',
  wrongPassword: 'This email has an account already. Enter its password, or sign in first.',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  verifyFirstTitle: 'Verify your email first',
  verifyFirst: (email: string) =>
    `We sent a link to ${email}. Open it, sign in, then send your request here.`,
  staffTitle: 'You already work for a hospital',
  staff:
    'You can work for another one as well, with the same account: you choose for which one you act.',
  askAnother: 'Ask another hospital',
  openDashboard: 'Open dashboard',

  stateFailed: 'Your request could not be loaded',
  waitingTitle: 'Waiting for approval',
  waiting: (hospital: string) =>
    `${hospital} has your request. You have no access until an administrator approves it.`,
  waitingFor: (hospital: string) => `Waiting for ${hospital}`,
  waitingForText:
    'Your request to join its staff is with its administrators. You are mailed when they decide.',
  seeRequest: 'See my request',
  reason: (reason: string) => `Their reason: ${reason}`,
  asRole: 'Role',
  requested: 'Sent',
  verifyHint:
    'Please verify your email: open the link we sent you. Without it nobody can approve you.',
  verify: 'Verify your email',
  checkAgain: 'Check again',
  approvedTitle: 'You are in',
  approved: (hospital: string) => `${hospital} has approved your request.`,
  rejectedTitle: 'Your request was not approved',
  rejected: (hospital: string) => `${hospital} has turned it down. You can ask again.`,
  askAgain: 'Send a new request',

  invitation: 'Your invitation',
  invitedTo: (doctor: string, hospital: string) => `${doctor}, ${hospital} invites you to Baari.`,
  readFailed: 'The invitation could not be opened',
  invalidTitle: 'This invitation does not work',
  invalid:
    'It has expired, was withdrawn or was already used. Ask the hospital to send you a new one.',
  goToSignIn: 'Go to sign in',
  setPassword: 'Set your password',
  accept: 'Accept the invitation',
  accepting: 'Accepting…',
  acceptFailed: 'The invitation could not be accepted',
  welcome: (hospital: string) => `Welcome to ${hospital}`,
  signInToAccept: (email: string) => `You have an account with ${email}. Sign in to accept.`,
  otherAccount: (invited: string, own: string) =>
    `This invitation is for ${invited}, but you are signed in as ${own}. Sign out, then open the link in the mail again.`,
  signOut: 'Sign out',
  accepted: 'Your password is set. Sign in with it to go on.',
};

export type Joining = typeof joining;
