/** Maps endpoints to use cases [APPT-1, DOC-1]. */
import * as timetable from '@baari/contract/hospital/timetable.ts';
import type { Route } from '../platform/http/route.ts';
import { saveTimetable } from '../lines/layout/save-timetable.use-case.ts';
import { holdNewTimes } from './hold-new-times.ts';
import {
  getDoctorHours,
  getTimetable,
  getTimetableMonth,
  previewTimetable,
} from './timetables.query.ts';

export function mountTimetables(route: Route): void {
  route(timetable.getTimetable, ({ context, params }) => getTimetable(context, params.id));
  route(timetable.saveTimetable, ({ context, params, body }) =>
    saveTimetable(context, params.id, body, holdNewTimes),
  );
  route(timetable.previewTimetable, ({ context, params, body }) =>
    previewTimetable(context, params.id, body),
  );
  route(timetable.getDoctorHours, ({ context, params }) => getDoctorHours(context, params.id));
  route(timetable.getTimetableMonth, ({ context, params, query }) =>
    getTimetableMonth(context, params.id, query.date),
  );
}
