/**
 * A simulation of a hospital's past day under another rule, for comparison with the recorded day
 * [WAIT-4].
 */
import { z } from 'zod';
import { namesShown } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, dayGiven, fieldMessages, queryFlag, uuid } from '../fields.ts';

/**
 * The order in which the simulation calls the patients of a line: as recorded, by request time, or
 * by due time.
 */
export const orderRules = ['recorded', 'asked', 'due'] as const;
export type OrderRule = (typeof orderRules)[number];
/**
 * The doctors' breaks in the simulation: as recorded, none, or one break at a time that the user
 * chooses.
 */
export const breakRules = ['recorded', 'none', 'own'] as const;

/**
 * The ranges of values that a user may choose: length of a break in minutes, and walk-ins per
 * doctor and hour.
 */
export const replayBounds = {
  breakMinutes: { least: 5, most: 180, usual: 45 },
  walkIns: { least: 0, most: 60 },
} as const;
/** A day with fewer visits than this is not simulated, since the result would be chance. */
export const fewestReplayed = 8;
/** The most visits of one day that are simulated. */
export const mostReplayed = 3000;
/** Minutes between two points of the charts. */
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
  /** The past day to simulate; by default the latest day with visits. */
  day: dayGiven().optional(),
  /** Simulates only this doctor's line. By default, all lines are simulated. */
  doctor: uuid.optional(),
  /** Adds a second doctor who also calls from this doctor's line. */
  beside: uuid.optional(),
  onTime: queryFlag.optional(),
  breaks: z.enum(breakRules, { error: fieldMessages.choice }).default('recorded'),
  breakFrom: clockTime.default('13:00'),
  breakMinutes: number(replayBounds.breakMinutes).default(replayBounds.breakMinutes.usual),
  order: z.enum(orderRules, { error: fieldMessages.choice }).default('recorded'),
  /** The most walk-ins admitted per doctor and hour; unlimited by default. */
  walkIns: number(replayBounds.walkIns).optional(),
});

/**
 * The figures of a simulated day; null where unknown. Times are in minutes, and a name ending in
 * `End` is in minutes since midnight.
 */
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

/**
 * The spread of a figure over the simulation's random runs: 10th percentile, median and 90th
 * percentile.
 */
const spread = z.object({ low: z.number(), middle: z.number(), high: z.number() });
export type Spread = z.infer<typeof spread>;

function figuresOf<S extends z.ZodType>(schema: S) {
  return z.object({
    /** Minutes from approval to the first call: median and 90th percentile. */
    waitMedian: schema,
    waitP90: schema,
    /** The most people waiting at the same time. */
    mostWaiting: schema,
    seen: schema,
    /** Patients who were approved or sent away, but not seen. */
    notSeen: schema,
    /**
     * Share of wait forecasts made on approval that were right: the patient was called by the upper
     * end of the range.
     */
    keptShare: schema,
    /** Minutes in which doctors had no patient although somebody was in line. */
    idleMinutes: schema,
    /** When the last patient left, in minutes since midnight. */
    lastEnd: schema,
  } satisfies Record<DayFigureName, S>);
}

const counts = z.array(z.number()).max(stepsOfDay);
const spreads = z.array(spread).max(stepsOfDay);
const drawn = z.object({
  /** The number of people waiting at each point in time of the charts. */
  waiting: spreads,
  figures: figuresOf(spread.nullable()),
});
export type DrawnDay = z.infer<typeof drawn>;

export const replayed = z.object({
  /**
   * The number of random runs of the simulation, each with random values for what was not recorded.
   */
  draws: z.int(),
  /** The start of the charts' time axis, in minutes since midnight. */
  begins: z.int(),
  recorded: z.object({ waiting: counts, figures: figuresOf(z.number().nullable()) }),
  /**
   * The simulation with the recorded rules. Comparing it with the recorded day shows how far the
   * simulation can be trusted.
   */
  unchanged: drawn,
  changed: drawn,
  /**
   * The figures under the changed rules minus those under the recorded rules, compared in each
   * random run.
   */
  difference: figuresOf(spread.nullable()),
  /** Whether the simulation with the recorded rules is close to the recorded day. */
  isFaithful: z.boolean(),
  /** The number of visits without a recorded length, and of visits without a recorded arrival. */
  unknown: z.object({ lengths: z.int(), arrivals: z.int() }),
  /**
   * The number of all walk-ins, of walk-ins whom the quota postponed, and of walk-ins whom the
   * quota sent away.
   */
  walkIns: z.object({ all: z.int(), putOff: z.int(), sentAway: z.int() }),
});
export type Replayed = z.infer<typeof replayed>;

export const dayReplay = z.object({
  day: z.iso.date(),
  today: z.iso.date(),
  timeZone: z.string(),
  /** Doctors with somebody in line on that day, by name. */
  doctors: z.array(z.object({ id: uuid, name: z.string(), visits: z.int() })).max(namesShown),
  /** The number of visits to the simulated doctors in which the patient was seen. */
  visits: z.int(),
  /**
   * The outcome of the request to simulate a day. too_few: the day has too few visits for a result;
   * too_many: it has more visits than can be simulated.
   */
  outcome: z.enum(['played', 'too_few', 'too_many']),
  /** The result of the simulation; null unless the day was simulated. */
  replay: replayed.nullable(),
});
export type DayReplay = z.infer<typeof dayReplay>;

export const replayDay = endpoint({
  method: 'GET',
  path: '/hospital/replay',
  summary:
    'Simulate a past day with one more doctor, other breaks, doctors on time, another order or a quota of walk-ins',
  rows: ['WAIT-4', 'ADM-1'],
  access: ['hospital_admin'],
  query,
  mayTakeMs: 60_000,
  reply: dayReplay,
  problems: ['forbidden', 'not_found', 'day_too_large', 'overloaded', 'too_many_requests'],
});
