import { englishOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Receiving somebody at the desk: found among the known ones, written down anew, put in a line. */
export const receiving = {
  walkInTitle: 'Add a walk-in',
  walkInLead:
    'For somebody at the desk who has no account. They join the end of the line at once, checked in.',
  knownTitle: (name: string) => `Put ${name} in a line`,
  knownLead: 'At the end of the line, checked in. The earlier visits stay with the same record.',
  name: 'Full name',
  phone: 'Phone',
  phoneHint:
    'With country code, e.g. +919876543210. They can then also check in by its last digits.',
  age: 'Age',
  ageHint: 'In years',
  gender: 'Sex',
  genders: {
    Male: 'Male',
    Female: 'Female',
    Other: 'Other',
    'Prefer not to say': 'Prefers not to say',
  },
  notTold: 'Not told',
  doctor: 'Doctor',
  chooseDoctor: 'Choose a doctor',
  sharedLine: (name: string, waiting: number) =>
    waiting === 0 ? `${name} – nobody waits` : `${name} – ${waiting} waiting`,
  closedLine: 'takes nobody now',
  offline: 'Offline',
  firstFree: (department: string) => `First free of ${department}`,
  urgency: 'Urgency',
  symptoms: 'Symptoms',
  add: 'Add to the queue',
  addAnew: 'None of them: add as new',
  adding: 'Adding...',
  looking: 'Looking...',
  addFailed: 'The patient could not be added',
  added: (name: string) => `${name} is in the queue.`,

  alikeTitle: 'Is it one of these?',
  alikeLead: 'This hospital knows them already. Choosing keeps all visits in one record.',
  alikeFound: (count: number) =>
    plural(count, {
      one: 'One known patient is alike.',
      other: `${count} known patients are alike.`,
    }),
  alikeLooking: 'Looking for known patients...',
  alikeFailed: 'Known patients could not be looked up',
  alikeBy: { both: 'Same phone and name', phone: 'Same phone', name: 'Name alike' },
  choose: 'Choose',
  chooseOf: (name: string) => `Choose ${name}`,
  notThisOne: 'Another person',
  years: (count: number) => plural(count, { one: '1 year', other: `${count} years` }),
  phoneEnds: (digits: string) => `Phone …${digits}`,
  noAccount: 'No account',
  lastVisit: (day: string, doctor: string) => `Last visit ${day}, ${doctor}`,
  noVisitYet: 'No visit yet',
  inLineNow: (token: string, doctor: string) => `In the queue of ${doctor} now, ${token}`,
  asksNow: (doctor: string) => `Has asked for a place with ${doctor}`,
  earlierVisits: 'Earlier visits here',
  noEarlierVisits: 'No earlier visit at this hospital.',
  visitsFailed: 'The earlier visits could not be fetched',
  loading: 'Loading...',
  sameTwice: 'Two of them are one person',
  mergeTitle: 'Two records of one person',
  mergeLead:
    'Everything of the one goes into the other: visits with their notes, appointments and reports. It can be taken back for 30 days.',
  mergeKept: 'Which record stays?',
  mergeGone: 'Which one goes into it?',
  mergeConfirm: 'Merge',
  merging: 'Merging...',
  mergeFailed: 'The records could not be changed',
  mergePreviewFailed: 'What would go over could not be looked up',
  merged: (gone: string, kept: string) => `The record of ${gone} went into that of ${kept}`,
  mergeUndoLead: 'If they are two people after all, everything goes back to where it was.',
  mergeUndone: (gone: string) => `${gone} has a record of their own again.`,
  undoMerge: 'Take it back',
  undoMergeOf: (gone: string, kept: string) => `Take back that ${gone} went into ${kept}`,
  undoing: 'Taking it back...',
  takenBack: 'taken back',
  mergesBefore: 'Merged before',
  mergesFailed: 'The merges could not be fetched',
  noMerges: 'No records were merged yet.',
  mergeMoves: (gone: string, kept: string) => `From ${gone} to ${kept} go:`,
  movesVisits: (count: number) =>
    plural(count, { one: '1 visit or request', other: `${count} visits and requests` }),
  movesAppointments: (count: number) =>
    plural(count, { one: '1 appointment', other: `${count} appointments` }),
  movesReports: (count: number) => plural(count, { one: '1 report', other: `${count} reports` }),
  mergeShowsAccount: (name: string) =>
    `${name} has an account: whoever signs in with it will read these visits and reports.`,
  mergeRefused: {
    merge_not_possible: 'A record with an account goes into no other one. Let that one stay.',
    merge_needs_admin:
      'The record that stays has an account, whose owner will read what goes into it: an administrator does this.',
    both_in_queue: 'Both have a place or a request in a queue. End one of the two first.',
    both_booked:
      'Both have an appointment with one doctor on one day. Cancel one of the two first.',
    other: 'These two cannot be merged.',
  },

  several: 'Several of one family',
  familyTitle: 'Add people of one family',
  familyLead:
    'Two to five who come together. They stand in line in the order of this list; whoever is refused keeps nobody else out.',
  familyPhone: 'Phone of the family',
  familyPhoneHint: 'Written down for each who is new. Whoever is known by it is shown.',
  person: (nth: number) => `${englishOrdinal(nth)} person`,
  removePerson: (nth: number) => `Take the ${englishOrdinal(nth)} person off the list`,
  addPerson: 'One more person',
  addFamily: (count: number) =>
    plural(count, { one: 'Add to the queue', other: `Add all ${count} to the queue` }),
  familyAdded: (count: number) =>
    count === 0
      ? 'Nobody could be added.'
      : plural(count, {
          one: 'One person is in the queue.',
          other: `${count} people are in the queue.`,
        }),
  ticketOf: (name: string) => `Ticket of ${name}`,
  refusedBy: {
    already_in_queue: 'Not added: already in a queue. One queue at a time.',
    doctor_not_available: 'Not added: this doctor is not taking patients right now.',
    nobody_available: 'Not added: nobody of this department is Available. Choose a doctor.',
    other: 'Not added. Please try again.',
  },
  placeIn: (place: number, doctor: string) => `${englishOrdinal(place)} in line for ${doctor}`,
};

export type Receiving = typeof receiving;
