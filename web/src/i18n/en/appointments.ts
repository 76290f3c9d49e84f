import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Booking a time with a doctor, and the hospital's day of booked visits. */
export const appointments = {
  nextFree: 'Next free appointment',
  nothingFree: 'none in the coming weeks',
  book: 'Book Appointment',
  bookOf: (doctor: string) => `with ${doctor}`,
  bookReason: 'Offline: appointments cannot be booked right now.',
  bookTitle: (doctor: string) => `Book an appointment with ${doctor}`,
  bookLead: 'Choose a day and a time. A confirmation comes by email.',
  moveTitle: (doctor: string) => `Move your appointment with ${doctor}`,
  moveLead: (when: string) => `It is booked for ${when}.`,
  date: 'Date',
  dateHint: (last: string) => `Until ${last}, at the hospital’s own time.`,
  time: 'Time',
  pickDay: 'Choose a date to see its times.',
  loadingTimes: 'Loading times...',
  timesFailed: 'The times could not be fetched',
  noTimes: 'No time is offered on this day. Please choose another one.',
  allTaken: 'Every time of this day is taken. Please choose another day.',
  free: 'Free',
  taken: 'Taken',
  confirmBooking: 'Book',
  booking: 'Booking…',
  confirmMove: 'Move',
  moving: 'Moving…',
  bookedTitle: 'Appointment booked',
  movedTitle: 'Appointment moved',
  confirmEmail: 'Confirm your email',
  bookFailed: 'The appointment could not be booked',
  moveFailed: 'The appointment could not be moved',

  mine: 'My Appointments',
  questions: 'Before your visit',
  today: 'Today',
  checkIn: 'I’m here',
  checkInHint:
    'Press it when you are at the hospital: you go straight into the line, where your time keeps your place.',
  checkInFrom: (time: string) =>
    `From ${time} you can say here that you have arrived, when you are at the hospital.`,
  checkingIn: 'Joining the line…',
  checkedInTitle: 'You are in the line',
  checkedInMessage: (doctor: string) => `${doctor} knows that you are here.`,
  checkInFailed: 'The check-in did not succeed',
  move: 'Reschedule',
  cancel: 'Cancel appointment',
  ofVisit: (doctor: string, when: string) => `with ${doctor}, ${when}`,
  cancelQuestion: 'Cancel this appointment?',
  cancelConsequence: (doctor: string, when: string) =>
    `${doctor}, ${when}. Somebody else can take this time then.`,
  cancelConfirm: 'Cancel appointment',
  cancelStay: 'Keep it',
  cancelledTitle: 'Appointment cancelled',
  cancelFailed: 'The appointment could not be cancelled',
  past: (count: number) =>
    plural(count, { one: '1 earlier appointment', other: `${count} earlier appointments` }),
  cancelledByHospital: 'The hospital cancelled it.',
  hospitalSays: (reason: string) => `The hospital’s word to you: ${reason}`,

  status: {
    booked: 'Booked',
    checked_in: 'Checked in',
    cancelled: 'Cancelled',
    missed: 'Missed',
  },

  outsideBadge: 'Doctor not there',
  outsideTitleMore: (count: number) =>
    `The next ${count} appointments need another time, and there are more`,
  outsideTitle: (count: number) =>
    plural(count, {
      one: '1 appointment lies outside the hours',
      other: `${count} appointments lie outside the hours`,
    }),
  outsideLead: 'They stay booked until they are moved: please speak with these patients.',
  outsideOwn: 'The doctor is not there at this time. Please choose another one.',
  dayTitle: 'Appointments',
  dayLead: 'Who has booked a time, by doctor.',
  day: 'Day',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  toToday: 'Today',
  dayLoading: 'Loading appointments...',
  dayFailed: 'The appointments could not be fetched',
  noneTitle: 'No appointments',
  noneLead: 'Nobody has booked a time on this day.',
  noPhone: 'No phone number',
  countOf: (count: number) =>
    plural(count, { one: '1 appointment', other: `${count} appointments` }),
};

export type Appointments = typeof appointments;
