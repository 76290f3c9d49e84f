/** How people went through a hospital's lines in a period: by line, service point, hour and way [LINE-5]. */
import { z } from 'zod';
import { uuid } from '../fields.ts';
import { maxStops } from '../lines/journey.ts';
import { serviceKinds } from '../lines/service-kinds.ts';

/** Lines where longest was waited, points and ways, at most. */
export const flowLines = 40;
export const flowPoints = 200;
export const flowRoutes = 12;

const figures = {
  /** People who came into the line, or were called to the point. */
  stops: z.int().min(0),
  called: z.int().min(0),
  completed: z.int().min(0),
  noShow: z.int().min(0),
  /** Calls that nobody answered. */
  missed: z.int().min(0),
  /** Minutes from coming into the line to the call. */
  waitMedian: z.int().min(0).nullable(),
  waitP90: z.int().min(0).nullable(),
  /** Minutes from the call to being done, of those who were seen. */
  servedMean: z.number().min(0).nullable(),
};
const flowFigures = z.object(figures);
export type FlowFigures = z.infer<typeof flowFigures>;

export const flow = z.object({
  /** Most minutes waited first. */
  lines: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        /** null: a doctor's own line. */
        service: z.enum(serviceKinds).nullable(),
        ...figures,
        /** How many waited at once on average, on days on which somebody came, by the hour of the hospital's clock. */
        waiting: z.array(z.number().min(0)).length(24),
      }),
    )
    .max(flowLines),
  points: z
    .array(z.object({ id: uuid, name: z.string(), line: z.string(), ...figures }))
    .max(flowPoints),
  /** Visits of several stops that are over, by the lines they went through; most first. */
  routes: z
    .array(
      z.object({
        lines: z.array(z.string()).max(maxStops),
        visits: z.int().min(1),
        /** Minutes from coming to being done with the last stop. */
        median: z.int().min(0).nullable(),
        p90: z.int().min(0).nullable(),
      }),
    )
    .max(flowRoutes),
});
export type Flow = z.infer<typeof flow>;
