/**
 * The numbers of the wait forecasts in one table: the unit, then the reason. Prove a change with
 * `npm run bench -- waits`. Limits of database reads stand beside their queries [QST-12].
 */

// What a patient reads.

/** Minutes. Times are shown in steps of five, so an earlier end would read "now". */
export const shortestUpper = 5;
/** Days and minutes. "Usually begins at" needs five days, and a difference that a patient notices. */
export const usualStartShown = { days: 5, late: 10, early: -3 } as const;
/** Hours. Longer hours are around the clock and end nowhere. */
export const longestHours = 30;
/** Hours. A doctor who works outside the hours stops so long after midnight at the latest. */
export const pastMidnight = 2;

// The state of a line.

/** Minutes. A pause this near is announced; most ranges within an hour of it reach it. */
export const nearPause = 60;
/** Minutes. A call proves work for so long: longer than most visits, or shorter if Busy was stated. */
export const signLasts = { outsideHours: 30, againstStatus: 15 } as const;
/** Hours. Hours that began so long before midnight are around the clock. */
export const longestEvening = 12;
/** Hours. One shift: work of the night counts, and a longer break is a day off. */
export const shift = 8;

// When a line is silent.

/** Deviations. One lognormal visit in 200 is longer. */
export const rareVisit = 2.58;
/** Minutes. Shorter gaps are usual however quick the doctor is: a call, a colleague. */
export const leastSilence = 30;
/** Minutes. Somebody must have waited so long, or nobody needs the advice. */
export const leastWait = 20;
/** Minutes. Of twenty days the next is the latest once, and then mostly by less. */
export const afterLatestStart = 15;
/** Days. As for `usualStartShown`: five show a habit. */
export const ownStartsSuffice = 5;

// When a doctor begins, and comes back.

/** Days of the doctor that count: four working weeks. */
export const startsKept = 20;
/** Minutes, one pseudo-day each. Most begin within a quarter of an hour, some much later. */
export const supposedStarts: readonly number[] = [0, 4, 10, 22, 50];
/** Minutes. Outside these bounds it is another working day, and not lateness. */
export const startBounds = { least: -60, most: 180 } as const;
/** Minutes. Who waited so long for the first call shows that the doctor was absent. */
export const provesAbsence = 5;
/** Minutes. Width of the kernel: twenty days within an hour are three minutes apart. */
export const startKernel = 4;
/** Days and mean minutes. Of 25 days 0.3: one delay in 80 has no precedent. */
export const surprise = { days: 0.3, mean: 45 } as const;
/** Mean minutes until a present doctor calls a waiting patient. */
export const reaction = 3;
/** Minutes, one pseudo-day each. Late returns from a pause; they are not measured. */
export const usualReturns: readonly number[] = [0, 1, 3, 5, 9];

// The pace of a doctor or point.

/** Minutes of a consultation where nothing is known; each specialty has its own beside it. */
export const usualMinutes = 12;
/** Visits. Visits vary by 0.7 and doctors by 0.25 of the mean: (0.7 / 0.25)² = 8. */
export const usualWeight = 8;
/** Visits. One day varies by 0.12: (0.7 / 0.12)² = 34; 10, 20 and 40 differ by 1 % in error. */
export const ownWeight = 20;
/** Visits. Specialties vary by 0.35 of the mean: (0.7 / 0.35)² = 4. */
export const hospitalPaceWeight = 4;
/** Per day: a memory of eight days. With 67 days a slower doctor stayed late for weeks. */
export const dailyDecay = 0.88;
/** Means. No visit counts longer; lower caps make all waits too short over weeks. */
export const longestInMeans = { ofSession: 5, ever: 8 } as const;
/** Means. A visit beyond the cap was not ended in time, and says little about the pace. */
export const forgottenInMeans = { ofSession: 2.5, ever: 3.5 } as const;
/** Visits. The mean of fewer is off by a third by chance. */
export const fewestOfSession = 5;
/** Squared variation. After equal visits any other length would seem a new pace. */
export const leastVariation = 0.15;
/** Share. Earlier days lose so much for each deviation beyond the first (decision 093). */
export const forgetting = 0.5;
/** Share. Earlier days keep so much, since one day may be an exception. */
export const leastLeft = 0.3;
/** Hours. A longer time without a call begins another session: longer than a lunch. */
export const sessionPause = 4;
/** Share of the mean. How doctors differ, and one doctor's days; as in `bench/waits/fate.ts`. */
export const paceDeviations = { ofDoctors: 0.25, ofDays: 0.12 } as const;
/** Minutes from an end to the next call, while somebody can be called. */
export const usualChangeOver = 1;
/** Minutes. A longer gap may be a wait for a patient whose arrival nobody recorded. */
export const longestUnseenGap = 3;
/** Share, minutes and log-deviation of pauses that nobody announces; one call in 33. */
export const silentPause = { share: 0.03, mean: 12, spread: 0.7 } as const;
/** Means. Beyond it the normal tails lose precision, so a visit counts as half over. */
export const halfOverAfter = 6;
/** Squared variation and visits. The middle of published variations 0.6 to 1.1, worth a day or two. */
export const supposedSpread = { squaredVariation: 0.65, visits: 60 } as const;

// Visit kinds.

/** Days. Another visit to the same doctor within them is a follow-up, unless stated otherwise. */
export const followUpDays = 90;
/** Visits. With fewer a doctor's mean, which a kind is compared with, is off by a quarter. */
export const fewestKindVisits = 10;
/** Means. A longer visit was not ended in time. */
export const longestKindVisit = 5;

/** Visits. After 40 a factor is known to ±0.13; before that the hospital's, or 1, is nearer. */
export const kindWeight = 40;
/** Multiples of the usual length. Outside them the kind was stated wrongly. */
export const kindBounds = { least: 0.4, most: 2.5 } as const;

// Several points.

/** Simulated runs, stratified. The error is an eighth of the deviation at most. */
export const plays = 64;
/** Columns of draws: no point's opening, closing and call share one (30 + 60 + 30, and some). */
export const columns = 151;
/** Points. Behind more of them the next call is seconds away. */
export const mostPoints = 30;
/** Calls. Enough for four points and an hour where points open and close by a plan. */
export const callsByPlan = 60;
/** Minutes and log-deviation. Most pauses of a point are short, some last a meal. */
export const usualPause = { mean: 15, spread: 0.9 } as const;
/** Minutes. Assumed standard deviation of an opening or closing around its planned time. */
export const aroundPlan = 10;
/** Minutes. Four deviations of `aroundPlan`: a later point is not expected today. */
export const longestLate = 45;

// Pauses within a wait.

/** Minutes before its start. A line passes into "near a pause" and into "overdue" gradually. */
export const passesWithin = { near: 60, due: 30 } as const;
/** Minutes². Keeps the deviation of a known call above zero; 1 and 16 measured alike. */
export const callVariance = 2 ** 2;
/** Share of the time that patients put in front take, at most: the line must still advance. */
export const mostToFront = 0.5;
/** Shares of waits. A pause counts gradually between them, so that ends do not jump [INV-16]. */
export const reachedFrom = { few: 0.1, most: 0.5 } as const;
/** Means. Around an event a pause counts in part, for the same reason; 1.5, 6 measured alike. */
export const reachedOver = 3;
/** Deviations. A pause counts early, or an end jumps; 0.45 and 1.8: ranges 2 % less, 5 % more. */
export const reserve = 0.9;
/** Minutes. Who is not reached before a pause is called soon after it. */
export const justAfter = 10;
/** Minutes. A longer pause divides the day, and nobody stays for it. */
export const longPause = 90;

// Calibration of the ranges.

/** Deviations. The 80 % interval of a normal error. */
export const unfitted = { q10: -1.28, q50: 0, q90: 1.28 } as const;
/** Scores read of a hospital: two weeks of six doctors; each group takes its latest. */
export const scoresLearntFrom = 4000;
/** Scores of each group. The 90th percentile of 375 has an error of 1.5 %. */
export const scoresKept = 375;
/** Scores. All groups together follow at least so many; their error is 3 %. */
export const recentScores = 100;
/** Hours. Waits of one hour are late together, so the latest day counts as a whole. */
export const recentHours = 24;
/** Scores. Only four of 40 lie beyond a tenth, so fewer say little about it. */
export const priorWeight = 40;
/** Deviations. An overdue break follows an unusually long visit, and few scores show it. */
export const overdueLater = 1.5;
/** Shares. Slightly outside a tenth, since future days differ from past ones (decision 080). */
export const aim = { q10: 0.085, q90: 0.908 } as const;
/** Deviations. Scores beyond are mistakes of the record; errors are skewed to late. */
export const scoreBounds = { least: -2.5, most: 4 } as const;
/** Deviations an hour. Of a usual deviation of 15 minutes less than the 5 that a screen shows. */
export const longestStep = 0.25;
/** Days over which absences and passed patients are counted: four working weeks. */
export const countedDays = 28;
/** Patients. Eight in a hundred are absent at the call, until a hospital's own are counted. */
export const supposedAbsent = { absent: 8, seen: 100 } as const;
/** Minutes without a patient put in front: ten waiting hours before an hour of the day counts. */
export const supposedWaiting = 600;

// Whole visits.

/** Expected stops to come from which each group of errors begins. */
export const stopsFrom = [0, 0.5, 1.5, 2.5] as const;
/** Mean minutes for which a line stays as full as now; 45 to 180 measured alike (decision 080). */
export const fullFor = 90;
/** Minutes at a line without visits. */
export const supposedStay = { mean: 18, deviation: 14 } as const;
/** Visits. One stay varies by 14 minutes, and the hours of a day by 5: (14 / 5)² = 8. */
export const hourWeight = 8;
/** Visits. The administrator's usual next lines count as ten; each twice the one after it. */
export const saidWeight = 10;
/** Assumed share that goes home after a line whose next lines are stated. */
export const goesHome = 0.15;
/** Share. Less likely routes change the sum by less than a minute. */
export const leastShare = 0.01;
/** Stops. Longer visits are rarer than `leastShare`. */
export const mostStops = 8;
