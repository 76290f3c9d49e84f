/** A past day of a hospital played again under another rule, beside the day as it was [WAIT-4]. */
import { z } from 'zod';
import { namesShown } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, dayGiven, fieldMessages, queryFlag, uuid } from '../fields.ts';

/** In which order a line is called: as the desk had it, by asking, or by when each should have been called. */
export const orderRules = ['recorded', 'asked', 'due'] as const;
export type OrderRule = (typeof orderRules)[number];
/** Which breaks the doctors take: theirs of that day, none, or one at a time of the day. */
export const breakRules = ['recorded', 'none', 'own'] as const;

/** What may be chosen: the length of a break, minutes, and walk-ins of a doctor in an hour. */
export const replayBounds = {
  breakMinutes: { least: 5, most: 180, usual: 45 },
  walkIns: { least: 0, most: 60 },
} as const;
/** Fewer visits that were seen say nothing of a rule. */
export const fewestReplayed = 8;
/** More visits of one day are not replayed at once. */
export const mostReplayed = 3000;
/** The pictures have a point every so many minutes. */
export const replayStepMinutes = 15;
const stepsOfDay = (25 * 60) / replayStepMinutes;

function number({ least, most }: { readonly least: number; readonly most: number }) {
  return z.coerce
    .number({ error: fieldMessages.number })
    .int({ error: fieldMessages.number })
    .min(least, { error: fieldMessages.number })
    .max(most, { error: fieldMessages.number });
}

const query = z.object({
  /** One that is over; the latest with visits unless told. */
  day: dayGiven().optional(),
  /** One doctor's line alone; all of them unless told. */
  doctor: uuid.optional(),
  /** One more doctor sees patients of this one's line. */
  beside: uuid.optional(),
  onTime: queryFlag.optional(),
  breaks: z.enum(breakRules, { error: fieldMessages.choice }).default('recorded'),
  breakFrom: clockTime.default('13:00'),
  breakMinutes: number(replayBounds.breakMinutes).default(replayBounds.breakMinutes.usual),
  order: z.enum(orderRules, { error: fieldMessages.choice }).default('recorded'),
  /** As many who come without having asked before are let in to a doctor in an hour; all unless told. */
  walkIns: number(replayBounds.walkIns).optional(),
});

/** What a day came to; null where nobody can say. Minutes; ends are minutes since midnight. */
export const dayFigureNames = [
  'waitMedian',
  'waitP90',
  'mostWaiting',
  'seen',
  'notSeen',
  'keptShare',
  'idleMinutes',
  'lastEnd',
] as const;
export type DayFigureName = (typeof dayFigureNames)[number];

/** Of several draws: one in ten below, half, one in ten above. */
const spread = z.object({ low: z.number(), middle: z.number(), high: z.number() });
export type Spread = z.infer<typeof spread>;

function figuresOf<S extends z.ZodType>(schema: S) {
  return z.object({
    /** From being let in to the first call: half and nine in ten waited at most so long. */
    waitMedian: schema,
    waitP90: schema,
    /** People who waited at once. */
    mostWaiting: schema,
    seen: schema,
    /** Let in or sent away, and not seen. */
    notSeen: schema,
    /** Of the waits told on being let in, those called before the later time. */
    keptShare: schema,
    /** Doctors without a patient though somebody stood in the line. */
    idleMinutes: schema,
    /** When the last patient left. */
    lastEnd: schema,
  } satisfies Record<DayFigureName, S>);
}

const counts = z.array(z.number()).max(stepsOfDay);
const spreads = z.array(spread).max(stepsOfDay);
const drawn = z.object({
  /** How many wait, one for each step. */
  waiting: spreads,
  figures: figuresOf(spread.nullable()),
});
export type DrawnDay = z.infer<typeof drawn>;

export const replayed = z.object({
  /** How often what is not known was drawn. */
  draws: z.int(),
  /** When the pictures begin, minutes since midnight. */
  begins: z.int(),
  recorded: z.object({ waiting: counts, figures: figuresOf(z.number().nullable()) }),
  /** The same day by the same rules: what is drawn anew shows how far the picture can be trusted. */
  unchanged: drawn,
  changed: drawn,
  /** Changed against unchanged, draw by draw. */
  difference: figuresOf(spread.nullable()),
  /** Whether the unchanged replay comes near to what was. */
  isFaithful: z.boolean(),
  /** Visits whose length, or whose arrival, nobody wrote down. */
  unknown: z.object({ lengths: z.int(), arrivals: z.int() }),
  /** Walk-ins that the quota asked to come later, and sent away. */
  walkIns: z.object({ all: z.int(), putOff: z.int(), sentAway: z.int() }),
});
export type Replayed = z.infer<typeof replayed>;

export const dayReplay = z.object({
  day: z.iso.date(),
  today: z.iso.date(),
  timeZone: z.string(),
  /** Who had somebody in the line on that day, by name. */
  doctors: z.array(z.object({ id: uuid, name: z.string(), visits: z.int() })).max(namesShown),
  /** Visits that were seen, of the doctors replayed. */
  visits: z.int(),
  /** Too few were seen to say anything, or more came than are played at once. */
  outcome: z.enum(['played', 'too_few', 'too_many']),
  /** null unless it was played. */
  replay: replayed.nullable(),
});
export type DayReplay = z.infer<typeof dayReplay>;

export const replayDay = endpoint({
  method: 'GET',
  path: '/hospital/replay',
  summary:
    'Replay a past day with one more doctor, other breaks, doctors on time, another order or a quota of walk-ins',
  rows: ['WAIT-4', 'ADM-1'],
  access: ['hospital_admin'],
  query,
  mayTakeMs: 60_000,
  reply: dayReplay,
  problems: ['forbidden', 'not_found', 'day_too_large', 'overloaded', 'too_many_requests'],
});
