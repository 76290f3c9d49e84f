import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** What administrators read: figures and ratings. */
export const administration = {
  nav: { analytics: 'Analytics', replay: 'What if', ratings: 'Ratings', audit: 'Audit Trail' },
  unseenEmergencies: (count: number) =>
    plural(count, {
      one: '1 emergency access to look at',
      other: `${count} emergency accesses to look at`,
    }),
  print: 'Print',
  exportCsv: 'Save as CSV',
  exporting: 'Saving…',
  exportFailed: 'The table could not be saved',
  from: 'From',
  to: 'To',
  apply: 'Show',
  backward: 'The last day is before the first.',

  analytics: {
    title: 'Analytics',
    lead: 'Visits, waits and kept promises of any period. Visits count where they were asked for.',
    loading: 'Loading figures...',
    failed: 'The figures could not be fetched',
    noneTitle: 'No visits in this period',
    noneLead: 'Nobody asked for a place in these days. Choose other ones.',
    period: 'Period',
    periods: { '1': 'Today', '7': '7 days', '30': '30 days', '365': 'Year', own: 'Other' },
    totals: 'The whole period',
    arrivals: 'Arrivals',
    completed: 'Completed',
    noShow: 'No shows',
    rejected: 'Rejected',
    notSeen: (noShow: string, rejected: string, cancelled: string) =>
      `${noShow} no shows · ${rejected} rejected · ${cancelled} cancelled`,
    perHour: 'Per hour',
    perHourHint: (rate: string) => `${rate} for each hour in which a doctor saw patients`,
    waitMedian: 'Median wait',
    waitP90: '90 % wait',
    waitP90Hint: (minutes: string) => `nine in ten waited at most ${minutes}`,
    onSiteMedian: 'Time on site',
    onSiteHint: (visits: string) => `median from arriving to being called, ${visits} visits`,
    promises: 'Waits kept',
    promisesHint: (kept: string, of: string) => `${kept} of ${of} were called in the time told`,
    rounded:
      'Over more than a week, waits are told to half a minute; those of single days are exact.',
    minutes: (minutes: string) => `${minutes} min`,
    byDay: 'Arrivals by day',
    byDayPicture:
      'A bar for each day: how many asked for a place. The table below has the figures.',
    byHour: 'Waits by hour',
    byHourPicture:
      'A bar for each hour: the median wait in minutes, with a mark at what nine in ten waited at most. The table below has the figures.',
    hourTitle: (hour: string, median: string, most: string) =>
      `${hour}: median ${median}, nine in ten at most ${most}`,
    byDoctor: 'By doctor',
    byUrgency: 'By urgency',
    day: 'Day',
    hour: 'Hour',
    doctor: 'Doctor',
    urgency: 'Urgency',
    asTable: 'Show as a table',
    keptTimes: {
      title: 'How well told times held',
      method:
        'Of the waits told in this period of which the end is known. Whoever gave up after the later time had passed counts as not called in time. Meant are nine in ten before the later time, and eight in ten between both.',
      promises: 'Told',
      kept: 'Before the later time',
      inside: 'Between both times',
      byMoment: 'When it was told',
      moments: {
        asked: 'On asking for a place',
        joined: 'On being let in',
        leave_now: 'With “leave now”',
        after_30: 'Half an hour after being let in',
        after_60: 'An hour after being let in',
        after_120: 'Two hours after being let in',
      },
      byState: 'What the doctor was doing',
      states: {
        not_begun: 'Not begun yet',
        running: 'Seeing patients',
        near_break: 'Near a break',
        overdue: 'A break was overdue',
        break: 'On a break',
      },
      byAhead: 'People ahead',
      byVisit: 'Whole visits',
      visits: 'Done when told, visits of several stops',
      orMore: (count: string) => `${count} and more`,
    },
  },

  advice: {
    title: 'What to do next',
    tooFew: (visits: string, needed: string) =>
      `Too early to say: ${needed} visits are needed for advice, and this period has ${visits}.`,
    none: 'Nothing stands out in this period: no hour, weekday or doctor is much slower than usual.',
    method:
      'Named is only what differs clearly from the period as a whole, from 30 visits on. Why it is so the figures cannot know.',
    slowHours: (from: string, to: string) =>
      `Between ${from} and ${to} a second doctor would help most.`,
    busyWeekday: (day: string) => `On ${day}s a second doctor would help most.`,
    longLine: (doctor: string) => `${doctor} needs help: the line is the slowest here.`,
    longLineShared: (doctor: string, other: string) =>
      `Patients of ${doctor} wait longest; ${other} has time to see some of them.`,
    noShows: 'Remind patients: many are called and do not come.',
    timesMissed: 'Begin on time and announce breaks: told times often do not hold.',
    waitEvidence: (minutes: string, usual: string, visits: string) =>
      `Half wait longer than ${minutes} min; usually ${usual} min. From ${visits} visits.`,
    busyEvidence: (more: string) => `${more} more people than on other days.`,
    otherEvidence: (other: string, minutes: string) => `With ${other} it is ${minutes} min.`,
    noShowEvidence: (share: string, visits: string) => `${share} of ${visits} did not come.`,
    timesEvidence: (share: string, visits: string) => `${share} of ${visits} told times held.`,
  },
  onSite: {
    title: 'Time saved at the hospital',
    less: (share: string) => `${share} less time at the hospital`,
    more: (share: string) => `${share} more time at the hospital`,
    interval: (lower: string, upper: string) => `Between ${lower} and ${upper}, 19 times in 20.`,
    missing: (count: number) =>
      plural(count, {
        one: 'One more visit with a check-in is needed before this can be told.',
        other: `${count} more visits with a check-in are needed before this can be told.`,
      }),
    notComparable: 'No doctor has seen patients of both kinds yet, so there is nothing to compare.',
    visits: (remote: string, walkIn: string, from: string, to: string) =>
      `${remote} visits joined from elsewhere, ${walkIn} on arriving, ${from} to ${to}.`,
    price: (idle: string, absent: string) =>
      `Meanwhile doctors were without a patient for ${idle} minutes of an hour though somebody was in the line, and ${absent} of those called were not there at the first call.`,
    method:
      'The time from arriving to being called of patients who joined five minutes or more before they arrived, against those who joined on arriving at the same doctor. Arrivals count that the desk, the door’s code or a kiosk has seen. Visits of a doctor’s day are alike: the interval follows from how days differ.',
  },

  keptTimesPage: {
    title: 'Kept times, for everybody',
    show: 'Show everybody how well our times hold',
    hint: 'A page for patients: how many of the last 90 days were called in the time told, with its interval and how it is counted.',
    open: 'Open the page',
    failed: 'This was not saved',
  },

  ratings: {
    title: 'Ratings',
    lead: 'What patients say of completed visits, without their names.',
    loading: 'Loading ratings...',
    failed: 'The ratings could not be fetched',
    noneTitle: 'No ratings yet',
    noneLead: 'Patients can rate a visit once it is completed.',
    noMatch: 'No rating has so many stars',
    showAll: 'Show all ratings',
    doctor: 'Doctor',
    allDoctors: 'All doctors',
    stars: 'Stars',
    allStars: 'Any number',
    starsOf: (stars: number) => plural(stars, { one: '1 star', other: `${stars} stars` }),
    summary: 'All together',
    average: (average: string) => `${average} of 5`,
    count: (count: number) => plural(count, { one: '1 rating', other: `${count} ratings` }),
    trend: 'By month',
    trendPicture: (months: string) => `The average of each month: ${months}`,
  },
};

export type Administration = typeof administration;
