/**
 * Test data for the mocked API: a patient, an offer of an earlier time, and what the desk sees of
 * the offer.
 */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type {
  EarlierGap,
  EarlierOffer,
  EarlierWish,
  HeldSlot,
} from '@baari/contract/visit/earlier.ts';
import type { Page } from '@playwright/test';
import { type Asked, answerUsually } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_EARLIER'];

const hour = 3_600_000;
const timeZone = 'Asia/Kolkata';
const hospital = { id: 'h1', name: 'Shanti Hospital', timeZone };
const doctor = {
  id: 'd1',
  name: 'Dr. Jayanti Rao',
  specialty: 'Cardiology',
  department: 'Cardiology',
};
export const self = { id: 'u1', name: 'Meera Joshi' };

export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

function timeAt(hours: number) {
  const startsAt = inHours(hours);
  return { date: startsAt.slice(0, 10), time: startsAt.slice(11, 16), startsAt };
}

export const bookedTime = timeAt(24 * 9);
export const earlierTime = timeAt(24 * 2);

export const booking: Appointment = {
  id: 'a1',
  status: 'booked',
  ...bookedTime,
  visitKind: null,
  isOutsideHours: false,
  bookedAt: inHours(-50),
  canCheckIn: false,
  checkInFrom: bookedTime.startsAt,
  cancelledBy: null,
  cancelReason: null,
  confirmation: 'not_asked',
  patient: {
    ...self,
    phone: null,
    through: null,
    hasAccount: true,
    isContactProved: true,
    isPhoneProved: true,
  },
  doctor: { ...doctor, service: null },
  hospital: { ...hospital, standing: 'confirmed' },
};

export const wish: EarlierWish = {
  id: 'w1',
  patient: self,
  doctor,
  hospital,
  appointment: { id: 'a1', ...bookedTime },
  terms: {
    scope: 'department',
    weekdays: ['monday', 'thursday'],
    dayParts: ['morning'],
    leastNoticeMinutes: 240,
    until: bookedTime.date,
  },
  urgency: 'usual',
  madeBy: 'patient',
  madeAt: inHours(-40),
};

export const offer: EarlierOffer = {
  id: 'o1',
  wishId: 'w1',
  state: 'open',
  patient: self,
  doctor,
  hospital,
  ...earlierTime,
  minutes: 20,
  instead: { id: 'a1', ...bookedTime },
  reason: 'longest_wish',
  offeredAt: inHours(-0.2),
  expiresAt: inHours(0.3),
};

export const linkOffer = {
  state: 'open',
  doctorName: doctor.name,
  department: doctor.department,
  hospitalName: hospital.name,
  timeZone,
  ...earlierTime,
  minutes: 20,
  expiresAt: offer.expiresAt,
  replacesBooking: true,
};

const held: HeldSlot = {
  id: 's1',
  doctor,
  ...earlierTime,
  freedAt: inHours(-1),
  freedBy: 'cancelled',
  depth: 0,
  asked: 2,
  offer: {
    id: 'o1',
    patient: { ...self, phone: '+919876543210' },
    reason: 'urgent_first',
    offeredAt: offer.offeredAt,
    expiresAt: offer.expiresAt,
  },
  asksAt: null,
};
const heldAtNight: HeldSlot = {
  ...held,
  id: 's2',
  freedBy: 'chain',
  asked: 0,
  offer: null,
  asksAt: inHours(7),
};

const gap: EarlierGap = {
  doctor,
  ...timeAt(0.5),
  why: 'not_come',
  onSite: [
    {
      appointmentId: 'a9',
      entryId: 'e9',
      patient: { id: 'p9', name: 'Lalita Singh' },
      token: 'C-009',
      ...timeAt(1.5),
    },
  ],
};

const figures = {
  freed: 50,
  filled: 31,
  share: { value: 0.62, lower: 0.48, upper: 0.74 },
  medianDaysWon: 4.5,
  offersPerFill: 1.9,
};

export const deskView = {
  timeZone,
  asOf: inHours(0),
  held: [held, heldAtNight],
  gaps: [gap],
  wishes: [
    { ...wish, urgency: 'urgent', madeBy: 'staff' },
    { ...wish, id: 'w2', appointment: null },
  ],
  wishCount: 2,
  figures,
};

const known = {
  id: '0b5cf1f2-7a53-4d0e-9f0b-3c1d5a7e9b21',
  name: 'Uma Kale',
  phone: '+919876543210',
  email: null,
  through: null,
  hasAccount: true,
  isPhoneProved: true,
};

const fullDay = {
  date: earlierTime.date,
  today: inHours(0).slice(0, 10),
  lastDay: inHours(24 * 60).slice(0, 10),
  timeZone,
  slots: [
    {
      time: earlierTime.time,
      startsAt: earlierTime.startsAt,
      minutes: 20,
      places: 1,
      free: 0,
      isFree: false,
    },
  ],
  openHours: [],
  nextFreeDay: null,
};

/** Answers the page's API calls in place of the server; `change` overrides single answers. */
export function serve(page: Page, change?: Parameters<typeof answerUsually>[2]): Promise<Asked[]> {
  return answerUsually(page, usual, change);
}

function usual({ path }: Asked) {
  switch (path) {
    case '/appointments':
      return { json: { upcoming: [booking], past: [] } };
    case '/earlier':
      return { json: { wishes: [], offers: [] } };
    case '/earlier/link/read':
      return { json: { offer: linkOffer } };
    case '/hospital/earlier':
      return { json: deskView };
    case '/hospital/doctors':
      return { json: { doctors: [doctor], next: null } };
    case '/hospital/patients/find':
      return { json: { patients: [known] } };
    case '/doctors/d1/slots':
      return { json: fullDay };
    case '/people':
      return { json: { people: [] } };
    default:
      return undefined;
  }
}

/** Saves a screenshot if the environment variable BAARI_PICTURES_OF_EARLIER names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  if (picturesIn === undefined) return;
  await page.screenshot({ path: `${picturesIn}/${name}.png`, fullPage: true });
}
