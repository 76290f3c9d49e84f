/**
 * The simulated worlds in which announced waits are measured. All have faster and slower doctors,
 * good and bad days, and consultations that slowly become longer and shorter. Each world differs
 * from the usual world in the parameters that the list gives for it.
 */

export interface World {
  readonly name: string;
  readonly summary: string;
  /**
   * Share of patients who are absent when called in, or cancel. A third of these patients cancel.
   */
  readonly absentShare: number;
  /** Share of urgent patients, whom the desk puts at the front of the queue. */
  readonly urgentShare: number;
  /**
   * Share of patients with an appointment. They check in at the time of the appointment, and the
   * desk puts them at the front of the queue.
   */
  readonly appointmentShare: number;
  /**
   * How late the doctor begins, in minutes. Each doctor's usual delay lies between the two values
   * of `habit`, and each day deviates from it.
   */
  readonly late: { readonly habit: readonly [number, number]; readonly ofDay: 'even' | 'normal' };
  /** Smallest and largest coefficient of variation of a doctor's consultations. */
  readonly variation: readonly [number, number];
  /** Share of consultations that take four times as long. */
  readonly longShare: number;
  /** Minutes of a consultation with an average doctor. */
  readonly mean: number;
  /**
   * The factors by which consultations are longer or shorter, by start time in minutes since
   * midnight. Between two start times the factor changes linearly.
   */
  readonly pace: readonly { readonly at: number; readonly factor: number }[];
  /**
   * Whether doctors take a break at noon. The next field: whether the weekly plan contains this
   * break.
   */
  readonly hasPlannedBreak: boolean;
  readonly breakIsInPlan: boolean;
  /** Share of days with an unplanned break. */
  readonly unplannedShare: number;
  /** How many times a day eight people arrive within five minutes. */
  readonly bursts: number;
  /**
   * From this day on consultations take 30 % longer: those of all doctors, or of one doctor in each
   * hospital.
   */
  readonly slow: { readonly from: number; readonly who: 'all' | 'one' } | undefined;
  /**
   * Share of patients who give up after the upper end of the wait that was announced on joining has
   * passed.
   */
  readonly givesUpShare: number;
  /**
   * Share of first visits; the others are follow-ups. Undefined if the world has no visit kinds.
   */
  readonly newShare: number | undefined;
  /** The factor by which visits of each kind are longer or shorter than usual. */
  readonly kinds: { readonly new: number; readonly follow_up: number };
  /** Whether most patients state their visit kind. */
  readonly kindsAreSaid: boolean;
  /** Share of remote patients who leave home at "leave now". */
  readonly followsShare: number;
  /**
   * The day on which the last doctor of each hospital begins to work; undefined if this doctor
   * works from the first day.
   */
  readonly newDoctorFrom: number | undefined;
  readonly hospitals: number;
  readonly days: number;
  /** The first day of the simulation whose announced waits count in the results. */
  readonly countsFrom: number;
}

const punctual = { habit: [0, 0], ofDay: 'even' } as const;
const lateByHabit = { habit: [30, 60], ofDay: 'normal' } as const;

/**
 * Factors by time of day as in real mornings: a visit takes 14 minutes at half past eight and 9.9
 * minutes at noon. In the afternoon visits are longer again at first.
 */
const quickening = [
  { at: 510, factor: 1.18 },
  { at: 740, factor: 0.82 },
  { at: 795, factor: 1.1 },
  { at: 960, factor: 0.82 },
];

const usualWorld: World = {
  name: 'usual',
  summary: '8 % absent, 5 % urgent, up to 15 min late, a break in the plan',
  absentShare: 0.08,
  urgentShare: 0.05,
  appointmentShare: 0,
  late: punctual,
  variation: [0.6, 1.1],
  longShare: 0,
  mean: 12,
  pace: [],
  hasPlannedBreak: true,
  breakIsInPlan: true,
  unplannedShare: 0,
  bursts: 0,
  slow: undefined,
  givesUpShare: 0,
  newShare: undefined,
  kinds: { new: 1.5, follow_up: 0.73 },
  kindsAreSaid: true,
  followsShare: 0,
  newDoctorFrom: undefined,
  hospitals: 6,
  days: 40,
  countsFrom: 10,
};

function world(name: string, summary: string, differences: Partial<World>): World {
  return { ...usualWorld, ...differences, name, summary };
}

/** Number of doctors of each hospital. */
export const doctorsEach = 6;

export const worlds: readonly World[] = [
  usualWorld,
  world('absent 5 %', '5 % are not there', { absentShare: 0.05 }),
  world('absent 25 %', '25 % are not there', { absentShare: 0.25 }),
  world('urgent 15 %', '15 % are put in front', { urgentShare: 0.15 }),
  world('no break', 'no break in the plan', { hasPlannedBreak: false }),
  world('sudden breaks', 'besides the plan a break on four days of five, announced or not', {
    unplannedShare: 0.8,
  }),
  world('late', 'doctors begin 30 to 60 min late by habit', { late: lateByHabit }),
  world('bursts', 'twice a day eight people come within five minutes', { bursts: 2 }),
  world('appointments', 'four of ten come by appointment and are put in front', {
    appointmentShare: 0.4,
  }),
  world('long visits', 'three of a hundred take four times as long', { longShare: 0.03 }),
  world('first and follow-up', 'first visits take 1.5, others 0.73 times as long; most say which', {
    newShare: 0.35,
  }),
  world('kinds unsaid', 'the same, and nobody says which', {
    newShare: 0.35,
    kindsAreSaid: false,
  }),
  world('kinds alike', 'most say which, and both take as long', {
    newShare: 0.35,
    kinds: { new: 1, follow_up: 1 },
  }),
  world('two minutes', 'a clinic whose consultations take two minutes', { mean: 2 }),
  world('25 minutes', 'a clinic whose consultations take 25 minutes', { mean: 25 }),
  world('quickening', 'consultations become shorter in the course of each half day', {
    pace: quickening,
  }),
  world('slowing', 'consultations become longer in the course of the day', {
    pace: [
      { at: 540, factor: 0.85 },
      { at: 960, factor: 1.15 },
    ],
  }),
  world('lunch unplanned', 'a lunch each day that is not in the plan', { breakIsInPlan: false }),
  world('giving up', 'half of those whose range has passed give up', { givesUpShare: 0.5 }),
  world('leave now', 'all who ask from elsewhere set out at "leave now"', { followsShare: 1 }),
  world('all slower', 'from day 20 on all take 30 % longer', { slow: { from: 20, who: 'all' } }),
  world('one slower', 'from day 20 on one doctor of each hospital takes 30 % longer', {
    slow: { from: 20, who: 'one' },
    hospitals: 18,
  }),
  world('first day', "a hospital's first day", { hospitals: 60, days: 1, countsFrom: 0 }),
  world('first day late', "a hospital's first day, doctors late by habit", {
    hospitals: 60,
    days: 1,
    countsFrom: 0,
    late: lateByHabit,
  }),
  world("a doctor's first day", 'one of each hospital sees the first patients', {
    hospitals: 60,
    days: 12,
    countsFrom: 11,
    newDoctorFrom: 11,
  }),
  world('everything', 'late doctors, sudden breaks, appointments, urgent ones, leave now', {
    absentShare: 0.12,
    urgentShare: 0.1,
    appointmentShare: 0.2,
    late: lateByHabit,
    unplannedShare: 0.5,
    longShare: 0.03,
    newShare: 0.35,
    givesUpShare: 0.3,
    followsShare: 0.6,
    bursts: 1,
  }),
];
