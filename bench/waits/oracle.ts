/**
 * The best possible forecast of a wait, called the oracle. It knows the state of the queue and the
 * true distributions of this doctor's day, but not the random draws. Each state is simulated many
 * times. The mean is the best forecast for squared errors, the median for absolute errors. Four of
 * five waits are between the lower and the upper end.
 */
import type { Scene, Announced } from './clinic.ts';
import {
  breakOverrun,
  drawChangeOver,
  drawFrontArrivals,
  drawKind,
  drawLateness,
  drawLength,
  opensAt,
  paceAt,
  plannedBreak,
  suddenBreak,
  type Truth,
  type VisitKind,
} from './fate.ts';
import { between, type Random, seededRandom } from '../../server/src/replay/chance.rules.ts';

const plays = 100;
/**
 * How many times a value is drawn until it fulfils a condition, before the program gives up
 * (rejection sampling).
 */
const mostTries = 300;
/**
 * Of the patients who do not come, the share who are called in without being present. The others
 * cancel before.
 */
const calledShare = 2 / 3;

export interface Forecast {
  readonly mean: number;
  readonly median: number;
  /** The 10th percentile of the wait, in minutes. */
  readonly lower: number;
  /** The 90th percentile of the wait, in minutes. */
  readonly upper: number;
}

export function forecastAll(announced: readonly Announced[], seed = 7): Forecast[] {
  const random = seededRandom(seed);
  const waits = new Float64Array(plays);
  return announced.map(({ scene, fate }) => {
    for (let play = 0; play < plays; play += 1) waits[play] = playOn(scene, fate.truth, random);
    waits.sort();
    return {
      mean: waits.reduce((sum, wait) => sum + wait, 0) / plays,
      median: percentile(waits, 0.5),
      lower: percentile(waits, 0.1),
      upper: percentile(waits, 0.9),
    };
  });
}

/** The percentile of sorted draws; `share` 0.1 is the 10th percentile. */
function percentile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length + 1) - 1;
  const below = sorted[Math.floor(rank)] ?? 0;
  return below + (rank - Math.floor(rank)) * ((sorted[Math.ceil(rank)] ?? below) - below);
}

/**
 * Simulates one possible continuation of the doctor's day. Returns the patient's wait in minutes.
 */
function playOn(scene: Scene, truth: Truth, random: Random): number {
  const { world } = truth;
  const now = scene.timeOfDay;
  let plannedAt = scene.plannedBreakIsToCome ? plannedBreak.from : Infinity;
  let suddenAt = scene.suddenBreakMayCome ? drawSudden(truth, now, random) : Infinity;
  let free = freeAt(scene, truth, random);
  const ahead: (VisitKind | null)[] = [...scene.ahead];
  let before = now;
  for (;;) {
    for (let came = drawFrontArrivals(random, truth, before, free); came > 0; came -= 1) {
      // Patients with an appointment are put at the front of the queue and are present when called
      // in.
      ahead.unshift(drawKind(random, world));
    }
    before = free;
    if (free >= plannedAt) {
      plannedAt = Infinity;
      free += plannedBreak.to - plannedBreak.from + breakOverrun * random();
      continue;
    }
    if (free >= suddenAt) {
      suddenAt = Infinity;
      free += between(random, suddenBreak.least, suddenBreak.most);
      continue;
    }
    const next = ahead.shift();
    if (next === undefined) return free - now;
    if (random() < world.absentShare) free += random() < calledShare ? 1 : 0;
    else free += drawLength(random, truth, next) * paceAt(world, free) + drawChangeOver(random);
  }
}

/**
 * Draws the earliest time at which the doctor can call a patient in, from the facts known about the
 * queue.
 */
function freeAt(scene: Scene, truth: Truth, random: Random): number {
  const now = scene.timeOfDay;
  const { inside, notBefore, at } = scene;
  if (inside !== undefined) {
    const pace = paceAt(truth.world, now - inside.since);
    const length = longerThan(inside.since, () => pace * drawLength(random, truth, inside.kind));
    return now + length - inside.since + drawChangeOver(random);
  }
  const began = notBefore - at;
  switch (scene.doctor) {
    case 'awaited': {
      const latest = () => opensAt + drawLateness(random, truth);
      return Math.max(now, scene.isKnownAway ? longerThan(now, latest) : latest());
    }
    case 'on the planned break': {
      const length = () => plannedBreak.to - plannedBreak.from + breakOverrun * random();
      return now + began + longerThan(-began, length);
    }
    case 'on a sudden break': {
      const length = () => between(random, suddenBreak.least, suddenBreak.most);
      return now + began + longerThan(-began, length);
    }
    case 'here':
      return now + Math.max(0, began);
  }
}

/** Draws the time of an unplanned break that has not begun yet; Infinity on most days. */
function drawSudden({ world }: Truth, now: number, random: Random): number {
  const { from, to } = suddenBreak;
  const left = Math.min(1, Math.max(0, (to - now) / (to - from)));
  const share = world.unplannedShare;
  if (random() >= (share * left) / (1 - share * (1 - left))) return Infinity;
  return between(random, Math.max(now, from), to);
}

/** Draws a duration that is longer than the time that has already passed. */
function longerThan(passed: number, draw: () => number): number {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const drawn = draw();
    if (drawn > passed) return drawn;
  }
  // If no drawn duration was longer, the duration is assumed to be a tenth longer than the passed
  // time.
  return Math.max(passed * 1.1, passed + 1);
}
