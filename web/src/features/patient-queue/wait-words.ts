/** What a patient reads of the wait: one table of states, in words [PAT-11, INV-16]. */
import type { PatientEntry } from '@baari/contract/queue.ts';
import type { Formats } from '../../i18n/format.ts';
import type { PatientQueue } from '../../i18n/en/patient-queue.ts';
import { expectedTimes, isCalculated, isGone, timeLeft } from './my-place.ts';

export interface WaitWords {
  /** When the call is expected, on the hospital's clock. */
  readonly when: string;
  /** How long that still is; undefined where nothing is to be added. */
  readonly left: string | undefined;
  /** What the doctor is doing, where it says why. */
  readonly line: string | undefined;
}

type Told = Pick<
  PatientEntry,
  'status' | 'position' | 'estimatedWaitTime' | 'waitRange' | 'line' | 'doctor' | 'hospital'
>;

export function waitWords(
  entry: Told,
  now: number,
  { t, format }: { t: PatientQueue; format: Formats },
): WaitWords {
  const line = lineWords(entry, now, { t, format });
  if (isGone(entry)) return { when: t.notKnown, left: undefined, line };
  const times = expectedTimes(entry);
  const [first] = times;
  const last = times.at(-1);
  if (!isCalculated(entry) || first === undefined || last === undefined) {
    return { when: t.calculating, left: undefined, line };
  }
  const zone = entry.hospital.timeZone;
  const clock = (moment: number) => format.time(moment, zone);
  const left = leftWords(timeLeft(times, now), { t, format });
  if (last.to <= now) return { when: t.anyMoment, left, line };
  if (last !== first && first.to > now) {
    const when = t.orAfterBreak(clock(first.to), clock(last.from), clock(last.to));
    return { when, left, line };
  }
  const { from, to } = first.to > now ? first : last;
  const when = from <= now ? t.expectedBy(clock(to)) : t.expectedBetween(clock(from), clock(to));
  return { when, left, line };
}

function leftWords(
  left: ReturnType<typeof timeLeft>,
  { t, format }: { t: PatientQueue; format: Formats },
): string | undefined {
  if (left === undefined) return undefined;
  const { lower, upper } = left;
  if (left.in === 'hours') return t.aboutHours(format.range(lower, upper));
  return lower === 0
    ? t.upToMinutes(format.number(upper))
    : t.aboutMinutes(format.range(lower, upper));
}

/** Of a line that runs there is nothing to say. */
function lineWords(
  { line, doctor, hospital }: Told,
  now: number,
  { t, format }: { t: PatientQueue; format: Formats },
): string | undefined {
  const clock = (moment: string) => format.timeOrDate(moment, now, hospital.timeZone);
  if (line === null) {
    return doctor.breakUntil === null ? undefined : t.doctorOnBreak(clock(doctor.breakUntil));
  }
  const { state, at, usuallyAt } = line;
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      if (at === null) return undefined;
      return usuallyAt === null
        ? t.line.notOpen(clock(at))
        : t.line.notOpenUsually(clock(at), clock(usuallyAt));
    case 'due':
      return usuallyAt === null ? t.line.due : t.line.dueUsually(clock(usuallyAt));
    case 'due_back':
      return t.line.dueBack;
    case 'break_overdue':
      return t.line.breakOverdue;
    case 'on_break':
      return at === null ? undefined : t.doctorOnBreak(clock(at));
    case 'busy':
      return t.line.busy;
    case 'offline':
      return at === null ? t.line.offline : t.line.backAt(clock(at));
    case 'closed':
      return at === null ? t.line.closed : t.line.backAt(clock(at));
    case 'past_closing':
      return t.line.pastClosing;
  }
}
