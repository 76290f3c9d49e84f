/**
 * The texts about a wait that the server writes: on a ticket's page and in messages [INV-16,
 * ARR-4].
 */
import type { LineStateName } from '@baari/contract/constants.ts';
import { listed } from '@baari/contract/text/commas.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { type AskState, isAskState, silentMinutes } from '@baari/contract/queue/announced-wait.ts';
import { sharedLineText } from '@baari/contract/lines/shared-line-text.ts';
import { leftText, type VisitLeft } from '@baari/contract/lines/visit-left.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { AnnouncedLine, WaitRange } from '@baari/contract/queue/wait.ts';
import { textsOf } from '../texts/texts.ts';

const hourMs = 3_600_000;

/** The reader's language, the hospital's time zone and the present time. */
export interface Reader {
  readonly language: Language;
  /** The hospital's time zone, as an IANA name. */
  readonly zone: string;
  readonly now: Date;
}

/**
 * The text that says when the call is expected, such as "between 10:20 am and 11:05 am"; undefined
 * without a forecast.
 */
export function whenText(range: WaitRange | null, reader: Reader): string | undefined {
  const texts = textsOf('waits', reader.language);
  const parts = (range?.parts ?? []).map(({ from, to }) => {
    return { from: new Date(from), to: new Date(to) };
  });
  if (parts.length === 0) return undefined;
  const [first, next, ...later] = parts.filter(({ to }) => to > reader.now);
  if (first === undefined) return texts.anyMoment;
  const clock = (moment: Date) => clockText(moment, reader);
  const { from, to } = first;
  // If there are more than two parts, the second and all later parts are shown as one.
  if (next !== undefined) {
    return texts.orAfterBreak(clock(to), clock(next.from), clock((later.at(-1) ?? next).to));
  }
  return from <= reader.now ? texts.by(clock(to)) : texts.between(clock(from), clock(to));
}

/** A sentence that says how long the rest of the visit takes. */
export function visitLeftText(left: VisitLeft, language: Language): string {
  return leftText(left, textsOf('journey', language).left);
}

/**
 * A sentence on the state of the doctor or the named shared line; undefined if the line runs
 * normally.
 */
export function lineText(
  line: AnnouncedLine | null,
  reader: Reader,
  service: ServiceKind | null,
): string | undefined {
  if (line === null) return undefined;
  const { state, at: moment, usuallyAt } = line;
  const at = moment === null ? undefined : stateTime(state, moment, reader);
  if (service !== null || isAskState(state)) {
    return sharedLineText({ state, at, service }, textsOf('lineState', reader.language));
  }
  const { usually } = textsOf('waits', reader.language);
  const suffix = usuallyAt === null ? '' : ` ${usually(clockText(new Date(usuallyAt), reader))}`;
  return doctorText({ state, at, usually: suffix }, reader.language);
}

/**
 * A sentence on the state of a doctor's line. `usually` is a sentence that says when the doctor
 * usually starts.
 */
function doctorText(
  {
    state,
    at,
    usually,
  }: {
    readonly state: Exclude<LineStateName, AskState>;
    readonly at: string | undefined;
    readonly usually: string;
  },
  language: Language,
): string | undefined {
  const texts = textsOf('waits', language);
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      return at && `${texts.notOpen(at)}${usually}`;
    case 'due':
      return `${texts.due}${usually}`;
    case 'due_back':
      return texts.dueBack;
    case 'break_overdue':
      return texts.breakOverdue;
    case 'on_break':
      return at && texts.onBreak(at);
    case 'busy':
      return texts.busy;
    case 'offline':
      return at === undefined ? texts.offline : texts.backAt(at);
    case 'closed':
      return at === undefined ? texts.closed : texts.backAt(at);
    case 'past_closing':
      return texts.pastClosing;
  }
}

/** The time of a line's state as text: a clock time, or for how long nobody has been called. */
function stateTime(state: LineStateName, moment: string, reader: Reader): string {
  return state === 'silent'
    ? durationText(silentMinutes(moment, reader.now.getTime()), reader.language)
    : clockText(new Date(moment), reader);
}

/** A duration as text: in hours if it is a number of full hours, otherwise in minutes. */
function durationText(minutes: number, language: Language): string {
  const isHours = minutes % 60 === 0;
  return new Intl.NumberFormat(aboutLanguages[language].locale, {
    style: 'unit',
    unit: isHours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(isHours ? minutes / 60 : minutes);
}

/**
 * A time of day as text, with the date if it is not today. In the night in which an hour occurs
 * twice, the text includes the time zone.
 */
export function clockText(moment: Date, { language, zone, now }: Reader): string {
  const format = (options: Intl.DateTimeFormatOptions, shown: Date) =>
    new Intl.DateTimeFormat(aboutLanguages[language].locale, {
      timeZone: zone,
      ...options,
    }).format(shown);
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const isTwice = [-hourMs, hourMs].some((by) => {
    return format(clock, moment) === format(clock, new Date(moment.getTime() + by));
  });
  const time = format(isTwice ? { ...clock, timeZoneName: 'short' } : clock, moment);
  const day = { dateStyle: 'medium' } as const;
  return format(day, moment) === format(day, now)
    ? time
    : listed([format(day, moment), time], aboutLanguages[language]);
}
