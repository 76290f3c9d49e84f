import { englishOrdinal } from '../plural.ts';

/** Arriving: walk-ins, tickets, checking in at the desk, on the patient's phone and at the door. */
export const arrival = {
  token: 'Token',
  hereSince: (time: string) => `Here since ${time}`,
  bookedFor: (time: string) => `Appointment ${time}`,
  ticket: 'Ticket',

  addWalkIn: 'Add walk-in',

  ticketTitle: 'Ticket',
  ticketLead: 'Scan the code or print the ticket to follow the place without an account.',
  ticketFailed: 'The ticket could not be made',
  ticketLoading: 'Making the ticket...',
  qrOfTicket: 'QR code of the page that shows the place in the queue',
  print: 'Print',
  placeAtPrint: (place: number) => `${englishOrdinal(place)} in line`,
  printedAt: (time: string) => `Printed ${time}`,
  scanToFollow: 'Scan to follow your place',
  calledByToken: 'Your token is called, never your name.',

  yourToken: 'Your token',
  iAmHere: 'I’m here',
  checkingIn: 'Checking in...',
  youAreHere: (time: string) => `You checked in at ${time}.`,
  arriveHint: 'Press when you are at the hospital.',
  checkInFailed: 'Checking in did not work',

  placeWith: (place: number, doctor: string) => `${englishOrdinal(place)} in line for ${doctor}`,
  withDoctor: (doctor: string) => `It is your turn: ${doctor} is waiting for you.`,
};

export type Arrival = typeof arrival;
