/** The pictures of the help for doctors. */
import { goOffline, type PicturesOfRole, press } from './picture.ts';

const ownQueue = '/doctor/view/:doctorId';
const console = '/doctor/console/:doctorId';

export const doctorPictures: PicturesOfRole = {
  'a-break': { viewer: 'doctor', address: console, act: press('doctor-work.breakTitle') },
  'i-am-sick-today': { viewer: 'doctor', address: ownQueue, act: goOffline },
  'my-hours': { viewer: 'doctor', address: `${ownQueue}?view=schedule` },
  'my-profile': {
    viewer: 'doctor',
    address: '/doctor/profile',
    act: press('doctor-work.editProfile'),
  },
  'my-queue': { viewer: 'doctor', address: ownQueue },
  'reports-in-an-emergency': {
    none: 'The demonstration has no patient whose reports this doctor may open only in an emergency.',
  },
  'see-patients': { viewer: 'doctor', address: console },
};
