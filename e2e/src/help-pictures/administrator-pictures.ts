/** The pictures of the help for administrators. */
import { goOffline, open, type PicturesOfRole, press } from './picture.ts';

const dashboard = '/hospital/dashboard';

export const administratorPictures: PicturesOfRole = {
  'add-a-doctor': { viewer: 'admin', address: dashboard, act: open('doctors.add') },
  'connect-a-system': { viewer: 'admin', address: `${dashboard}?view=keys` },
  'create-a-hospital': { viewer: 'stranger', address: '/signup/hospital/create' },
  'doctor-goes-home': { viewer: 'doctor', address: '/doctor/view/:doctorId', act: goOffline },
  'hours-of-the-hospital': {
    viewer: 'admin',
    address: `${dashboard}?view=profile`,
    act: press('hospital-profile.edit'),
  },
  'how-long-people-wait': { viewer: 'admin', address: `${dashboard}?view=analytics` },
  'invite-the-team': {
    viewer: 'admin',
    address: `${dashboard}?view=team`,
    act: open('team.inviteStaff'),
  },
  ratings: { viewer: 'admin', address: `${dashboard}?view=ratings` },
  'set-up-a-line': { viewer: 'admin', address: `${dashboard}?view=lines` },
  'set-up-a-screen': {
    viewer: 'admin',
    address: `${dashboard}?view=screens`,
    act: open('screens.add'),
  },
  'times-to-book': { viewer: 'admin', address: `${dashboard}?view=hours&doctor=:doctorId` },
  'too-many-patients': {
    viewer: 'admin',
    address: dashboard,
    // In Hindi the button's name begins with the doctor's name.
    async act({ page, text, dialog }) {
      await page.getByText(text('limits.button'), { exact: true }).first().click();
      await dialog.waitFor();
    },
  },
  'what-if': { viewer: 'admin', address: `${dashboard}?view=replay` },
  'who-opened-data': { viewer: 'admin', address: `${dashboard}?view=audit` },
};
