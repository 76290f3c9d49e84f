/**
 * Figures of a hospital's lines, sent to all the hospital's screens at most once a second while
 * something changes [STAFF-2, PAT-7, QST-12]. They hold no patient data: waits are given by
 * position.
 */
import { z } from 'zod';
import { lineShown, maxPageSize } from '../constants.ts';
import { doctor } from '../doctor/doctor.ts';
import { instant, uuid } from '../fields.ts';
import { dayCounts } from './queue.ts';
import { announcedLine, callForecast, waitRange } from './wait.ts';

/** The wait at a position, in the same form as in an entry. */
const placeWait = z.object({
  /** Median minutes until the call; 0 if the wait cannot be forecast. */
  estimatedWaitTime: z.int().min(0),
  waitRange: waitRange.nullable(),
  call: callForecast.nullable(),
  /**
   * The state of the line for this position, if it differs from the state of the whole line. It
   * differs if the hours may end before the call.
   */
  line: announcedLine.optional(),
});
export type PlaceWait = z.infer<typeof placeWait>;

const lineFigures = z.object({
  doctor,
  /** The version of the line that these figures belong to. */
  queueVersion: z.int(),
  /**
   * The wait at each position of the line, starting with the first. It is null for a long line
   * whose waits were sent less than five seconds ago.
   */
  waits: z.array(placeWait).max(lineShown).nullable(),
});
export type LineFigures = z.infer<typeof lineFigures>;

export const hospitalFigures = z.object({
  hospitalId: uuid,
  counts: dayCounts,
  dayEndsAt: instant,
  /** The lines that changed. */
  lines: z.array(lineFigures).max(maxPageSize),
});
export type HospitalFigures = z.infer<typeof hospitalFigures>;
