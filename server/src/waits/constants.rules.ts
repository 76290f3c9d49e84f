/**
 * The constants of the wait forecasts in one table. Each has its unit, then the reason for its
 * value. Check a change with `npm run bench -- waits`. Limits of database reads are in the files of
 * the queries [QST-12].
 */

// The wait that is shown to patients.

/** Minutes. Times are shown in steps of five, so a smaller upper end would be shown as "now". */
export const shortestUpper = 5;
/** Days, minutes. Above both, patients see the doctor's usual start. */
export const usualStartShown = { days: 5, late: 10, early: -3 } as const;
/** Hours. Opening hours longer than this count as around the clock, without an end. */
export const longestHours = 30;
/** Hours after midnight. Outside the working hours, a doctor stops by this time at the latest. */
export const pastMidnight = 2;

// The state of a line.

/** Minutes. A pause is announced this long before it begins. By then it affects most ranges. */
export const nearPause = 60;
/** Minutes for which a call shows that the doctor works, outside hours or despite a status. */
export const signLasts = { outsideHours: 30, againstStatus: 15 } as const;
/** Hours. If opening hours began this long before midnight, they count as around the clock. */
export const longestEvening = 12;
/** Hours of a shift. A call at night shows work for this long. A longer break is a day off. */
export const shift = 8;

// When a line counts as silent: no patient has been called for an unusually long time.

/** Standard deviations. One visit in 200 is longer than this, if lengths are lognormal. */
export const rareVisit = 2.58;
/** Minutes without a call. Shorter gaps are normal for every doctor, such as a phone call. */
export const leastSilence = 30;
/** Minutes. A silent line is reported only if a patient has waited this long. */
export const leastWait = 20;
/** Minutes. One day in 20 begins later than all days before, mostly by less than this. */
export const afterLatestStart = 15;
/** Days. If a doctor has fewer measured days, the hospital's usual starts count too. */
export const ownStartsSuffice = 5;

// When a doctor begins, and when a doctor returns from a pause.

/** Days. A doctor's start is measured on this many latest days: four working weeks. */
export const startsKept = 20;
/** Minutes. Assumed late starts, each worth one day. Most are below 15; some are much longer. */
export const supposedStarts: readonly number[] = [0, 4, 10, 22, 50];
/** Minutes. A first call outside these bounds belongs to other hours and is not a late start. */
export const startBounds = { least: -60, most: 180 } as const;
/** Minutes. If a patient waited this long for the first call, the doctor was absent before. */
export const provesAbsence = 5;
/** Minutes. Width of the smoothing kernel for starts: 20 starts in an hour are 3 minutes apart. */
export const startKernel = 4;
/** Days, mean minutes. In 25 days of data, one delay in 80 (0.3 / 25) is longer than all before. */
export const surprise = { days: 0.3, mean: 45 } as const;
/** Minutes on average until a doctor who is present calls a waiting patient. */
export const reaction = 3;
/** Minutes. Assumed late returns from a pause, each worth one day; returns are not measured. */
export const usualReturns: readonly number[] = [0, 1, 3, 5, 9];

// Pauses that a doctor takes regularly, although none is planned.

/** Minutes. A shorter gap is a phone call or a late patient; a longer gap is work elsewhere. */
export const pauseBounds = { least: 20, most: 150 } as const;
/** Days. A doctor's pauses are measured on this many latest days, as for `startsKept`. */
export const pauseDays = 20;
/** Minutes from the median start. A pause that starts further away is not the usual pause. */
export const pauseWithin = 45;
/** Days, share. With 2 assumed days without a pause, 0.7 is reached by a pause on 5 of 5 days. */
export const pauseLikely = { without: 2, least: 0.7 } as const;
/** Probability. The lower end of a range of waits includes a pause that is at least this likely. */
export const pauseCertain = 0.9;

// The service time of a doctor or a service point.

/** Minutes of a consultation if nothing is measured. Each specialty also has its own value. */
export const usualMinutes = 12;
/** Visits that an assumed mean counts as. Visits vary by 0.7, doctors by 0.25: (0.7/0.25)² = 8. */
export const usualWeight = 8;
/** Visits that all earlier days count as. In theory (0.7/0.12)² = 34; 10 to 40 are equally good. */
export const ownWeight = 20;
/** Visits that the assumed mean counts as. Specialties vary by 0.35: (0.7 / 0.35)² = 4. */
export const hospitalPaceWeight = 4;
/** Factor per day for the weight of past visits. A higher one misjudged a slower doctor's waits. */
export const dailyDecay = 0.88;
/** Cap on a visit's length, in mean visits. Lower caps would make all forecast waits too short. */
export const longestInMeans = { ofSession: 5, ever: 8 } as const;
/** Mean visits that a visit over 8 mean visits counts as, because nobody ended it in time. */
export const forgottenInMeans = { ofSession: 2.5, ever: 3.5 } as const;
/** Visits. The mean of fewer visits is wrong by a third by chance. */
export const fewestOfSession = 5;
/** Lower bound of the squared variation. Otherwise any change after equal visits seems large. */
export const leastVariation = 0.15;
/** Share of earlier days forgotten per standard deviation of change beyond one (decision 093). */
export const forgetting = 0.5;
/** Share of earlier days that is always kept, because one day may be an exception. */
export const leastLeft = 0.3;
/** Hours without a call after which a new session begins; longer than a lunch break. */
export const sessionPause = 4;
/** Share of the mean by which doctors and days of a doctor differ, as in `bench/waits/fate.ts`. */
export const paceDeviations = { ofDoctors: 0.25, ofDays: 0.12 } as const;
/** Minutes from the end of a visit to the next call, while a patient can be called. */
export const usualChangeOver = 1;
/** Minutes. In a longer gap the doctor may have waited for a patient not recorded as arrived. */
export const longestUnseenGap = 3;
/** Unannounced pauses: share of calls (one in 33), mean minutes, deviation of the logarithm. */
export const silentPause = { share: 0.03, mean: 12, spread: 0.7 } as const;
/** Cap on a visit's elapsed time, in mean visits. Beyond it the normal tails lose precision. */
export const halfOverAfter = 6;
/** Assumed squared variation (published: 0.6 to 1.1), and the visits that it counts as. */
export const supposedSpread = { squaredVariation: 0.65, visits: 60 } as const;

// Kinds of visits: new visits and follow-ups.

/** Days. A second visit to the same doctor within this time is a follow-up unless stated. */
export const followUpDays = 90;
/** Visits. A kind of visit is compared with the doctor's mean, which needs this many visits. */
export const fewestKindVisits = 10;
/** Mean visits. A longer visit was not ended in time, so it counts as this long. */
export const longestKindVisit = 5;

/** Visits. A kind's length factor is known to ±0.13 after 40; before, the hospital's is better. */
export const kindWeight = 40;
/** Multiples of the usual length. Outside these bounds the kind of visit was stated wrongly. */
export const kindBounds = { least: 0.4, most: 2.5 } as const;

// Lines with several service points.

/** Runs of the stratified simulation. Its error is at most an eighth of the deviation. */
export const plays = 64;
/** Columns of random numbers. Each opening, closing and call of a service point has its own. */
export const columns = 151;
/** Service points. With more of them, the next call is only seconds away. */
export const mostPoints = 30;
/** Simulated calls. Enough for one hour at four service points that open and close by a plan. */
export const callsByPlan = 60;
/** Minutes, deviation of the logarithm. Most pauses of a service point are short. */
export const usualPause = { mean: 15, spread: 0.9 } as const;
/** Minutes. Assumed standard deviation of an opening or closing around its planned time. */
export const aroundPlan = 10;
/** Minutes, about four deviations of `aroundPlan`. A point this late is not expected to open. */
export const longestLate = 45;

// Pauses that fall within a patient's wait.

/** Minutes that a line takes to change gradually to the states "near a pause" and "overdue". */
export const passesWithin = { near: 60, due: 30 } as const;
/** Minutes². Added so that no call's time has zero variance. With 1 or 16 results are equal. */
export const callVariance = 2 ** 2;
/** Share of time. Patients put in front take at most this much: the line must still advance. */
export const mostToFront = 0.5;
/** Shares of waits that reach a pause. It counts in part from `few`, fully from `most` [INV-16]. */
export const reachedFrom = { few: 0.1, most: 0.5 } as const;
/** Mean gaps between calls over which a pause is counted gradually. 1.5 and 6 work equally well. */
export const reachedOver = 3;
/** Standard deviations by which a pause counts early. 0.9: ranges 4 % wider (decision 080). */
export const reserve = 0.3;
/** Minutes. A patient who is not called before a pause is called this soon after the pause. */
export const justAfter = 10;
/** Minutes. A pause longer than this divides the day, and no patient stays during the pause. */
export const longPause = 90;

// Calibration of the ranges of the wait.

/** Deviations of an 80 % range for a normal error. Used until errors have been measured. */
export const unfitted = { q10: -1.28, q50: 0, q90: 1.28 } as const;
/** Forecast errors read per hospital: two weeks of six doctors. Each group uses its latest. */
export const scoresLearntFrom = 4000;
/** Forecast errors per group. The 90th percentile of 375 has an error of 1.5 %. */
export const scoresKept = 375;
/** Fewest latest forecast errors, of all groups, by which the upper ends are corrected. */
export const recentScores = 100;
/** Hours. Waits of the same hour have similar errors, so at least a whole day of errors counts. */
export const recentHours = 24;
/** Forecast errors that the assumed quantiles count as. Of 40 errors only four are in each tail. */
export const priorWeight = 40;
/** A doctor's errors that count, the weight of the hospital's, and the share called in time. */
export const ownScores = { latest: 400, weight: 100, inTime: 0.9 } as const;
/** Deviations that an overdue break adds to the upper end while few such errors are measured. */
export const overdueLater = 1.5;
/** Shares. Ranges cover slightly more than 80 % of errors, because days differ (decision 080). */
export const aim = { q10: 0.085, q90: 0.91 } as const;
/** Deviations. A greater error is a recording mistake. True errors are mostly late calls. */
export const scoreBounds = { least: -2.5, most: 4 } as const;
/** Deviations that a range may move per hour. If one is 15 minutes, the move is under 5 minutes. */
export const longestStep = 0.25;
/** Days for which absent and passed patients are counted: four working weeks. */
export const countedDays = 28;
/** Patients. Eight in a hundred are assumed absent when called, until a hospital has counts. */
export const supposedAbsent = { absent: 8, seen: 100 } as const;
/** Minutes of assumed waiting per hour of the day in which no patient was moved ahead. */
export const supposedWaiting = 600;

// Visits of several steps.

/** Expected further steps of the visit at which each group of forecast errors begins. */
export const stopsFrom = [0, 0.5, 1.5, 2.5] as const;
/** Mean minutes for which a line stays this full. 45 to 180 are equally good (decision 080). */
export const fullFor = 90;
/** Minutes. Assumed stay in a line where no visit was measured. */
export const supposedStay = { mean: 18, deviation: 14 } as const;
/** Visits that the mean of all hours counts as. Stays vary by 14 minutes, hours by 5: (14/5)². */
export const hourWeight = 8;
/** Visits that the administrator's next lines count as. Each line counts twice the one after it. */
export const saidWeight = 10;
/** Share of patients assumed to go home after a line for which next lines are set. */
export const goesHome = 0.15;
/** Share. Next lines less likely than this change the result by less than a minute. */
export const leastShare = 0.01;
/** Steps of a visit. Visits with more steps are rarer than `leastShare`. */
export const mostStops = 8;
