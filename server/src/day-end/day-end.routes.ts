/** Maps the endpoints on the end of a hospital's day to use cases [DAY-1]. */
import * as day from '@baari/contract/hospital/day-end.ts';
import type { Route } from '../platform/http/route.ts';
import { closeDay, setDayEnd } from './close-day.use-case.ts';
import { getDayEnd } from './day-end.query.ts';
import { undoCloseDay } from './undo-close-day.use-case.ts';

export function mountDayEnd(route: Route): void {
  route(day.getDayEnd, ({ context }) => getDayEnd(context));
  route(day.setDayEnd, ({ context, body }) => setDayEnd(context, body.endsAt));
  route(day.closeDay, ({ context, body }) => closeDay(context, body));
  route(day.undoCloseDay, ({ context, body }) => undoCloseDay(context, body.closingId));
}
