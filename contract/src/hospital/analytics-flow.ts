/**
 * How people moved through a hospital's lines in a period: by line, service point, hour and route
 * [LINE-5].
 */
import { z } from 'zod';
import { uuid } from '../fields.ts';
import { maxStops } from '../lines/journey.ts';
import { serviceKinds } from '../lines/service-kinds.ts';

/** The most lines, service points and routes in one answer; the longest waits come first. */
export const flowLines = 40;
export const flowPoints = 200;
export const flowRoutes = 12;

const figures = {
  /** People who joined the line, or were called to the service point. */
  stops: z.int().min(0),
  called: z.int().min(0),
  completed: z.int().min(0),
  noShow: z.int().min(0),
  /** Calls that nobody answered. */
  missed: z.int().min(0),
  /** Median minutes from joining the line to the call. */
  waitMedian: z.int().min(0).nullable(),
  waitP90: z.int().min(0).nullable(),
  /** Mean minutes from the call to the end, of those who were seen. */
  servedMean: z.number().min(0).nullable(),
};
const flowFigures = z.object(figures);
export type FlowFigures = z.infer<typeof flowFigures>;

export const flow = z.object({
  /** Longest waiting time first. */
  lines: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        /** The service; null for a doctor's own line. */
        service: z.enum(serviceKinds).nullable(),
        ...figures,
        /**
         * Average number of people waiting at the same time, by hour of the hospital's clock, over
         * days with visits.
         */
        waiting: z.array(z.number().min(0)).length(24),
      }),
    )
    .max(flowLines),
  points: z
    .array(z.object({ id: uuid, name: z.string(), line: z.string(), ...figures }))
    .max(flowPoints),
  /**
   * Finished visits of several stops, grouped by the lines they went through; most frequent first.
   */
  routes: z
    .array(
      z.object({
        lines: z.array(z.string()).max(maxStops),
        visits: z.int().min(1),
        /** Median minutes from arrival to the end of the last stop. */
        median: z.int().min(0).nullable(),
        p90: z.int().min(0).nullable(),
      }),
    )
    .max(flowRoutes),
});
export type Flow = z.infer<typeof flow>;
