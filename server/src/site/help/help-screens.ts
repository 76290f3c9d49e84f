/** Which page of help belongs to which screen, and to a refusal on it. */
import { type ExplainedTo, helpOfRefusals } from '@baari/contract/help-of-refusals.ts';
import { matchesPattern } from '../../platform/http/path-pattern.ts';
import type { HelpRole } from './help-pages.ts';

export type TopicName = `${HelpRole}/${string}`;

/**
 * The page of help of each screen: an address of web/src/app/routes.ts, and after `?` the view of a
 * screen with several. `npm run check` fails if a screen is missing here.
 */
export const helpOfScreens: Readonly<Record<string, TopicName>> = {
  '/': 'patient/find-a-hospital',
  '/about': 'patient/find-a-hospital',
  '/terms': 'patient/my-data',
  '/privacy': 'patient/my-data',
  '/contact': 'patient/find-a-hospital',
  '/login': 'patient/cannot-sign-in',
  '/signup': 'patient/make-an-account',
  '/signup/patient': 'patient/make-an-account',
  '/signup/hospital': 'administrator/create-a-hospital',
  '/signup/hospital/create': 'administrator/create-a-hospital',
  '/hospital/create': 'administrator/create-a-hospital',
  '/signup/hospital/join': 'reception/join-a-team',
  '/invitation': 'reception/join-a-team',
  '/email-verification': 'patient/make-an-account',
  '/phone-verification': 'patient/cannot-sign-in',
  '/signed-in': 'patient/cannot-sign-in',
  '/forgot-password': 'patient/cannot-sign-in',
  '/reset-password': 'patient/cannot-sign-in',
  '/earlier': 'patient/an-earlier-time',
  '/booking': 'patient/book-a-time',
  '/profile': 'reception/safer-sign-in',
  '/patient/dashboard': 'patient/find-a-hospital',
  '/patient/dashboard?queue': 'patient/when-is-my-turn',
  '/patient/dashboard?reports': 'patient/my-reports',
  '/patient/dashboard?profile': 'patient/my-data',
  '/patient/queue': 'patient/when-is-my-turn',
  '/patient/visits/:visitId': 'patient/after-my-visit',
  '/patient/visits/:visitId/questions': 'patient/questions-before-my-visit',
  '/here/:hospitalId': 'patient/i-am-at-the-hospital',
  '/patient/reports': 'patient/my-reports',
  '/patient/hospital/:hospitalId/reports': 'patient/my-reports',
  '/patient/hospital/:hospitalId': 'patient/ask-for-a-place',
  '/patient/hospital/:hospitalId/queue': 'patient/when-is-my-turn',
  '/patient/hospital/:hospitalId/doctor/:doctorId': 'patient/ask-for-a-place',
  '/patient/doctor/:doctorId': 'patient/ask-for-a-place',
  '/hospital/dashboard': 'administrator/add-a-doctor',
  '/hospital/dashboard?queue': 'reception/requests',
  '/hospital/dashboard?appointments': 'reception/book-a-time',
  '/hospital/dashboard?reports': 'reception/write-a-report',
  '/hospital/dashboard?profile': 'administrator/hours-of-the-hospital',
  '/hospital/dashboard?lines': 'administrator/set-up-a-line',
  '/hospital/dashboard?screens': 'administrator/set-up-a-screen',
  '/hospital/dashboard?team': 'administrator/invite-the-team',
  '/hospital/dashboard?analytics': 'administrator/how-long-people-wait',
  '/hospital/dashboard?replay': 'administrator/what-if',
  '/hospital/dashboard?ratings': 'administrator/ratings',
  '/hospital/dashboard?audit': 'administrator/who-opened-data',
  '/hospital/dashboard?keys': 'administrator/connect-a-system',
  '/hospital/dashboard?hours': 'administrator/times-to-book',
  '/hospital/profile': 'administrator/hours-of-the-hospital',
  '/staff/queue/:hospitalId': 'reception/requests',
  '/staff/visits/:visitId/questions': 'reception/answers-on-paper',
  '/staff/visits/:visitId/paper': 'reception/answers-on-paper',
  '/staff/dashboard': 'reception/run-the-queue',
  '/staff/dashboard?appointments': 'reception/book-a-time',
  '/staff/dashboard?reports': 'reception/write-a-report',
  '/staff/counter': 'reception/work-at-a-counter',
  '/staff/counter/:pointId': 'reception/work-at-a-counter',
  '/doctor/view/:doctorId': 'doctor/my-queue',
  '/doctor/view/:doctorId?schedule': 'doctor/my-hours',
  '/doctor/view/:doctorId?settings': 'doctor/a-break',
  '/doctor/profile': 'doctor/my-profile',
  '/doctor/console/:doctorId': 'doctor/see-patients',
  '/display/:hospitalId': 'patient/screens-in-the-waiting-room',
  '/kiosk/:hospitalId': 'patient/screens-in-the-waiting-room',
  '*': 'patient/find-a-hospital',
};

/** The page of help for an opened address, with its view if it has one. */
export function helpOfScreen(path: string, view: string | undefined): TopicName | undefined {
  const screen = Object.keys(helpOfScreens).find((each) => matchesPattern(each, path));
  if (screen === undefined) return undefined;
  return helpOfScreens[`${screen}?${view ?? ''}`] ?? helpOfScreens[screen];
}

/**
 * The page of help that explains a refusal, for patients or for staff as the help of the screen is;
 * undefined for a refusal without a page.
 */
export function helpOfRefusal(
  code: string | undefined,
  ofScreen: TopicName | undefined,
): string | undefined {
  if (code === undefined || !Object.hasOwn(helpOfRefusals, code)) return undefined;
  const pages: Readonly<Record<string, ExplainedTo>> = helpOfRefusals;
  const { patient, staff } = pages[code] ?? {};
  const isOfPatient = ofScreen === undefined || ofScreen.startsWith('patient/');
  return isOfPatient ? (patient ?? staff) : (staff ?? patient);
}
