/**
 * What can be known at best: the wait of whoever comes, given the state of the line and the true
 * distributions of everything (the doctor's of that very day), but none of the draws. Each scene is
 * played on so many times; the mean of them is the best for squares, the median for sizes.
 */
import {
  absentMinutes,
  absentShare,
  breakMinutes,
  changeOver,
  latestOpening,
  normalOf,
  type Scene,
  seededRandom,
} from './simulation.ts';

const plays = 200;
/** Drawn once: each play takes the next ones. */
const drawn = 1 << 16;

export interface Forecast {
  readonly mean: number;
  readonly median: number;
}

export function forecastAll(scenes: readonly Scene[]): Forecast[] {
  const random = seededRandom(7);
  const normals = Float64Array.from({ length: drawn }, () => normalOf(random));
  let used = 0;
  const nextNormal = () => {
    used = (used + 1) % drawn;
    return normals[used] ?? 0;
  };
  const waits = new Float64Array(plays);
  return scenes.map((scene) => {
    for (let play = 0; play < plays; play += 1) waits[play] = playOn(scene, random, nextNormal);
    waits.sort();
    const middle = ((waits[plays / 2 - 1] ?? 0) + (waits[plays / 2] ?? 0)) / 2;
    return { mean: waits.reduce((sum, wait) => sum + wait, 0) / plays, median: middle };
  });
}

/** One way in which the wait may come to its end, minutes. */
function playOn(scene: Scene, random: () => number, nextNormal: () => number): number {
  const { at, ahead, calledAt, truth } = scene;
  const spread = Math.sqrt(Math.log(1 + truth.variation ** 2));
  const length = () => truth.mean * Math.exp(spread * nextNormal() - spread ** 2 / 2);
  const hasBegun = scene.breakBegan !== undefined && scene.breakBegan <= at;
  let pause = hasBegun ? undefined : truth.breaks[0];

  let freeAt = at;
  if (at < truth.opensAt) {
    const earliest = Math.max(0, at);
    freeAt = earliest + random() * (latestOpening - earliest);
  }
  if (hasBegun) freeAt = Math.max(freeAt, (scene.breakBegan ?? 0) + breakMinutes);
  if (calledAt !== undefined) {
    freeAt = calledAt + longerThan(at - calledAt, length) + changeOver(random);
  }
  for (let before = 0; before <= ahead; before += 1) {
    if (pause && freeAt >= pause.startsAt) {
      freeAt += pause.length;
      pause = undefined;
    }
    if (before === ahead) break;
    freeAt += random() < absentShare ? absentMinutes : length() + changeOver(random);
  }
  return freeAt - at;
}

/** A length beyond what has passed already. */
function longerThan(elapsed: number, length: () => number): number {
  for (let tried = 0; tried < 500; tried += 1) {
    const drawnLength = length();
    if (drawnLength > elapsed) return drawnLength;
  }
  // So far in the tail that it is not met: what is left is short beside what has passed.
  return elapsed * 1.2;
}
