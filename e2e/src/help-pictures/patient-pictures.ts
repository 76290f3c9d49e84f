/** The pictures of the help for patients. */
import { open, type PicturesOfRole } from './picture.ts';

const doctor = '/patient/hospital/:hospitalId/doctor/:soughtId';
const queue = '/patient/queue';

export const patientPictures: PicturesOfRole = {
  'after-my-visit': { viewer: 'patient', address: '/patient/visits/:finishedId' },
  'an-earlier-time': { viewer: 'waiting', address: queue, act: open('earlier.wish') },
  'ask-for-a-place': { viewer: 'newcomer', address: doctor, act: open('patient-queue.join') },
  'book-a-time': { viewer: 'newcomer', address: doctor, act: open('appointments.book') },
  'cannot-sign-in': { viewer: 'stranger', address: '/login' },
  'find-a-hospital': { viewer: 'patient', address: '/patient/dashboard' },
  'for-my-family': { viewer: 'patient', address: doctor, act: open('patient-queue.join') },
  'i-am-at-the-hospital': {
    viewer: 'waiting',
    address: queue,
    act: ({ control }) => control('arrival.iAmHere').scrollIntoViewIfNeeded(),
  },
  'leave-the-queue': { viewer: 'waiting', address: queue, act: open('patient-queue.leave') },
  'make-an-account': { viewer: 'stranger', address: '/signup/patient' },
  'move-or-cancel': { viewer: 'waiting', address: queue, act: open('appointments.move') },
  'my-data': { viewer: 'patient', address: '/profile' },
  'my-reports': { viewer: 'patient', address: '/patient/reports' },
  'questions-before-my-visit': {
    viewer: 'waiting',
    address: '/patient/visits/:waitingId/questions',
  },
  'request-refused': { viewer: 'refused', address: queue },
  'running-late': { viewer: 'waiting', address: queue, act: open('patient-queue.goLater') },
  'screens-in-the-waiting-room': { viewer: 'stranger', address: '/kiosk/:hospitalId#:kiosk' },
  'share-my-place': { viewer: 'waiting', address: queue, act: open('patient-queue.share') },
  'when-is-my-turn': { viewer: 'waiting', address: queue },
};
