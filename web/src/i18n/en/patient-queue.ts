import { englishOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Asking for a place in a line and following it. */
export const patientQueue = {
  areaName: 'Patient',
  navBrowse: 'Browse Hospitals',
  navQueue: 'My Queue',
  navReports: 'My Reports',
  navProfile: 'My Profile',
  bookedFailed: 'Your appointments could not be fetched',

  join: 'Join Queue',
  shut: (opens: string | undefined) =>
    opens === undefined ? 'Closed now' : `Closed now, opens ${opens}`,
  shutAsk: (opens: string | undefined) =>
    opens === undefined
      ? 'Closed now: the staff look at requests when the hospital opens.'
      : `Closed now, opens ${opens}: the staff look at requests then.`,
  goToMyQueue: 'Go to My Queue',
  haveEntryTitle: 'You already have a place in a line',
  haveRequestTitle: 'Your request is with the staff',
  haveEntryOf: (name: string) => `${name} has a place in a line`,
  haveRequestOf: (name: string) => `The request for ${name} is with the staff`,
  haveEntriesTitle: (count: number) => `You follow ${count} places`,
  haveEntryFor: (name: string, doctor: string, hospital: string) =>
    `${name}: ${doctor}, ${hospital}.`,
  haveEntryWith: (doctor: string, hospital: string) =>
    `${doctor}, ${hospital}. One queue at a time.`,

  symptoms: 'Symptoms',
  urgency: 'How urgent does it feel?',
  urgencyNames: { low: 'Low', medium: 'Medium', high: 'High' },
  title: 'My Queue',
  loading: 'Loading queue data...',
  currentFailed: 'Failed to fetch current queue',
  historyFailed: 'Failed to fetch queue history',
  tooMany: 'Too many requests. Please wait a few seconds.',
  refreshFailed: 'The latest figures could not be fetched',
  updated: 'Updated',

  youAre: (place: number) => `You are ${englishOrdinal(place)}`,
  youAreNext: 'You are next',
  ahead: (count: number) =>
    plural(count, { one: '1 person is ahead of you', other: `${count} people are ahead of you` }),
  nobodyAhead: 'Nobody is ahead of you in the line',
  personIs: (name: string, place: number) => `${name} is ${englishOrdinal(place)}`,
  personIsNext: (name: string) => `${name} is next`,
  aheadOfPerson: (count: number) =>
    plural(count, { one: '1 person is ahead', other: `${count} people are ahead` }),
  nobodyAheadOfPerson: 'Nobody is ahead in the line',
  yourPlaces: 'The places you follow',
  calculating: 'Calculating...',
  doctorOnBreak: (time: string) => `The doctor is on a break until ${time}.`,
  estimatedWait: 'Estimated wait',
  aboutMinutes: (range: string) => `About ${range} minutes`,
  upToMinutes: (minutes: string) => `Up to ${minutes} minutes`,
  aboutHours: (range: string) => `About ${range} hours`,
  heldFor: (kept: string, of: string) =>
    `Called before the later time: ${kept} of the last ${of} patients of this doctor.`,
  insideFor: (inside: string) => `Between the two times: ${inside}.`,
  /** Why, by what the doctor is doing. */
  line: {
    notOpen: (at: string) => `The doctor begins at ${at}.`,
    notOpenUsually: (at: string, usually: string) =>
      `The doctor is planned for ${at} and usually begins about ${usually}.`,
    due: 'The doctor has not begun yet.',
    dueUsually: (usually: string) =>
      `The doctor has not begun yet, and usually begins about ${usually}.`,
    dueBack: 'The doctor is due back and has not called anybody yet.',
    breakOverdue: 'The doctor takes a break once the patient inside has left.',
    busy: 'The doctor is busy and calls nobody just now. Your place is kept.',
    offline:
      'The doctor is not at work just now. Your place is kept; ask the reception if it is urgent.',
    backAt: (at: string) => `The doctor is away and is expected back: ${at}. Your place is kept.`,
    closed: 'The doctor sees nobody today. Ask the reception what becomes of your place.',
    pastClosing:
      'The hours of this doctor are over for today. Ask the reception what becomes of your place.',
  },

  pendingHeadline: 'Request sent',
  pendingWait: 'Your place is counted from the moment the staff approve.',
  whatNow: 'What to do now',
  advice: {
    pending: {
      title: 'Nothing to do now',
      text: 'The staff look at your request. You may close this page; your request stays.',
    },
    gone: {
      title: 'Stay where you are',
      text: 'Nobody can say yet when you are called. We tell you here how it goes on.',
    },
    stay: { title: 'Stay where you are', text: 'There is time. We keep the count for you.' },
    here: { title: 'Please take a seat', text: 'There is time. We keep the count for you.' },
    stayUntil: {
      title: (time: string) => `Stay where you are. Leave around ${time}.`,
      text: 'Most who leave then are there when they are called.',
    },
    leaveNow: {
      title: 'Leave now',
      text: 'If you are not at the hospital yet, it is time to go.',
    },
    next: {
      title: 'Be at the door',
      text: 'You are called next. Tell the reception if you are held up.',
    },
    shut: {
      text: 'Stay where you are. We tell you when it is time to leave.',
    },
    turn: { title: 'It is your turn', text: 'Go in now.' },
  },
  travel: 'My way there takes',
  travelFailed: 'How long your way takes was not saved',
  travelMinutes: (minutes: number) => `${minutes} min`,

  askingTitle: 'Asking for your place. Last known',
  askingText: 'This is where you stood then. Your place now shows as soon as the hospital answers.',
  oldTitle: 'No connection. Last known',
  oldText:
    'This may not be true any more. As soon as there is a network, your place shows again by itself.',
  youWere: (place: number) => `You were ${englishOrdinal(place)}`,
  waitWas: (wait: string) => `Expected wait at that time: ${wait}`,
  alert: {
    approved: 'You are in the line',
    rejected: 'Your request was not accepted',
    removed: 'The staff took you off the queue',
    closed: 'Your place was closed. Open to read why and to ask again.',
    noShow: 'You were called and were not there',
    leaveNow: 'Leave now',
    next: 'You are next. Please be at the door.',
    turn: 'It is your turn. Please go in now.',
  },

  turnHeadline: 'It is your turn',
  inRoom: (room: string) => room,
  withDoctor: (doctor: string) => doctor,
  turnGoIn: (where: string) => `Please go in to ${where} now.`,
  turnOf: (name: string) => `It is ${name}’s turn`,
  turnGoInFor: (name: string, where: string) => `${name}, please go in to ${where} now.`,
  turnSince: 'Called',
  soundOn: 'Sound when I am called',
  soundHint: 'Switched on, it plays once, so that you know it. It needs this page to be open.',

  yourSymptoms: 'What you told',

  changes: 'What happened',
  changeRequested: 'You asked for a place',
  changeApproved: 'The staff let you into the line',
  changeArrived: 'You checked in for your appointment and stand in the line',
  changeCalled: 'You were called in',
  changeUrgency: (urgency: string) => `The staff set your urgency to “${urgency}”`,
  changeMovedUp: (from: number, to: number) =>
    `You moved up from ${englishOrdinal(from)} to ${englishOrdinal(to)}`,
  changeMovedBack: (from: number, to: number) =>
    `The staff changed the order: from ${englishOrdinal(from)} to ${englishOrdinal(to)}`,
  changeFromTo: (from: number, to: number) =>
    `From ${englishOrdinal(from)} to ${englishOrdinal(to)} in line`,
  /** Why somebody else was placed ahead of me, */
  passedBy: {
    urgent: 'An urgent case was placed ahead of you',
    returned: 'A patient who was called before has come back',
    doctor: 'The doctor asked for another patient first',
    patient: 'The desk changed the order',
    desk: 'The desk changed the order',
    held: 'A patient who was called and was not there keeps the place',
    appointment: 'A patient came whose appointment is due before your turn',
    restored: 'A patient came back into the line whose place had been ended by mistake',
  },
  /** why I have moved up because somebody else went back, */
  letAhead: {
    urgent: 'The desk changed the order',
    returned: 'The desk changed the order',
    doctor: 'The doctor asked for another patient later',
    patient: 'A patient ahead of you asked to go later',
    desk: 'The desk changed the order',
    held: 'A patient ahead of you was called and was not there',
    appointment: 'The desk changed the order',
    restored: 'The desk changed the order',
  },
  /** and why I myself was moved. */
  ownMove: {
    urgent: 'The desk changed your place because of an urgent case',
    returned: 'You are back, and you go next',
    doctor: 'The doctor asked the desk to change your place',
    patient: 'Your place was changed as you asked',
    desk: 'The desk changed your place',
    held: 'You were called and were not there',
    appointment: 'Your place follows the time of your appointment',
    restored: 'The desk took back that your place had ended',
  },

  missed: (time: string) => `You were called at ${time} and were not there.`,
  missedNext: 'Tell the desk when you arrive; you are next.',
  missedAgain: (calls: number) => `You have been called ${calls} times.`,
  here: 'I’m here',
  hereSending: 'Telling the desk…',
  hereFailed: 'The desk could not be told',
  backTitle: 'The desk knows that you are here',
  backText: 'You go in next. Please stay near the door.',
  announceMissed: 'You were called and were not there. Tell the desk when you arrive.',
  announceApproved: (place: number) => `The staff let you in. You are ${englishOrdinal(place)}.`,
  announcePlace: (place: number) => `You are now ${englishOrdinal(place)} in line.`,
  announceTurn: (where: string) => `It is your turn. Please go in to ${where} now.`,
  announceEnded: 'You are no longer in the line.',
  announceApprovedOf: (name: string, place: number) =>
    `The staff let ${name} in. ${name} is ${englishOrdinal(place)}.`,
  announcePlaceOf: (name: string, place: number) =>
    `${name} is now ${englishOrdinal(place)} in line.`,
  announceTurnOf: (name: string, where: string) =>
    `It is ${name}’s turn. Please go in to ${where} now.`,
  announceEndedOf: (name: string) => `${name} is no longer in the line.`,

  goLater: 'Running late? Go later',
  leave: 'Leave the queue',
  questions: 'Before your visit',
  withdraw: 'Withdraw the request',
  leaveQuestion: 'Are you sure you want to leave the queue?',
  leaveQuestionOf: (name: string) => `Are you sure you want to leave the queue for ${name}?`,
  leaveConsequence: 'Your place goes to the next person. To come back you start at the end.',
  withdrawConsequence: 'The staff will not see your request any more.',
  leaveConfirm: 'Leave',
  leaveStay: 'Stay in the queue',
  leaveFailed: 'Failed to leave queue',
  leaving: 'Leaving...',
  leftTitle: 'You left the queue',

  noActive: 'No Active Queue',
  noActiveLead: 'When you ask for a place with a doctor, you follow it here.',
  browseHospitals: 'Browse Hospitals',
  findAnother: 'Find Another Doctor',
  outcome: {
    rejected: {
      title: 'Your request was not accepted',
      text: (doctor: string) => `The staff of ${doctor} could not take you this time.`,
    },
    removed: {
      title: 'The staff took you off the queue',
      text: (doctor: string) =>
        `Your place with ${doctor} was cancelled. Ask the reception if you think this is a mistake.`,
    },
    day_ended: {
      title: 'The day ended before your turn',
      text: (doctor: string) =>
        `Nobody else is seen by ${doctor} that day. Your place is closed; ask again when you like.`,
    },
    doctor_left: {
      title: 'The doctor has left',
      text: (doctor: string) =>
        `${doctor} sees nobody else that day. Your place is closed; ask again, here or for another doctor.`,
    },
    noShow: {
      title: 'You were called and were not there',
      text: (doctor: string) =>
        `Your place with ${doctor} has ended. Speak to the reception, or ask for a new place.`,
    },
    completed: {
      title: 'Your visit is complete',
      text: (doctor: string) =>
        `Thank you for coming. Get well soon. ${doctor} has ended the consultation.`,
    },
  },
  /** Of a last stop that nobody's consultation was. */
  lineDone: (line: string) => `Thank you for coming. You are done at ${line}.`,
  reason: 'Reason',
  askAgain: 'Ask again',
  wordOfStaff: 'The staff say',
  closed: { day_ended: 'The day ended', doctor_left: 'The doctor left' },

  guidelines: 'Good to know',
  guidelineItems: [
    'One queue at a time for each person: leave this one before you join another.',
    'Real-time position updates: this page changes by itself, no need to reload.',
    'Arrive promptly when called: the doctor goes on with the next person otherwise.',
  ],

  history: 'Queue History',
  historyHere: 'Queue History at this hospital',
  noHistory: 'No Queue History',
  noHistoryLead: 'Your past visits will be listed here.',
  details: 'Details',
  detailsOf: (doctor: string, day: string) => `of the visit to ${doctor} on ${day}`,
  detailPatient: 'Patient',
  detailDoctor: 'Doctor',
  detailHospital: 'Hospital',
  detailUrgency: 'Urgency',
  detailAsked: 'Asked for a place',
  detailArrived: 'Checked in',
  detailLetIn: 'Let into the line',
  detailCalled: 'Called in',
  detailEnded: 'Ended',
  detailWaited: 'Waited in the line',
  detailLasted: 'Time with the doctor',
  minutes: (count: number) => plural(count, { one: '1 minute', other: `${count} minutes` }),
  visitOn: 'Asked',
  visitEnded: 'Ended',
  youLeft: 'You left',
  removedByStaff: 'Removed by the staff',
  backToHospital: 'Back to the hospital',

  rate: 'Rate this visit',
  rateOf: (doctor: string, day: string) => `with ${doctor} on ${day}`,
  rateTitle: (doctor: string) => `How was your visit with ${doctor}?`,
  rateLead: 'Your stars count in the rating that everyone sees.',
  stars: 'Stars',
  starNames: {
    1: '1 star: bad',
    2: '2 stars: not good',
    3: '3 stars: all right',
    4: '4 stars: good',
    5: '5 stars: very good',
  },
  chooseStars: 'Choose 1 to 5 stars.',
  ratingWords: 'In your words',
  ratingWordsHint: 'Only the hospital’s administrators read this, without your name.',
  sendRating: 'Send Rating',
  rateCancel: 'Not now',
  ratedTitle: 'Thank you for your rating',
  ratedMessage: (day: string) => `You can change it until ${day}.`,
  ratingsFailed: 'Your ratings could not be fetched.',
  rateFailed: 'The rating could not be saved',
  yourRating: (stars: string) => `You gave ${stars} of 5 stars`,
  changeRating: 'Change',
  changeRatingOf: (doctor: string, day: string) => `your rating of ${doctor} on ${day}`,
};

export type PatientQueue = typeof patientQueue;
