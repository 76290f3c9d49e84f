/** Maps endpoints to use cases [APPT-1, PAT-8]. */
import * as appointment from '@baari/contract/visit/appointment.ts';
import type { Route } from '../platform/http/route.ts';
import {
  findKnownPatients,
  getDoctorSlots,
  listAppointments,
  listHospitalAppointments,
  listNextSlots,
  listOutsideHours,
} from './appointments.query.ts';
import { bookAppointment } from './book-appointment.use-case.ts';
import { bookForPatient } from './book-for-patient.use-case.ts';
import { cancelAppointment, cancelForPatient } from './cancel-appointment.use-case.ts';
import { checkIn, checkInForPatient, takeBackCheckIn } from './check-in.use-case.ts';
import { moveAppointment, moveForPatient } from './move-appointment.use-case.ts';

export function mountAppointments(route: Route, publicUrl: string): void {
  route(appointment.getDoctorSlots, ({ context, params, query }) =>
    getDoctorSlots(context, params.id, query),
  );
  route(appointment.listNextSlots, ({ context, params, query }) =>
    listNextSlots(context, params.id, query),
  );
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
  route(appointment.takeBackCheckIn, ({ context, params }) => takeBackCheckIn(context, params.id));
  route(appointment.listHospitalAppointments, ({ context, query }) =>
    listHospitalAppointments(context, query),
  );
  route(appointment.listOutsideHours, ({ context, query }) =>
    listOutsideHours(context, query.doctorId),
  );
  route(appointment.findKnownPatients, ({ context, body }) =>
    findKnownPatients(context, body.search),
  );
  route(appointment.bookForPatient, ({ context, body }) =>
    bookForPatient(context, body, publicUrl),
  );
  route(appointment.moveForPatient, ({ context, params, body }) =>
    moveForPatient(context, params.id, body, publicUrl),
  );
  route(appointment.cancelForPatient, ({ context, params, body }) =>
    cancelForPatient(context, params.id, body.reason, publicUrl),
  );
  route(appointment.checkInForPatient, ({ context, params }) =>
    checkInForPatient(context, params.id),
  );
}
