/** A past day again with something different. */
export const replay = {
  title: 'What if',
  lead: 'A past day again with something different: one more doctor, other breaks, another order. Played from the visits that were recorded.',
  loading: 'Playing the day again...',
  failed: 'The day could not be played again',
  noneTitle: (day: string) => `No visits on ${day}`,
  noneLead: 'Nobody was let in on this day, so there is nothing to play again. Choose another one.',
  manyTitle: (day: string) => `Too many visits on ${day}`,
  manyLead: (visits: string, most: string) =>
    `${visits} were let in; up to ${most} are played again at once. Choose one doctor.`,
  thinTitle: (day: string) => `Too few visits on ${day}`,
  thinLead: (visits: string, needed: string) =>
    `Patients seen: ${visits}. With fewer than ${needed}, chance alone would decide what comes out. Choose another day, or all doctors.`,

  choices: 'The day, and what is to be different',
  day: 'Day',
  doctor: 'Doctors',
  allDoctors: 'All doctors',
  ofDoctor: (name: string, visits: string) => `${name}: ${visits} let in`,
  otherDay: 'Doctors can be chosen once this day is shown.',
  beside: 'One more doctor',
  noHelper: 'None',
  helps: (name: string) => `Beside ${name}`,
  breaks: 'Breaks',
  breakRules: { recorded: 'As they were', none: 'None', own: 'One at another time' },
  breakFrom: 'Break from',
  breakMinutes: 'Minutes of break',
  order: 'Order',
  orderRules: {
    recorded: 'As the desk had it',
    asked: 'Who came first',
    due: 'By urgency and time waited',
  },
  walkIns: 'Walk-ins an hour',
  walkInsHint: 'For each doctor. More come in the next hour with room.',
  noQuota: 'No limit',
  onTime: 'Doctors begin on time',
  play: 'Play the day again',
  playing: 'Playing…',

  asItWas: 'As it was',
  asItWasPicture:
    'A line through the day: how many waited. A band shows where the same day, played again unchanged, comes to. The table below has the figures.',
  asItWould: 'With the change',
  asItWouldPicture:
    'A band through the day: how many would have waited with the change, in eight of ten draws, beside how many did wait. The table below has the figures.',
  waitingAxis: 'People waiting, by hour',
  legend:
    'Dashed: the day as it was recorded. Line: half of the draws lie below. Band: eight of ten draws.',
  asTable: 'Show as a table',
  time: 'Time',

  figures: 'What it comes to',
  figure: 'Figure',
  recorded: 'As recorded',
  unchanged: 'Played unchanged',
  changed: 'With the change',
  difference: 'Difference',
  names: {
    waitMedian: 'Median wait',
    waitP90: 'Nine in ten waited at most',
    mostWaiting: 'Waiting at once, at most',
    seen: 'Seen',
    notSeen: 'Not seen',
    keptShare: 'Told times kept',
    idleMinutes: 'Doctors without a patient',
    lastEnd: 'Last patient left',
  },
  minutes: (minutes: string) => `${minutes} min`,
  points: (points: string) => `${points} points`,
  spread: (middle: string, low: string, high: string) => `${middle} (${low} to ${high})`,
  shorter: (minutes: string, range: string) =>
    `The median wait would have been ${minutes} min shorter; in eight of ten draws ${range} min.`,
  longer: (minutes: string, range: string) =>
    `The median wait would have been ${minutes} min longer; in eight of ten draws ${range} min.`,
  unsure: 'Whether the wait would have been shorter or longer, this day cannot tell.',
  noDifference: 'The median wait would have been the same.',
  nobodyCalled: 'With this change nobody would have been called.',
  quota: (all: string, putOff: string, sentAway: string) =>
    `Of ${all} walk-ins, ${putOff} would have been asked to come later and ${sentAway} sent away.`,
  unfaithful:
    'Played unchanged, this day does not come near to what was recorded. Something happened on it that the records do not tell: do not rely on it.',
  method: (draws: string) =>
    `The day is played ${draws} times, unchanged and with the change on the same draws, with what the waits of the hospital are told by. Difference: draw by draw. In brackets: eight of ten draws. A doctor who helps works as fast as doctors differ, begins at the opening and takes the same breaks.`,
  unknown: (lengths: string, arrivals: string) =>
    `Drawn is what nobody wrote down: how long ${lengths} visits took, when ${arrivals} patients arrived, and how far away who set out from home was. What people would have done otherwise, nobody knows. How many told times would have been kept is left out where the hospital told otherwise then than it does today.`,
};

export type Replay = typeof replay;
