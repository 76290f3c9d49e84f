import type { InsightLine } from '@baari/contract/assessment.ts';

const lines: Record<InsightLine, string> = {
  words: 'In the patient’s words',
  onset: 'Onset and duration',
  course: 'Course and severity',
  signs: 'Signs that cannot wait',
  background: 'Allergies, medicines, pregnancy, conditions',
  change: 'Since the last visit',
};

/** Questions before a visit, and the answers as staff read them. */
export const assessment = {
  title: 'Before your visit',
  staffTitle: 'A patient’s answers',
  loading: 'Loading the questions…',
  loadFailed: 'The questions could not be loaded',
  back: 'Back to my queue',
  notice:
    'This form gives no medical advice and does not decide how urgent you are. Staff read it when they can, not at once. If you have any of the signs below, call 112 or go to the nearest emergency department now.',
  call: (number: string) => `Call ${number}`,
  flagged: 'Call for help now',
  flaggedText:
    'You answered yes to a sign that cannot wait. Call now, or go to the nearest emergency department. Your request stays as it is, and the hospital’s staff were told.',
  progress: (number: number, of: number) => `Question ${number} of ${of}`,
  yes: 'Yes',
  no: 'No',
  restNo: 'No to all the others',
  noneOfIt: 'None',
  answer: 'Your answer',
  optional: 'optional',
  next: 'Next',
  previous: 'Back',
  skip: 'Skip',
  skipRest: 'Skip the rest',
  saving: 'Saving…',
  saveFailed: 'Your answer could not be saved',
  choose: 'Answer, or skip this question.',
  earlier: 'You said this at an earlier visit. Is it still true?',
  staysTrue: 'Still true',
  doneTitle: 'Thank you',
  done: 'Your answers are with your visit. Whoever sees you can read them. You can change them until your visit is over.',
  change: 'Change my answers',
  from: (at: number) => `${at}, from 0 to 10`,

  ready: 'Assessment ready',
  begun: 'Answers begun',
  alertMark: 'Signs that cannot wait',
  open: (name: string) => `What ${name} answered`,
  answers: 'Answers before the visit',
  insightsLoading: 'Loading the answers…',
  insightsFailed: 'The answers could not be loaded',
  noAnswers: 'Nothing was answered before this visit.',
  lines,
  symptoms: 'As written when asking',
  nothing: 'No answer',
  skipped: 'skipped',
  none: 'none',
  saidYes: 'Yes',
  saidNo: 'No',
  unanswered: 'Not answered',
  allNo: 'No to every sign that was asked',
  by: {
    patient: 'Answered by the patient',
    relative: 'Answered by a relative',
    desk: 'Typed in by the desk',
  },
  fillIn: 'Type in answers from paper',
  alerts: (count: number) =>
    count === 1
      ? '1 patient said yes to a sign that cannot wait'
      : `${count} patients said yes to a sign that cannot wait`,
  alertLead: 'Please look at the patient now, and say that you have seen it.',
  overdue: 'Nobody has said so within five minutes',
  seen: 'I have seen it',
  seeing: 'Saying so…',
  seenFailed: 'That could not be saved',
  outOf: (number: number, max: number) => `${number} of ${max}`,
};

export type Assessment = typeof assessment;
