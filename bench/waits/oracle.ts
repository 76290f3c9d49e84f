/**
 * What can be known at best: the wait of whoever reads it, given the state of the line and the true
 * distributions of everything (the doctor's of that very day), but none of the draws. Each scene is
 * played on so many times; the mean of them is the best for squares, the median for sizes.
 */
import type { Scene, Told } from './clinic.ts';
import {
  breakOverrun,
  drawChangeOver,
  drawFrontArrivals,
  drawKind,
  drawLateness,
  drawLength,
  opensAt,
  plannedBreak,
  suddenBreak,
  type Truth,
  type VisitKind,
} from './fate.ts';
import { between, type Random, seededRandom } from '../../server/src/replay/chance.rules.ts';

const plays = 100;
/** A draw under a condition is drawn so often until it fits. */
const mostTries = 300;
/** Two of three who do not come are called and not there. */
const calledShare = 2 / 3;

export interface Forecast {
  readonly mean: number;
  readonly median: number;
}

export function forecastAll(told: readonly Told[], seed = 7): Forecast[] {
  const random = seededRandom(seed);
  const waits = new Float64Array(plays);
  return told.map(({ scene, fate }) => {
    for (let play = 0; play < plays; play += 1) waits[play] = playOn(scene, fate.truth, random);
    waits.sort();
    const middle = ((waits[plays / 2 - 1] ?? 0) + (waits[plays / 2] ?? 0)) / 2;
    return { mean: waits.reduce((sum, wait) => sum + wait, 0) / plays, median: middle };
  });
}

/** One way in which the wait may come to its end, minutes. */
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
      // Whoever has come by appointment is there.
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
    else free += drawLength(random, truth, next) + drawChangeOver(random);
  }
}

/** When the doctor can call, as far as the scene tells. */
function freeAt(scene: Scene, truth: Truth, random: Random): number {
  const now = scene.timeOfDay;
  const { inside, notBefore, at } = scene;
  if (inside !== undefined) {
    const length = longerThan(inside.since, () => drawLength(random, truth, inside.kind));
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

/** When a break comes that no plan knows, given that it has not; Infinity on most days. */
function drawSudden({ world }: Truth, now: number, random: Random): number {
  const { from, to } = suddenBreak;
  const left = Math.min(1, Math.max(0, (to - now) / (to - from)));
  const share = world.unplannedShare;
  if (random() >= (share * left) / (1 - share * (1 - left))) return Infinity;
  return between(random, Math.max(now, from), to);
}

/** A number beyond what has passed already. */
function longerThan(passed: number, draw: () => number): number {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const drawn = draw();
    if (drawn > passed) return drawn;
  }
  // So far in the tail that it is not met: what is left is short beside what has passed.
  return Math.max(passed * 1.1, passed + 1);
}
