/**
 * What follows from a hospital's lines and is told to all of its screens at once, at most once a second
 * while something changes [STAFF-2, PAT-7, QST-12]. It holds no patient data: waits are told by place.
 */
import { z } from 'zod';
import { lineShown, maxPageSize } from '../constants.ts';
import { doctor } from '../doctor/doctor.ts';
import { instant, uuid } from '../fields.ts';
import { dayCounts } from './queue.ts';
import { callForecast, waitRange } from './wait.ts';

/** The wait of whoever stands at a place, as an entry tells it. */
const placeWait = z.object({
  /** Minutes, the median; 0 while nobody can say. */
  estimatedWaitTime: z.int().min(0),
  waitRange: waitRange.nullable(),
  call: callForecast.nullable(),
});
export type PlaceWait = z.infer<typeof placeWait>;

/** A doctor's line. */
const lineFigures = z.object({
  doctor,
  /** Up to which change of the line this is true. */
  queueVersion: z.int(),
  /** Of the first in line and those behind; null for a long line whose waits were told within five seconds. */
  waits: z.array(placeWait).max(lineShown).nullable(),
});
export type LineFigures = z.infer<typeof lineFigures>;

export const hospitalFigures = z.object({
  hospitalId: uuid,
  counts: dayCounts,
  dayEndsAt: instant,
  /** Those that have changed. */
  lines: z.array(lineFigures).max(maxPageSize),
});
export type HospitalFigures = z.infer<typeof hospitalFigures>;
