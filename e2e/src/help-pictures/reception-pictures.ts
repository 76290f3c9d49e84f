/** The pictures of the help for reception and for all staff. */
import type { Locator } from '@playwright/test';
import { goOffline, open, openByKey, type PicturesOfRole, type Screen } from './picture.ts';
import { twice } from './twice.ts';

const desk = '/staff/queue/:hospitalId';
const line = `${desk}?tab=queue`;
const counter = '/staff/counter/:pointId';

/** The first patient of a doctor's line. */
function firstRow({ page }: Screen): Locator {
  return page
    .getByRole('article')
    .filter({ hasText: /D-\d{3}/u })
    .first();
}

async function openFirstRow(screen: Screen): Promise<void> {
  await firstRow(screen).locator('[aria-expanded="false"]').first().click();
}

export const receptionPictures: PicturesOfRole = {
  'answers-on-paper': { viewer: 'reception', address: '/staff/visits/:waitingId/paper' },
  'book-a-time': {
    viewer: 'reception',
    address: '/staff/dashboard?view=appointments',
    act: open('desk-bookings.book'),
  },
  'bookings-that-no-longer-fit': {
    viewer: 'reception',
    address: '/staff/dashboard?view=appointments',
    act: open('rebooking.moveTogether'),
  },
  'changed-by-a-colleague': { none: 'The page is about a message that any screen can show.' },
  'close-the-day': {
    viewer: 'reception',
    address: desk,
    act: open('queue-desk.today', 'day-end.button'),
  },
  'doctor-is-late': {
    viewer: 'doctor',
    address: '/doctor/view/:doctorId',
    act: goOffline,
  },
  'join-a-team': { viewer: 'stranger', address: '/signup/hospital/join' },
  'not-here': { viewer: 'reception', address: line, act: openFirstRow, part: firstRow },
  'one-person-twice': {
    viewer: 'reception',
    address: desk,
    act: async ({ control, dialog }) => {
      await control('arrival.addWalkIn').click();
      await dialog.getByRole('textbox').first().fill(twice.name);
      await control('receiving.sameTwice').click();
      await dialog.waitFor();
    },
  },
  'practise-without-patients': {
    viewer: 'reception',
    address: '/staff/dashboard',
    part: ({ page, control }) => page.locator('section').filter({ has: control('practice.start') }),
  },
  'print-a-ticket-again': {
    viewer: 'reception',
    address: line,
    act: async (screen) => {
      await openFirstRow(screen);
      await screen.control('arrival.ticket', firstRow(screen)).click();
      await screen.dialog.waitFor();
    },
  },
  requests: { viewer: 'reception', address: desk },
  'run-the-queue': { viewer: 'reception', address: line },
  'safer-sign-in': { viewer: 'reception', address: '/profile' },
  'send-on': { viewer: 'reception', address: counter, act: open('counter.sendingOn.sendOn') },
  'somebody-must-go-first': {
    viewer: 'reception',
    address: line,
    act: async (screen) => {
      await openFirstRow(screen);
      await openByKey('key.move')(screen);
    },
  },
  'two-patients-at-once': { viewer: 'doctor', address: '/doctor/console/:doctorId' },
  'walk-in': { viewer: 'reception', address: desk, act: open('arrival.addWalkIn') },
  'work-at-a-counter': { viewer: 'reception', address: counter },
  'work-by-keyboard': { viewer: 'reception', address: desk, act: openByKey('key.help') },
  'write-a-report': {
    viewer: 'reception',
    address: '/staff/dashboard?view=reports',
    act: open('reports.write'),
  },
  'wrong-button': { viewer: 'reception', address: desk, act: open('queue-desk.today') },
};
