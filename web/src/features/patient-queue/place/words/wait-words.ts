/** The texts about a patient's wait, for each state of the line [PAT-11, INV-16]. */
import { type AskState, isAskState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { Formats } from '../../../../i18n/format.ts';
import type { Messages } from '../../../../i18n/areas.gen.ts';
import { type WhenWords, whenWords } from '../../../../ui/text/when-words.ts';
import { expectedTimes, isCalculated, isGone, timeLeft } from '../my-place.ts';

export interface WaitWords {
  /** When the patient is expected to be called in, in the hospital's time zone. */
  readonly when: string;
  /**
   * The remaining time until the patient is expected to be called in. Undefined where this adds no
   * information.
   */
  readonly left: string | undefined;
  /** A text about the doctor's state, if that state explains the wait. */
  readonly line: string | undefined;
}

type PlaceFacts = Pick<
  PatientEntry,
  'status' | 'position' | 'estimatedWaitTime' | 'waitRange' | 'line' | 'doctor' | 'hospital'
>;

export function waitWords(
  entry: PlaceFacts,
  now: number,
  { t, ui, format }: WhenWords & { t: Messages['patientQueue'] },
): WaitWords {
  const line = lineWords(entry, now, { t, format });
  // While nobody can be called in, no estimate is shown. The text about the line gives the reason.
  if (isGone(entry)) return { when: t.calculating, left: undefined, line };
  const when = whenWords(entry.waitRange, now, entry.hospital.timeZone, { ui, format });
  if (!isCalculated(entry) || when === undefined) {
    return { when: t.calculating, left: undefined, line };
  }
  return { when, left: leftWords(timeLeft(expectedTimes(entry), now), { t, format }), line };
}

function leftWords(
  left: ReturnType<typeof timeLeft>,
  { t, format }: { t: Messages['patientQueue']; format: Formats },
): string | undefined {
  if (left === undefined) return undefined;
  const { lower, upper } = left;
  if (left.in === 'hours') return t.aboutHours(format.range(lower, upper));
  return lower === 0
    ? t.upToMinutes(format.number(upper))
    : t.aboutMinutes(format.range(lower, upper));
}

/** Returns the words for the state of the line. Undefined if the line is running normally. */
function lineWords(
  { line, doctor, hospital }: PlaceFacts,
  now: number,
  { t, format }: { t: Messages['patientQueue']; format: Formats },
): string | undefined {
  const clock = (moment: string) => format.timeOrDate(moment, now, hospital.timeZone);
  // Shared lines have texts in another file. So have the states in which the patient should ask the
  // reception.
  if (doctor.service) return undefined;
  if (line === null) return absenceWords(doctor, clock, t);
  const { state } = line;
  return isAskState(state) ? undefined : stateWords({ ...line, state }, clock, t);
}

type Clock = (moment: string) => string;

/**
 * Returns the words for a doctor on a day off, or for a doctor who is away until an announced time.
 */
function absenceWords(
  { status, breakUntil }: PlaceFacts['doctor'],
  clock: Clock,
  t: Messages['patientQueue'],
): string | undefined {
  if (breakUntil === null) return undefined;
  const words = status === 'Offline' ? t.line.backAt : t.doctorOnBreak;
  return words(clock(breakUntil));
}

type Line = NonNullable<PlaceFacts['line']>;
type KnownLine = Line & { readonly state: Exclude<Line['state'], AskState> };

function stateWords(
  { state, at, usuallyAt }: KnownLine,
  clock: Clock,
  t: Messages['patientQueue'],
): string | undefined {
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
