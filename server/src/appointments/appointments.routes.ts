/** Endpoint ↔ use case, one line each [APPT-1, PAT-8]. */
import * as appointment from '@baari/contract/appointment.ts';
import type { Route } from '../platform/route.ts';
import {
  getDoctorSlots,
  listAppointments,
  listHospitalAppointments,
  listNextSlots,
  listOutsideHours,
} from './appointments.query.ts';
import { bookAppointment } from './book-appointment.use-case.ts';
import { cancelAppointment } from './cancel-appointment.use-case.ts';
import { checkIn } from './check-in.use-case.ts';
import { moveAppointment } from './move-appointment.use-case.ts';

export function mountAppointments(route: Route, publicUrl: string): void {
  route(appointment.getDoctorSlots, ({ context, params, query }) =>
    getDoctorSlots(context, params.id, query.date),
  );
  route(appointment.listNextSlots, ({ context, params }) => listNextSlots(context, params.id));
  route(appointment.bookAppointment, ({ context, body }) =>
    bookAppointment(context, body, publicUrl),
  );
  route(appointment.listAppointments, ({ context }) => listAppointments(context));
  route(appointment.rescheduleAppointment, ({ context, params, body }) =>
    moveAppointment(context, params.id, body, publicUrl),
  );
  route(appointment.cancelAppointment, ({ context, params }) =>
    cancelAppointment(context, params.id, publicUrl),
  );
  route(appointment.checkIn, ({ context, params }) => checkIn(context, params.id));
  route(appointment.listHospitalAppointments, ({ context, query }) =>
    listHospitalAppointments(context, query),
  );
  route(appointment.listOutsideHours, ({ context, query }) =>
    listOutsideHours(context, query.doctorId),
  );
}
