/** What happens next in a practice hospital: pure, with the randomness of the day replay [ADM-1]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import { between, lognormalOf, type Random } from '../replay/chance.rules.ts';

/** A doctor's line as the rule sees it. */
export interface PracticeLine {
  readonly doctorId: string;
  readonly status: DoctorStatus;
  readonly waiting: number;
  readonly pending: number;
  /** The first patient to call; null if nobody can be called. */
  readonly firstId: string | null;
  /** The patient inside; null if nobody is. */
  readonly insideId: string | null;
  readonly insideSince: Date | null;
  /**
   * Whether the trainee called or served this doctor's patients, or started an exercise with them, in
   * the last minutes.
   */
  readonly isTrainees: boolean;
}

export type Act =
  | { readonly what: 'complete' | 'start' | 'no_show'; readonly entryId: string }
  | { readonly what: 'break' | 'request' | 'walk-in'; readonly doctorId: string };

const visitMinutes = 3;
const variation = 0.4;
const mostWaiting = 16;
const mostPending = 4;
const shares = { noShow: 0.5, break: 0.05, twoAtOnce: 0.25, walkIn: 0.5, request: 0.6 } as const;
/** Seconds between two moments in which something happens. */
const pause = { least: 20, most: 40 } as const;

/** Milliseconds until something happens again. */
export function nextPause(random: Random): number {
  return between(random, pause.least, pause.most) * 1000;
}

/**
 * What happens now: at most one act of the doctors, then at most one arrival, or two requests at
 * once. A doctor whom the trainee operates does nothing by himself. `hadNoShow` says whether
 * somebody was absent this morning already, since one is enough.
 */
export function actsNow(
  lines: readonly PracticeLine[],
  { hadNoShow }: { readonly hadNoShow: boolean },
  random: Random,
  now: Date,
): Act[] {
  return [...doctorActs(lines, hadNoShow, random, now), ...arrivals(lines, random)];
}

function doctorActs(
  lines: readonly PracticeLine[],
  hadNoShow: boolean,
  random: Random,
  now: Date,
): Act[] {
  const own = lines.filter(({ isTrainees }) => !isTrainees);
  const done = own.find(({ insideSince }) => {
    const minutes = insideSince === null ? 0 : (now.getTime() - insideSince.getTime()) / 60_000;
    return minutes > 0 && minutes >= lognormalOf(random, visitMinutes, variation);
  });
  if (done?.insideId) return [{ what: 'complete', entryId: done.insideId }];
  const free = own.filter(({ insideId, status }) => insideId === null && status === 'Available');
  const next = longest(free.filter(({ firstId }) => firstId !== null));
  if (!next?.firstId) return [];
  if (random() < shares.break) return [{ what: 'break', doctorId: next.doctorId }];
  const isAbsent = !hadNoShow && random() < shares.noShow;
  return [{ what: isAbsent ? 'no_show' : 'start', entryId: next.firstId }];
}

function arrivals(lines: readonly PracticeLine[], random: Random): Act[] {
  const open = lines.filter(({ status }) => status !== 'Offline');
  const waiting = lines.reduce((sum, line) => sum + line.waiting, 0);
  const pending = lines.reduce((sum, line) => sum + line.pending, 0);
  const doctorId = open[Math.floor(random() * open.length)]?.doctorId;
  if (doctorId === undefined) return [];
  if (pending < mostPending - 1 && random() < shares.request) {
    const request = { what: 'request', doctorId } as const;
    return random() < shares.twoAtOnce ? [request, request] : [request];
  }
  if (waiting < mostWaiting && random() < shares.walkIn) return [{ what: 'walk-in', doctorId }];
  return [];
}

function longest(lines: readonly PracticeLine[]): PracticeLine | undefined {
  return lines.toSorted((one, other) => other.waiting - one.waiting)[0];
}
