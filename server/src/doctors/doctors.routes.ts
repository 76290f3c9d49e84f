/** Endpoint ↔ use case, one line each [API-20, API-21, API-25, ROUTE-16]. */
import * as doctor from '@baari/contract/doctor.ts';
import type { Route } from '../platform/route.ts';
import { addDoctor, type InviteDoctor } from './add-doctor.use-case.ts';
import { getDoctor, listColleagues, listHospitalDoctors } from './doctors.query.ts';
import { setDoctorStatus } from './set-doctor-status.use-case.ts';

export function mountDoctors(route: Route, invite: InviteDoctor): void {
  route(doctor.listHospitalDoctors, ({ context, params }) =>
    listHospitalDoctors(context, params.id),
  );
  route(doctor.getDoctor, ({ context, params }) => getDoctor(context, params.id));
  route(doctor.listColleagues, ({ context }) => listColleagues(context));
  route(doctor.addDoctor, ({ context, body }) => addDoctor(context, body, invite));
  route(doctor.setDoctorStatus, ({ context, params, body }) =>
    setDoctorStatus(context, params.id, body),
  );
}
