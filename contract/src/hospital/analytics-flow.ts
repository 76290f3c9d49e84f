/**
 * How people moved through a hospital's lines in a period: figures for each line, service point and
 * hour, and for each sequence of lines [LINE-5].
 */
import { z } from 'zod';
import { uuid } from '../fields.ts';
import { maxStops } from '../lines/journey.ts';
import { serviceKinds } from '../lines/service-kinds.ts';

/**
 * The most lines and service points in one API response. The response keeps those with the longest
 * waits.
 */
export const flowLines = 40;
export const flowPoints = 200;
export const flowRoutes = 12;

const figures = {
  /** The number of people who joined the line, or who were called to the service point. */
  stops: z.int().min(0),
  called: z.int().min(0),
  completed: z.int().min(0),
  noShow: z.int().min(0),
  /** The number of times that a patient was called but did not come. */
  missed: z.int().min(0),
  /** Median minutes from joining the line to the call. */
  waitMedian: z.int().min(0).nullable(),
  waitP90: z.int().min(0).nullable(),
  /** Mean minutes from the call to the end of the service, for patients who were served. */
  servedMean: z.number().min(0).nullable(),
};
const flowFigures = z.object(figures);
export type FlowFigures = z.infer<typeof flowFigures>;

export const flow = z.object({
  /**
   * The doctors' own lines and the shared lines. The line with the longest waiting time comes
   * first.
   */
  lines: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        /** The service of the shared line; null for a doctor's own line. */
        service: z.enum(serviceKinds).nullable(),
        ...figures,
        /**
         * Average number of people waiting at the same time, for each hour of the hospital's clock.
         * Only days with visits count.
         */
        waiting: z.array(z.number().min(0)).length(24),
      }),
    )
    .max(flowLines),
  points: z
    .array(z.object({ id: uuid, name: z.string(), line: z.string(), ...figures }))
    .max(flowPoints),
  /**
   * Finished visits of several steps, grouped by the lines they went through; most frequent first.
   */
  routes: z
    .array(
      z.object({
        lines: z.array(z.string()).max(maxStops),
        visits: z.int().min(1),
        /** Median minutes from arrival to the end of the last step. */
        median: z.int().min(0).nullable(),
        p90: z.int().min(0).nullable(),
      }),
    )
    .max(flowRoutes),
});
export type Flow = z.infer<typeof flow>;
